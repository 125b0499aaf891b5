import { eventually } from '../eventually.js';
import { control, each, isAccepted, must, skip } from '../must.js';
import { login } from '../setup/credentials.js';
import { fullKey, tryCredential } from '../setup/keys.js';
import { goodList, itemsOf, lists, readList } from '../setup/lists.js';
import { asUser, callOperation, probeTurn } from '../setup/operations.js';
const listed = Object.keys(lists);
// Operations that leave nothing behind; a key in both places shows what counts as a credential,
// and not where it is read.
const others = [
    'agent',
    'enable key',
    'update conversation',
    'inject',
    'resume',
    'react',
    'dag',
];
const isAnswered = (lab, credential) => each(listed, async (name) => {
    await goodList(lab, name);
    const value = await credential(lab);
    const read = () => readList(lab, lists[name], '', value);
    const { exchange } = await eventually(lab, read, isAccepted);
    must.status(exchange, 200);
    must.holds(itemsOf(exchange) !== undefined, 'a page of items', exchange.text, exchange);
});
async function isServed(lab, name) {
    const user = (await asUser(lab, name)) ?? skip('nothing is visible to ask it of');
    control(user.status !== 401 && user.status !== 403, `the user is refused (${user.status})`);
    const key = await fullKey(lab);
    const works = await eventually(lab, () => tryCredential(lab, key), isAccepted);
    control(works.settled, 'the key reads no list at all');
    const exchange = name === 'react' || name === 'dag'
        ? await probeTurn(lab, name, { bearer: key, token: key })
        : await callOperation(lab, name, key);
    const isRefused = exchange?.status === 401 || exchange?.status === 403;
    must.holds(!isRefused, 'a key to count', `status ${exchange?.status}`, exchange);
}
const shared = { needs: ['user'] };
/** What accepts a key and an access token (4.C1). */
export const acceptanceChecks = [
    {
        ...shared,
        plan: 'core',
        id: 'credentials.api-key-is-accepted',
        level: 'must',
        rule: 'requests.bearer',
        run: (lab) => isAnswered(lab, fullKey),
    },
    {
        ...shared,
        plan: 'smoke',
        id: 'credentials.access-token-is-accepted',
        level: 'must',
        rule: 'requests.bearer',
        needs: ['login'],
        run: (lab) => isAnswered(lab, async () => (await login(lab)).accessToken),
    },
    {
        ...shared,
        plan: 'core',
        id: 'credentials.api-key-is-accepted-everywhere',
        level: 'must',
        rule: 'requests.bearer',
        run: (lab) => each(others, (name) => isServed(lab, name)),
    },
];
