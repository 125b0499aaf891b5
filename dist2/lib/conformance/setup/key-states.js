import { eventually } from '../eventually.js';
import { isAccepted, isRefusal } from '../must.js';
import { bearer } from './credentials.js';
import { deleteKey } from './deletion.js';
import { issuedKey, listedKey, setActive, tryCredential } from './keys.js';
/** A throwaway key, disabled; `again` is what a second disabling answers. */
export const disabledKey = (lab) => lab.once('the disabling of a key', async () => {
    const passage = await pass(lab, 'toggled', isRefusal, ({ id }) => setActive(lab, id, false));
    return { ...passage, again: await setActive(lab, passage.key.id, false) };
});
/** The disabled key, enabled again. */
export const enabledKey = (lab) => lab.once('the enabling of a key', async () => {
    await disabledKey(lab);
    return pass(lab, 'toggled', isAccepted, ({ id }) => setActive(lab, id, true));
});
/** A throwaway key, deleted; its `change` is undefined where no route for it was found. */
export const deletedKey = (lab) => lab.once('the deletion of a key', () => pass(lab, 'deleted', isRefusal, ({ id }) => deleteKey(lab, id)));
async function pass(lab, purpose, shows, act) {
    const key = await issuedKey(lab, purpose);
    const use = () => tryCredential(lab, key.value);
    const before = shows === isRefusal ? (await eventually(lab, use, isAccepted)).exchange : await use();
    const change = await act(key);
    const { exchange: after, delay } = await eventually(lab, use, shows);
    const { item } = await listedKey(lab, { id: key.id }, await bearer(lab));
    return { key, before, change, after, delay, record: item };
}
