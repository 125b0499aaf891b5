import { member } from './json.js';
import { fullValue, keysMade, recordIn } from './setup/keys.js';
/** Who called which operation of a target how often, what came of it and how long it took. */
export function callsOf(target, exchanges) {
    const { holderOf, learn } = createRegister(target);
    const called = exchanges.map((exchange) => {
        const principal = holderOf(exchange.ask);
        learn(exchange, principal);
        return { principal, operation: operationOf(exchange.ask), exchange };
    });
    const groups = Map.groupBy(called, ({ principal, operation }) => `${operation} ${principal}`);
    return [...groups.values()].flatMap((group) => {
        const [{ principal, operation } = { principal: '', operation: '' }] = group;
        const times = group.map(({ exchange }) => exchange.ms);
        return {
            principal,
            operation,
            statuses: counted(group.map(({ exchange }) => String(exchange.status))),
            totalMs: Math.round(times.reduce((sum, ms) => sum + ms, 0)),
            slowestMs: Math.round(Math.max(...times)),
        };
    });
}
const counted = (words) => Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));
const collections = 'agents|api-keys|channels|confirmations|connectors|conversations|knowledge-bases|mcp-servers|runs|users|workflows';
const ids = new RegExp(`(/(?:${collections}))/[^/]+`, 'g');
/** The method and path of a request, with `{id}` for each id in it and without its query. */
export const operationOf = ({ method, path }) => `${method} ${path.replace(/[?#].*/, '').replaceAll(ids, '$1/{id}')}`;
/** Knows whose a credential is, from what was given and from the traffic in the order it was made. */
function createRegister(target) {
    const holders = new Map([
        [target.apiKey, 'given key'],
        [target.expiredToken, 'expired token'],
    ]);
    const valuesById = new Map();
    const states = new Map();
    const holderOf = (ask) => {
        const credential = credentialOf(ask);
        if (credential === undefined)
            return 'no credential';
        return states.get(credential) ?? holders.get(credential) ?? 'unknown credential';
    };
    const learnTokens = ({ ask, json }) => {
        const isOther = ask.path === '/api/auth/login' && member(ask.body, 'email') !== target.email;
        holders.set(member(json, 'access_token'), isOther ? 'other user' : 'user');
        holders.set(member(json, 'refresh_token'), 'refresh token');
    };
    const learnKey = ({ ask, json }, maker) => {
        const value = fullValue(json)?.value;
        holders.set(value, maker === 'other user' ? `key of the other user` : kindOfKey(ask.body));
        valuesById.set(recordIn(json)?.['id'], value);
    };
    const learnState = ({ ask }) => {
        const [, id, change] = /\/api-keys\/([^/]+)(?:\/(\w+))?$/.exec(ask.path) ?? [];
        const value = valuesById.get(id);
        if (value === undefined)
            return;
        if (change !== 'active')
            states.set(value, 'deleted key');
        else if (member(ask.body, 'is_active') === true)
            states.delete(value);
        else
            states.set(value, 'disabled key');
    };
    return {
        holderOf,
        learn(exchange, maker) {
            if (exchange.status >= 300)
                return;
            if (exchange.ask.path.startsWith('/api/auth/'))
                learnTokens(exchange);
            if (keysMade([exchange]).length > 0)
                learnKey(exchange, maker);
            if (exchange.ask.method !== 'GET')
                learnState(exchange);
        },
    };
}
function kindOfKey(body) {
    const scope = member(body, 'scopes');
    return typeof scope === 'string' && scope !== '' ? `${scope} key` : 'full key';
}
/** The credential that a request carried: in its header, or else in its body. */
function credentialOf({ bearer, headers = {}, body }) {
    const header = headers['authorization'] ?? headers['Authorization'];
    return bearer ?? header?.replace(/^bearer +/i, '') ?? member(body, 'token');
}
