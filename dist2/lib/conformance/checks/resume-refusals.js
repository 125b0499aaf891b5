import { control, each, must } from '../must.js';
import { conversation } from '../setup/conversations.js';
import { otherBearer } from '../setup/credentials.js';
import { unknownId } from '../setup/unknown-id.js';
import { postResume, resume, storedTurn } from '../stream/replays.js';
import { object } from './invalid-input.js';
const core = { level: 'must', plan: 'core', needs: ['user'] };
const afterTurn = { level: 'must', plan: 'turn', needs: ['user'] };
// Set-ups of their own: the status and the code are judged apart, on one exchange.
const ofUnknown = (lab) => lab.once('a resume of an unknown conversation', async () => resume(lab, unknownId(await conversation(lab)), -1));
const withoutTurn = (lab) => lab.once('a resume without a turn', async () => resume(lab, await conversation(lab), -1));
const fromMinusTwo = (lab) => lab.once('a resume from -2', async () => resume(lab, (await storedTurn(lab)).turn.conversationId, -2));
const asOther = async (lab, conversationId) => postResume(lab, { conversation_id: conversationId, cursor: -1 }, await otherBearer(lab));
const refusesConversation = (id, fields) => ({
    ...core,
    id,
    rule: 'resume.request',
    sees: ['errors.validation-status'],
    run: async (lab) => {
        // A credential that made a conversation: the refusal cannot be one of the credential.
        await conversation(lab);
        const exchange = await postResume(lab, { ...fields, cursor: -1 });
        control(exchange.status !== 404, '404 came first; the order of checks is not shown');
        must.status(exchange, 422);
    },
});
/** What a resume is refused for (4.2, 7). */
export const refusalChecks = [
    {
        ...core,
        id: 'resume.unknown-conversation-is-404',
        rule: 'resume.unknown-conversation',
        run: async (lab) => must.status(await ofUnknown(lab), 404),
    },
    {
        ...core,
        id: 'resume.unknown-conversation-has-its-code',
        rule: 'resume.unknown-conversation',
        run: async (lab) => must.code(await ofUnknown(lab), 'conversation_not_found'),
    },
    {
        ...core,
        id: 'resume.malformed-conversation-is-refused',
        rule: 'resume.unknown-conversation',
        sees: ['errors.validation-status'],
        run: async (lab) => {
            await conversation(lab);
            const exchange = await resume(lab, 'no conversation', -1);
            // Two rules apply: an invalid id is 404, and input that fails validation 422.
            must.status(exchange, 404, 422);
            if (exchange.status === 404)
                must.code(exchange, 'conversation_not_found');
        },
    },
    {
        ...core,
        id: 'resume.without-a-turn-is-404',
        rule: 'resume.no-turn',
        run: async (lab) => must.status(await withoutTurn(lab), 404),
    },
    {
        ...core,
        id: 'resume.without-a-turn-has-its-code',
        rule: 'resume.no-turn',
        run: async (lab) => must.code(await withoutTurn(lab), 'no_recent_assistant_message'),
    },
    {
        ...core,
        id: 'resume.foreign-conversation-is-not-found',
        rule: 'resume.foreign-conversation',
        needs: ['user', 'other-user'],
        run: async (lab) => {
            const exchange = await asOther(lab, await conversation(lab));
            must.status(exchange, 404);
            must.code(exchange, 'conversation_not_found');
        },
    },
    {
        ...afterTurn,
        id: 'resume.foreign-turn-stays-hidden',
        rule: 'resume.foreign-conversation',
        needs: ['user', 'other-user'],
        run: async (lab) => {
            const { turn } = await storedTurn(lab);
            must.status(await asOther(lab, turn.conversationId), 404);
        },
    },
    refusesConversation('resume.needs-a-conversation', {}),
    refusesConversation('resume.conversation-is-not-an-object', { conversation_id: object }),
    {
        ...core,
        id: 'resume.needs-a-cursor',
        rule: 'resume.request',
        sees: ['resume.cursor-required', 'errors.validation-status'],
        run: async (lab) => must.status(await postResume(lab, { conversation_id: await conversation(lab) }), 422),
    },
    {
        ...afterTurn,
        id: 'resume.below-minus-one-is-400',
        rule: 'resume.invalid-cursor',
        sees: ['resume.below-minus-one'],
        run: async (lab) => must.status(await fromMinusTwo(lab), 400),
    },
    {
        ...afterTurn,
        id: 'resume.below-minus-one-has-its-code',
        rule: 'resume.invalid-cursor',
        run: async (lab) => must.code(await fromMinusTwo(lab), 'invalid_cursor'),
    },
    {
        ...afterTurn,
        id: 'resume.refuses-a-cursor-that-is-no-integer',
        rule: 'resume.invalid-cursor',
        sees: ['resume.non-integer-cursor'],
        run: async (lab) => {
            const { turn } = await storedTurn(lab);
            return each(['abc', 1.5], async (cursor) => {
                const exchange = await postResume(lab, { conversation_id: turn.conversationId, cursor });
                // Two rules apply: input that fails validation is 422, and such a cursor 400.
                must.status(exchange, 422, 400);
                if (exchange.status === 400)
                    must.code(exchange, 'invalid_cursor');
                return exchange.status === 400 ? 'invalid_cursor' : 'validation';
            });
        },
    },
];
