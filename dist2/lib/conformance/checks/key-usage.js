import { eventually } from '../eventually.js';
import { show } from '../json.js';
import { control, isAccepted, must, skip } from '../must.js';
import { keyRecord } from '../setup/key-records.js';
import { tryCredential } from '../setup/keys.js';
import { itemsOf, lists, readList } from '../setup/lists.js';
const count = (record) => Number(record?.['total_requests'] ?? 0);
/** A key as the list shows it before its first use. */
const unusedKey = (lab) => keyRecord(lab, 'counted');
/** The record of a key before and after three uses; counters may lag, so it is polled. */
export const usage = (lab) => lab.once('the usage of a key', async () => {
    const { key, record: before } = await unusedKey(lab);
    for (const _ of [1, 2, 3]) {
        const use = await tryCredential(lab, key.value);
        control(isAccepted(use), `the key does not work (${use.status})`);
    }
    const find = (exchange) => itemsOf(exchange)?.find((item) => item['id'] === before['id']);
    const { exchange } = await eventually(lab, () => readList(lab, lists.keys, '?size=100'), (reply) => count(find(reply)) > count(before) && Boolean(find(reply)?.['last_used_at']));
    const uses = lab.exchanges.filter(({ ask }) => ask.bearer === key.value).length;
    return { before, after: find(exchange) ?? before, uses, exchange };
});
const shared = { plan: 'core', needs: ['user'] };
/** The usage of keys (2.1.R3). */
export const keyUsageChecks = [
    {
        ...shared,
        id: 'keys.use-sets-last-used-at',
        level: 'should',
        rule: 'key-record.usage-visible',
        sees: ['keys.usage'],
        run: async (lab) => {
            const { after, exchange } = await usage(lab);
            if (!('last_used_at' in after))
                skip('the record has no last_used_at');
            const moment = after['last_used_at'];
            must.holds(typeof moment === 'string', 'a last_used_at after use', show(moment), exchange);
        },
    },
    {
        ...shared,
        id: 'keys.use-is-counted',
        level: 'should',
        rule: 'key-record.usage-visible',
        sees: ['keys.usage'],
        run: async (lab) => {
            const { before, after, uses, exchange } = await usage(lab);
            if (!('total_requests' in after))
                skip('the record has no total_requests');
            const grown = count(after) - count(before);
            const isRight = grown > 0 && grown <= uses;
            must.holds(isRight, `total_requests to grow by ${uses} uses`, `${grown} more`, exchange);
        },
    },
    {
        ...shared,
        id: 'keys.unused-key-counts-nothing',
        level: 'must',
        rule: 'key-record.total-requests',
        run: async (lab) => {
            const { record, exchange } = await unusedKey(lab);
            if (typeof record['total_requests'] !== 'number')
                skip('the record has no total_requests');
            must.equal(record['total_requests'], 0, exchange, 'total_requests');
        },
    },
    {
        ...shared,
        id: 'keys.count-never-falls',
        level: 'must',
        rule: 'key-record.total-requests',
        run: async (lab) => {
            const { before, after, exchange } = await usage(lab);
            if (!('total_requests' in after))
                skip('the record has no total_requests');
            const [first, last] = [count(before), count(after)];
            must.holds(last >= first, `at least ${first} requests`, String(last), exchange);
        },
    },
];
