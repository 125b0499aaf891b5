import { find, isObject, show, walk } from '../json.js';
import { control, isAccepted, must } from '../must.js';
import { Blocked } from '../outcomes.js';
import { bearer } from '../setup/credentials.js';
import { keyRecord } from '../setup/key-records.js';
import { fullValue, issuedKey, keyCreation, listedKey, recordIn, tryCredential, } from '../setup/keys.js';
import { lists } from '../setup/lists.js';
import { eventually } from '../eventually.js';
import { object, refuses } from './invalid-input.js';
const core = { plan: 'core', needs: ['user'] };
const creation = {
    ...core,
    rule: 'keys.create-body',
    control: async (lab) => (await issuedKey(lab, 'full')).exchange,
};
const post = async (lab, body) => ({
    method: 'POST',
    path: lists.keys,
    bearer: await bearer(lab),
    body,
});
const recordFields = ['id', 'name', 'key_prefix', 'scopes', 'is_active', 'expires_at'];
const usageFields = ['last_used_at', 'total_requests', 'created_at'];
/** Where the pieces of a creation reply stand, for those who must find them again. */
async function observeCreation(lab) {
    const { status, json } = await keyCreation(lab, 'full');
    const record = recordIn(json);
    const pointer = walk(json).find(({ value }) => isObject(value) && value === record)?.pointer;
    const missing = [...recordFields, ...usageFields].filter((field) => !(field in (record ?? {})));
    return { status, value: fullValue(json)?.pointer, record: pointer, missing };
}
const creations = [
    {
        ...core,
        id: 'keys.creation-is-accepted',
        level: 'must',
        rule: 'keys.create',
        run: async (lab) => {
            const exchange = await keyCreation(lab, 'full');
            must.accept(exchange);
            if (!recordIn(exchange.json) && !fullValue(exchange.json)) {
                throw new Blocked('the reply shows neither a key nor a record');
            }
        },
    },
    {
        ...core,
        id: 'keys.creation-shows-the-full-key',
        level: 'must',
        rule: 'key-record.literal-prefix',
        sees: ['keys.creation-shape'],
        run: async (lab) => {
            const exchange = await keyCreation(lab, 'full');
            if (!isAccepted(exchange))
                throw new Blocked('no key could be created');
            const expected = 'a string that starts with svc_ and is longer than its prefix';
            must.holds(fullValue(exchange.json) !== undefined, expected, exchange.text, exchange);
        },
    },
    {
        ...core,
        id: 'keys.creation-shows-the-record',
        level: 'should',
        rule: 'keys.create',
        sees: ['keys.creation-shape', 'keys.creation-record'],
        run: async (lab) => {
            const { exchange, name } = await issuedKey(lab, 'full');
            const shown = find(exchange.json, ({ value }) => value === name);
            must.holds(shown !== undefined, `a record named ${name}`, show(exchange.json), exchange);
        },
    },
    {
        ...core,
        id: 'keys.creation-reply',
        level: 'observe',
        rule: 'keys.create',
        sees: ['keys.creation-shape', 'keys.creation-status', 'keys.creation-record'],
        run: observeCreation,
    },
    {
        ...core,
        id: 'keys.new-key-is-listed',
        level: 'must',
        rule: 'keys.list',
        run: async (lab) => {
            await must.succeed(keyRecord(lab, 'full'));
        },
    },
    {
        ...core,
        id: 'keys.new-key-authenticates',
        level: 'must',
        rule: 'credentials.keys',
        run: async (lab) => {
            const { value } = await issuedKey(lab, 'full');
            const { exchange } = await eventually(lab, () => tryCredential(lab, value), isAccepted);
            must.status(exchange, 200);
        },
    },
    {
        ...core,
        id: 'keys.new-key-acts-for-its-owner',
        level: 'must',
        rule: 'credentials.keys',
        run: async (lab) => {
            const { key } = await keyRecord(lab, 'full');
            const works = await eventually(lab, () => tryCredential(lab, key.value), isAccepted);
            control(works.settled, `the key does not work (${works.exchange.status})`);
            const { item, exchange } = await listedKey(lab, { id: key.id }, key.value);
            const expected = 'the keys of the user who made it, and itself among them';
            must.holds(item !== undefined, expected, 'a list without it', exchange);
        },
    },
    {
        ...core,
        id: 'keys.new-keys-differ',
        level: 'must',
        rule: 'keys.create',
        run: async (lab) => {
            const one = await issuedKey(lab, 'full');
            const two = await must.succeed(issuedKey(lab, 'second'));
            must.holds(one.id !== two.id, 'two ids', `twice ${one.id}`, two.exchange);
        },
    },
];
const records = [
    {
        ...core,
        id: 'keys.prefix-is-the-first-8-characters',
        level: 'must',
        rule: 'key-record.prefix',
        run: async (lab) => {
            const { key, record, exchange } = await keyRecord(lab, 'full');
            must.equal(record['key_prefix'], key.value.slice(0, 8), exchange, 'key_prefix');
        },
    },
    {
        ...core,
        id: 'keys.unscoped-key-has-no-scopes',
        level: 'must',
        rule: 'scopes.none-is-full',
        run: async (lab) => {
            const { record, exchange } = await keyRecord(lab, 'full');
            const scopes = record['scopes'] ?? '';
            must.holds(scopes === '', 'scopes null or absent', show(scopes), exchange);
        },
    },
    {
        ...core,
        id: 'keys.no-scopes-is-not-an-empty-string',
        level: 'should',
        rule: 'key-record.scopes',
        run: async (lab) => {
            const { record, exchange } = await keyRecord(lab, 'full');
            must.holds(record['scopes'] !== '', 'scopes null or absent', '""', exchange);
        },
    },
    {
        ...core,
        id: 'keys.scoped-key-keeps-its-scope',
        level: 'must',
        rule: 'keys.create-body',
        run: async (lab) => {
            const { record, exchange } = await keyRecord(lab, 'chat');
            must.equal(String(record['scopes']).trim(), 'chat', exchange, 'scopes');
        },
    },
    {
        ...core,
        id: 'keys.no-expiry-shows-none',
        level: 'should',
        rule: 'key-record.moments',
        run: async (lab) => {
            const { record, exchange } = await keyRecord(lab, 'full');
            const moment = record['expires_at'] ?? null;
            must.equal(moment, null, exchange, 'expires_at of a key without an expiration');
        },
    },
    {
        ...core,
        id: 'keys.new-key-is-active',
        level: 'must',
        rule: 'key-record.is-active',
        run: async (lab) => {
            const { record, exchange } = await keyRecord(lab, 'full');
            must.equal(record['is_active'], true, exchange, 'is_active');
        },
    },
];
const inputs = [
    refuses({
        ...creation,
        id: 'keys.name-is-required',
        breaks: 'name',
        ask: (lab) => post(lab, {}),
    }),
    refuses({
        ...creation,
        id: 'keys.name-is-not-an-object',
        breaks: 'name',
        ask: (lab) => post(lab, { name: object }),
    }),
    refuses({
        ...creation,
        id: 'keys.scopes-is-not-an-object',
        breaks: 'scopes',
        ask: (lab) => post(lab, { name: lab.name('key'), scopes: object }),
    }),
    refuses({
        ...creation,
        id: 'keys.name-is-not-a-number',
        level: 'should',
        breaks: 'name',
        ask: (lab) => post(lab, { name: 123 }),
    }),
];
/** The creation of keys (2.1, 4.1). */
export const keyChecks = [...creations, ...records, ...inputs];
