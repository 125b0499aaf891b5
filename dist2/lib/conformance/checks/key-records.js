import { specifiedKey } from '../../contract/records/specified.js';
import { each, must } from '../must.js';
import { disabledKey } from '../setup/key-states.js';
import { recordIn } from '../setup/keys.js';
import { itemsOf, lists, readList } from '../setup/lists.js';
/** The records of the list and of a reply to PATCH; `isOwn` marks the keys of this run. */
const seenRecords = (lab) => lab.once('the records of keys', async () => {
    const { change } = await disabledKey(lab);
    const list = await readList(lab, lists.keys, '?size=100');
    const listed = (itemsOf(list) ?? []).map((record) => ({
        record,
        exchange: list,
        isOwn: String(record['name']).startsWith('[conformance]'),
    }));
    const changed = recordIn(change.json);
    return changed ? [...listed, { record: changed, exchange: change, isOwn: true }] : listed;
});
const hasFields = (id, rule, fields) => ({
    id,
    level: 'must',
    rule,
    plan: 'core',
    needs: ['user'],
    run: async (lab) => each(await seenRecords(lab), ({ record, exchange, isOwn }) => {
        // Keys that the account had before may be older than the rule of the prefix.
        if (fields.includes('key_prefix') && !isOwn)
            return;
        for (const field of fields) {
            must.match(specifiedKey.shape[field], record[field], exchange, field);
        }
    }),
});
/** The fields of key records (2.1), on every record that the list and a PATCH show. */
export const keyRecordChecks = [
    hasFields('keys.record-has-id', 'key-record.id', ['id']),
    hasFields('keys.record-has-name', 'key-record.name', ['name']),
    hasFields('keys.record-has-prefix', 'key-record.prefix', ['key_prefix']),
    hasFields('keys.record-has-is-active', 'key-record.is-active', ['is_active']),
    hasFields('keys.record-has-created-at', 'key-record.created-at', ['created_at']),
    hasFields('keys.record-scopes-is-a-string', 'key-record.scopes', ['scopes']),
    hasFields('keys.record-moments-are-strings', 'key-record.moments', [
        'expires_at',
        'last_used_at',
    ]),
    hasFields('keys.record-counts-requests', 'key-record.total-requests', ['total_requests']),
    {
        id: 'keys.record-count-is-not-null',
        level: 'should',
        rule: 'key-record.total-requests',
        plan: 'core',
        needs: ['user'],
        run: async (lab) => each(await seenRecords(lab), ({ record, exchange }) => must.holds(record['total_requests'] !== null, 'a count, or none', 'null', exchange)),
    },
];
