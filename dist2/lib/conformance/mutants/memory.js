import { member } from '../json.js';
import { fullValue, recordIn } from '../setup/keys.js';
import { matches, readCall } from './call.js';
import { keys, login, refresh } from './routes.js';
/** Gives a wrapper a memory of the keys and tokens that its server has issued. */
export const remembering = (wrap) => (fetch, hit) => {
    const known = [];
    const tokens = [];
    const byValue = (value) => known.find((key) => key.value === value);
    const memory = { keys: known, tokens, byValue };
    return wrap(memory)(async (request) => {
        const call = await readCall(request);
        const response = await fetch(request);
        if (response.ok)
            learn(memory, call, await bodyOf(response));
        return response;
    }, hit);
};
function learn(memory, call, json) {
    if (matches(`${login} | ${refresh}`, call)) {
        const token = member(json, 'access_token');
        if (typeof token === 'string')
            memory.tokens.push(token);
    }
    if (matches(keys.create, call)) {
        const value = String(fullValue(json)?.value);
        const record = recordIn(json);
        const [id, name] = [String(record?.['id']), String(record?.['name'])];
        const scopes = member(call.body, 'scopes');
        const owner = call.bearer ?? '';
        memory.keys.push({ value, id, name, scopes, owner, record, state: 'new' });
    }
    const key = memory.keys.find(({ id }) => call.path.split('/').includes(id));
    if (key === undefined)
        return;
    if (matches(keys.delete, call))
        key.state = 'deleted';
    if (matches(keys.switch, call)) {
        key.state = member(call.body, 'is_active') === true ? 'enabled' : 'disabled';
    }
}
async function bodyOf(response) {
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return isJson ? response.clone().json() : undefined;
}
