import { eventually } from '../eventually.js';
import { control, isAccepted, isRefusal, must } from '../must.js';
import { otherBearer } from '../setup/credentials.js';
import { keyRecord } from '../setup/key-records.js';
import { issuedKey, listedKey, setActive, tryCredential } from '../setup/keys.js';
const shared = { level: 'must', plan: 'core', needs: ['user', 'other-user'] };
/** Keys belong to one user (3, 4.1). */
export const keyOwnershipChecks = [
    {
        ...shared,
        id: 'keys.other-user-cannot-disable',
        rule: 'keys.owner-alone',
        sees: ['keys.ownership'],
        run: async (lab) => {
            const { id, value } = await issuedKey(lab, 'second');
            const other = await otherBearer(lab);
            const before = await eventually(lab, () => tryCredential(lab, value), isAccepted);
            control(before.settled, 'the key did not work before');
            control(isAccepted(await tryCredential(lab, other)), 'the other user is refused everywhere');
            const attempt = await setActive(lab, id, false, other);
            const after = await tryCredential(lab, value);
            if (isAccepted(attempt))
                await setActive(lab, id, true);
            must.refuse(attempt);
            must.accept(after);
        },
    },
    {
        ...shared,
        id: 'keys.other-user-cannot-enable',
        rule: 'keys.owner-alone',
        sees: ['keys.ownership'],
        run: async (lab) => {
            const { id, value } = await issuedKey(lab, 'second');
            const other = await otherBearer(lab);
            control(isAccepted(await tryCredential(lab, other)), 'the other user is refused everywhere');
            await setActive(lab, id, false);
            const before = await eventually(lab, () => tryCredential(lab, value), isRefusal);
            const attempt = await setActive(lab, id, true, other);
            const after = await tryCredential(lab, value);
            await setActive(lab, id, true);
            control(before.settled, 'the key was never out of use');
            must.refuse(attempt);
            must.refuse(after);
        },
    },
    {
        ...shared,
        id: 'keys.other-user-does-not-see-it',
        rule: 'keys.list',
        run: async (lab) => {
            const { key } = await keyRecord(lab, 'full');
            const { item, exchange } = await listedKey(lab, { id: key.id }, await otherBearer(lab));
            must.holds(item === undefined, "only the other user's own keys", `key ${key.id}`, exchange);
        },
    },
];
