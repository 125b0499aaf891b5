import { eventually } from '../eventually.js';
import { control, isAccepted, must, skip } from '../must.js';
import { otherBearer } from '../setup/credentials.js';
import { deleteKey } from '../setup/deletion.js';
import { deletedKey } from '../setup/key-states.js';
import { issuedKey, tryCredential } from '../setup/keys.js';
const shared = { plan: 'core', needs: ['user'], level: 'must' };
/** A deleted key in use, once it has been shown that the key worked before. */
async function deleted(lab) {
    const passage = await deletedKey(lab);
    if (passage.change === undefined)
        skip('no route that deletes a key was found');
    control(isAccepted(passage.before), `the key did not work before (${passage.before.status})`);
    return passage;
}
/** The permanent deletion of keys (3, 4.1, 5.R7). */
export const keyDeletionChecks = [
    {
        ...shared,
        id: 'keys.deletion-route',
        level: 'observe',
        rule: 'keys.deletion-exists',
        sees: ['keys.delete-operation'],
        run: async (lab) => {
            const { change } = await deletedKey(lab);
            return change ? { route: change.route, status: change.exchange.status } : { route: null };
        },
    },
    {
        ...shared,
        id: 'keys.deleted-is-rejected',
        rule: 'keys.delete',
        run: async (lab) => must.refuse((await deleted(lab)).after),
    },
    {
        ...shared,
        id: 'keys.deleted-is-an-invalid-token',
        rule: 'credentials.deleted',
        sees: ['auth.deleted-key-code'],
        run: async (lab) => must.code((await deleted(lab)).after, 'invalid_token'),
    },
    {
        ...shared,
        id: 'keys.other-user-cannot-delete',
        rule: 'keys.delete',
        needs: ['user', 'other-user'],
        sees: ['keys.ownership'],
        run: async (lab) => {
            await deleted(lab);
            // Of no more use to anyone: where it is deleted all the same, no other check needs it.
            const { id, value } = await issuedKey(lab, 'counted');
            const other = await otherBearer(lab);
            const before = await eventually(lab, () => tryCredential(lab, value), isAccepted);
            control(before.settled, 'the key did not work before');
            control(isAccepted(await tryCredential(lab, other)), 'the other user is refused everywhere');
            await deleteKey(lab, id, other);
            // How a deletion is answered is not shown, so its effect alone counts.
            must.accept(await tryCredential(lab, value));
        },
    },
    {
        ...shared,
        id: 'keys.deleted-is-not-listed',
        rule: 'keys.delete',
        run: async (lab) => {
            const { record, change } = await deleted(lab);
            must.holds(record === undefined, 'no such key in the list', 'its record', change?.exchange);
        },
    },
];
