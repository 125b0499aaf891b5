import { eventually } from '../eventually.js';
import { show } from '../json.js';
import { control, isAccepted, isRefusal, must, skip } from '../must.js';
import { fullKey, listedKey, postKey, readKey, recordIn, tryCredential } from '../setup/keys.js';
import { lists, readList } from '../setup/lists.js';
const candidates = ['expires_at', 'expires', 'expiration', 'expiration_date'];
/** A key that expires a second after its creation, by the clock of the target. */
export const expiringKey = (lab) => lab.once('a key that expires', async () => {
    for (const field of candidates) {
        const found = await issueExpiring(lab, field);
        if (found)
            return found;
    }
    return undefined;
});
async function issueExpiring(lab, field) {
    const date = (await readList(lab, lists.keys, '?size=1')).headers.get('date');
    control(date !== null, 'the target tells no time in a Date header');
    const expiresAt = Date.parse(date) + lifetime;
    const name = lab.name('key');
    const exchange = await postKey(lab, { name, [field]: new Date(expiresAt).toISOString() });
    if (!isAccepted(exchange))
        return undefined;
    const key = await readKey(lab, exchange);
    const record = recordIn(exchange.json);
    const stored = record && 'expires_at' in record ? record : (await listedKey(lab, { name })).item;
    // In whichever form it is written, null and absent say that the field was not known.
    if (!stored?.['expires_at'])
        return undefined;
    return { field, key, shown: stored['expires_at'], expiresAt, overAt: lab.now() + lifetime + 100 };
}
// The Date header counts whole seconds, so a shorter life could be over before it began.
const lifetime = 1000;
async function expiring(lab) {
    return (await expiringKey(lab)) ?? skip('no field that sets an expiry was found');
}
const shared = { plan: 'core', needs: ['user'] };
/** How a key is given an expiry (4.1). */
export const keyExpirationChecks = [
    {
        ...shared,
        id: 'keys.expiration-field',
        level: 'observe',
        rule: 'keys.expiration',
        run: async (lab) => ({ field: (await expiringKey(lab))?.field ?? null }),
    },
    {
        ...shared,
        id: 'keys.expiry-shows-in-the-record',
        level: 'should',
        rule: 'key-record.moments',
        sees: ['records.timestamps'],
        run: async (lab) => {
            const { shown, expiresAt, key } = await expiring(lab);
            const isNaive = !/(?:Z|[+-]\d\d:?\d\d)$/.test(String(shown));
            const moment = Date.parse(isNaive ? `${shown}Z` : String(shown));
            const wanted = new Date(expiresAt).toISOString();
            const isRight = Math.abs(moment - expiresAt) <= 1000;
            must.holds(isRight, `expires_at ${wanted}`, show(shown), key.exchange);
        },
    },
];
/** The expiry of keys (3, 5); it takes a second, which other checks may fill. */
export const keyExpiryChecks = [
    {
        ...shared,
        id: 'keys.expired-is-rejected',
        level: 'must',
        rule: 'credentials.expiry',
        sees: ['auth.expired-key'],
        run: async (lab) => {
            const { key, expiresAt, overAt } = await expiring(lab);
            control(isAccepted(await tryCredential(lab, await fullKey(lab))), 'no key works here');
            await lab.sleep(Math.max(0, overAt - lab.now()));
            const use = () => tryCredential(lab, key.value);
            const { exchange } = await eventually(lab, use, isRefusal);
            const time = Date.parse(exchange.headers.get('date') ?? '');
            // A target whose clock stands still has not seen the moment pass.
            if (isAccepted(exchange))
                control(time > expiresAt, 'its clock is not there yet');
            must.refuse(exchange);
        },
    },
];
