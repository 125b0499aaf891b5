import { eventually } from '../eventually.js';
import { control, each, isAccepted, must, skip } from '../must.js';
import { Inconclusive } from '../outcomes.js';
import { fullKey, scopedKey } from '../setup/keys.js';
import { itemsOf } from '../setup/lists.js';
import { asUser, callOperation, operations, probeTurn } from '../setup/operations.js';
import { unknownRoute } from '../setup/unknown-route.js';
import { scopeObservations } from './scope-observations.js';
// Operations that the table of scopes speaks of, as ids of checks name them.
const governed = [
    ['list-agents', 'agents'],
    ['read-an-agent', 'agent'],
    ['list-knowledge-bases', 'knowledge bases'],
    ['retrieve', 'retrieve'],
    ['list-connectors', 'connectors'],
    ['administrate', 'administration'],
    ['react', 'react'],
    ['dag', 'dag'],
    ['inject', 'inject'],
];
// The table itself; a superset of all is common for `admin`, so its row stands apart.
const table = [
    ['chat', ['react', 'dag', 'inject']],
    ['agents', ['agents', 'agent']],
    ['kb', ['knowledge bases', 'retrieve']],
    ['connectors', ['connectors']],
];
// Each row: a key with this scope alone is refused this operation with 403.
const refusedByTable = table.flatMap(([scope, allowed]) => governed
    .filter(([, name]) => !allowed.includes(name))
    .map(([verb, name]) => [`scopes.${scope}-may-not-${verb}`, scope, name]));
// The scope of administration is often a superset in practice, so these only warn.
const refusedToAdmin = [
    ['scopes.admin-may-not-list-agents', 'admin', 'agents'],
    ['scopes.admin-may-not-list-knowledge-bases', 'admin', 'knowledge bases'],
];
const allowedByTable = [
    ['scopes.agents-may-list-agents', 'agents', 'agents', 'scopes.agents'],
    ['scopes.agents-may-read-an-agent', 'agents', 'agent', 'scopes.agents'],
    ['scopes.kb-may-list-knowledge-bases', 'kb', 'knowledge bases', 'scopes.kb'],
    ['scopes.kb-may-retrieve', 'kb', 'retrieve', 'scopes.kb'],
    ['scopes.connectors-may-list-connectors', 'connectors', 'connectors', 'scopes.connectors'],
    ['scopes.admin-may-administrate', 'admin', 'administration', 'scopes.admin'],
];
const core = { plan: 'core', needs: ['user'] };
// Named without a path: ours may be another operation of theirs, or want more than we send.
const isUnshown = (name) => name === 'connectors' || name === 'administration';
/** What an operation answers a key of one scope, once it is known to serve the user. */
const asScoped = (lab, scope, name) => lab.once(`${operations[name].says} with a key for ${scope}`, async () => {
    const user = await asUser(lab, name);
    if (user === undefined)
        skip('nothing is visible to ask it of');
    const isOptional = isUnshown(name) || name === 'inject';
    if (isOptional && (await unknownRoute(lab)).matches(user))
        skip('the route does not exist');
    if (name === 'administration' && user.status === 403)
        skip('the user is no administrator');
    if (isUnshown(name))
        control(isAccepted(user), `the user is not served (${user.status})`);
    control(user.status !== 401 && user.status !== 403, `the user is refused (${user.status})`);
    const key = await scopedKey(lab, scope);
    const call = async () => (await callOperation(lab, name, key)) ?? skip('nothing is visible to ask it of');
    // A key may need a moment until it is known everywhere.
    return (await eventually(lab, call, ({ status }) => status !== 401)).exchange;
});
const mayNot = (level, sees) => ([id, scope, name]) => ({
    ...core,
    id,
    level,
    rule: 'scopes.refusal',
    sees,
    run: async (lab) => {
        const exchange = await asScoped(lab, scope, name);
        const { status } = exchange;
        const isAsForUser = !isAccepted(exchange) && status === (await asUser(lab, name))?.status;
        if (status === 404 || status === 422 || isAsForUser) {
            throw new Inconclusive(`${status} came first; the order of checks is not shown`);
        }
        must.status(exchange, 403);
    },
});
const may = ([id, scope, name, rule]) => ({
    ...core,
    id,
    level: 'must',
    rule,
    run: async (lab) => {
        const exchange = await asScoped(lab, scope, name);
        if (name !== 'retrieve' && !isUnshown(name))
            must.status(exchange, 200);
        const isRefused = exchange.status === 401 || exchange.status === 403;
        must.holds(!isRefused, 'no refusal', `status ${exchange.status}`, exchange);
    },
});
/** A chat key on react or dag, with a `q` that is no string: weak evidence, but it costs nothing. */
const mayChat = (name) => ({
    ...core,
    id: `scopes.chat-may-${name}`,
    level: 'must',
    rule: 'scopes.chat',
    run: async (lab) => {
        const key = await scopedKey(lab, 'chat');
        const exchange = await probeTurn(lab, name, { bearer: key, token: key });
        const isRefused = exchange.status === 401 || exchange.status === 403;
        must.holds(!isRefused, 'no refusal', `status ${exchange.status}`, exchange);
    },
});
const mayInject = {
    ...core,
    id: 'scopes.chat-may-inject',
    level: 'should',
    rule: 'scopes.chat',
    run: async (lab) => {
        const exchange = await asScoped(lab, 'chat', 'inject');
        const isRefused = exchange.status === 401 || exchange.status === 403;
        must.holds(!isRefused, 'no refusal', `status ${exchange.status}`, exchange);
    },
};
const refusalsCarryTheCode = {
    ...core,
    id: 'scopes.refusal-is-forbidden',
    level: 'must',
    rule: 'errors.forbidden',
    sees: ['scopes.enforced'],
    run: async (lab) => each(refusedByTable, async ([, scope, name]) => {
        const exchange = await asScoped(lab, scope, name);
        if (exchange.status !== 403)
            skip('no operation was refused with 403');
        must.code(exchange, 'forbidden');
    }),
};
const open = ['keys', 'conversations', 'knowledge bases', 'agents'];
const unscopedIsNeverRefused = {
    ...core,
    id: 'scopes.unscoped-is-never-refused',
    level: 'must',
    rule: 'scopes.none-is-full',
    run: async (lab) => {
        const key = await fullKey(lab);
        const works = await eventually(lab, () => callKeys(lab, key), isAccepted);
        control(itemsOf(works.exchange) !== undefined, 'the key reads no list at all');
        await each(open, async (name) => isOpen(await callOperation(lab, name, key), lab, name));
        await each(['react', 'dag'], async (name) => isOpen(await probeTurn(lab, name, { bearer: key, token: key }), lab, name));
    },
};
async function callKeys(lab, key) {
    return (await callOperation(lab, 'keys', key)) ?? skip('there is no list of keys');
}
async function isOpen(exchange, lab, name) {
    // A restricted account is refused with 403 whatever its credential.
    control((await asUser(lab, name))?.status !== 403, 'the user is refused as well');
    must.holds(exchange?.status !== 403, 'no refusal', 'status 403', exchange);
}
/** What a scoped key may and may not do (5.R6, 5.R8). */
export const scopeChecks = [
    ...refusedByTable.map(mayNot('must', ['scopes.enforced'])),
    ...refusedToAdmin.map(mayNot('should', ['scopes.enforced', 'scopes.admin-reach'])),
    ...allowedByTable.map(may),
    mayChat('react'),
    mayChat('dag'),
    mayInject,
    refusalsCarryTheCode,
    unscopedIsNeverRefused,
    ...scopeObservations,
];
