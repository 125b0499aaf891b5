import { isObject, member } from '../json.js';
import { isAccepted, skip } from '../must.js';
import { bearer } from '../setup/credentials.js';
import { readFrame } from '../stream/frame.js';
import { needed } from './aids.js';
import { seen } from './observer.js';
import { untitledConversation } from './untitled.js';
const plan = 'full';
/** Approvals of tool calls (3, 8). */
export const approvalObservers = {
    'approvals.wait': {
        plan,
        look: async ({ lab, aids }) => {
            const { asking, confirmation } = await approval(lab, aids);
            const until = momentOf(member(asking, 'timeout_at'));
            const since = momentOf(member(confirmation.json, 'created_at'));
            if (until === undefined || since === undefined)
                skip('no event tells how long it waits');
            const seconds = (until - since) / 1000;
            if (Math.abs(seconds - day) < day / 24)
                return seen(confirmation, '24h');
            return Math.abs(seconds - 120) < 60
                ? seen(confirmation, '120s')
                : skip(`it waits ${seconds} s`);
        },
    },
    'approvals.arguments': {
        plan,
        look: async ({ lab, aids }) => {
            const { asking, confirmation } = await approval(lab, aids);
            if (isFilled(member(confirmation.json, 'arguments')))
                return seen(confirmation, 'told');
            // A tool that takes no arguments shows nothing.
            const takesSome = isFilled(member(asking, 'arguments'));
            return takesSome ? seen(confirmation, 'empty') : skip('the tool is called with nothing');
        },
    },
};
const day = 24 * 3600;
const isFilled = (value) => isObject(value) && Object.keys(value).length > 0;
/** A moment in any form, in milliseconds; without a zone it is UTC. */
function momentOf(value) {
    if (typeof value === 'number')
        return value * 1000;
    const text = String(value);
    const moment = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
    return Number.isNaN(moment) ? undefined : moment;
}
/** A turn that asks for an approval: its event, and the confirmation before we rejected it. */
async function approval(lab, { approvalQuery, approvalAgent }) {
    const query = needed(approvalQuery, '--approval-query');
    return lab.once('a turn with an approval', async () => {
        const token = await bearer(lab);
        const agent = approvalAgent === undefined ? {} : { agent_id: approvalAgent };
        const body = { q: query, ...agent, conversation_id: await untitledConversation(lab), token };
        let asking;
        let answered;
        await lab.stream({ method: 'POST', path: '/api/react', bearer: token, body }, (events) => {
            asking ??= events.map(readFrame).find(({ type }) => type === 'awaiting_confirmation')?.payload;
            // The turn is read on: where it ends with its reader, it would take the confirmation along.
            if (asking !== undefined)
                answered ??= reject(lab, asking, token);
            return false;
        });
        const confirmation = (await answered) ?? skip('--approval-query led to no approval');
        if (!isAccepted(confirmation))
            skip(`the confirmation answers ${confirmation.status}`);
        return { asking, confirmation };
    });
}
/** Reads a confirmation, and rejects it, so that nothing is done and the turn comes to its end. */
async function reject(lab, asking, credential) {
    const path = `/api/confirmations/${encodeURIComponent(String(member(asking, 'confirmation_id')))}`;
    const confirmation = await lab.send({ method: 'GET', path, bearer: credential });
    const body = { decision: 'reject', reason: 'conformance' };
    await lab.send({ method: 'POST', path: `${path}/respond`, bearer: credential, body });
    return confirmation;
}
