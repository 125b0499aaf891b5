import { specifiedKey } from '../../contract/records/specified.js';
import { member, show } from '../json.js';
import { control, isAccepted, must } from '../must.js';
import { bearer } from '../setup/credentials.js';
import { disabledKey, enabledKey } from '../setup/key-states.js';
import { issuedKey, recordIn, setActive } from '../setup/keys.js';
import { lists } from '../setup/lists.js';
import { unknownId } from '../setup/unknown-id.js';
import { keyExpirationChecks } from './key-expiry.js';
import { keyDeletionChecks } from './key-deletion.js';
import { keyOwnershipChecks } from './key-ownership.js';
import { keyUsageChecks } from './key-usage.js';
import { object, refuses } from './invalid-input.js';
const core = { plan: 'core', needs: ['user'] };
/** The use of a disabled key, once it has been shown that the key worked before. */
async function refusedUse(lab) {
    const { before, after, delay } = await disabledKey(lab);
    control(isAccepted(before), `the key did not work before (${before.status})`);
    return { after, delay };
}
const switching = [
    {
        ...core,
        id: 'keys.disabling-answers-200',
        level: 'must',
        rule: 'keys.set-active',
        run: async (lab) => {
            const { change, record } = await disabledKey(lab);
            must.status(change, 200);
            control(recordIn(change.json) !== undefined || record?.['is_active'] === false, noRecord);
        },
    },
    {
        ...core,
        id: 'keys.disabling-shows-the-record',
        level: 'must',
        rule: 'keys.set-active',
        run: async (lab) => {
            const { change } = await disabledKey(lab);
            must.equal(member(change.json, 'is_active'), false, change, 'a bare record with is_active');
            must.match(specifiedKey.shape.key_prefix, member(change.json, 'key_prefix'), change);
        },
    },
    {
        ...core,
        id: 'keys.disabling-shows-the-same-id',
        level: 'must',
        rule: 'key-record.id',
        run: async (lab) => {
            const { key, change } = await disabledKey(lab);
            const record = recordIn(change.json);
            control(record !== undefined, noRecord);
            must.equal(record['id'], key.id, change, 'id');
        },
    },
    {
        ...core,
        id: 'keys.disabled-is-rejected',
        level: 'must',
        rule: 'keys.disable',
        run: async (lab) => {
            const { after, delay } = await refusedUse(lab);
            must.refuse(after);
            return { delay: Math.round(delay) };
        },
    },
    {
        ...core,
        id: 'keys.disabled-is-401',
        level: 'must',
        rule: 'credentials.disabled',
        run: async (lab) => must.status((await refusedUse(lab)).after, 401),
    },
    {
        ...core,
        id: 'keys.disabled-is-unauthorized',
        level: 'must',
        rule: 'credentials.disabled',
        sees: ['auth.disabled-key-code'],
        run: async (lab) => must.code((await refusedUse(lab)).after, 'unauthorized'),
    },
    {
        ...core,
        id: 'keys.disabled-record-is-kept',
        level: 'must',
        rule: 'keys.disable',
        run: async (lab) => {
            const { record, change } = await disabledKey(lab);
            must.equal(record?.['is_active'], false, change, 'the listed is_active');
        },
    },
    {
        ...core,
        id: 'keys.disabling-twice-is-accepted',
        level: 'should',
        rule: 'keys.set-active',
        run: async (lab) => must.status((await disabledKey(lab)).again, 200),
    },
    {
        ...core,
        id: 'keys.enabling-answers-200',
        level: 'must',
        rule: 'keys.set-active',
        run: async (lab) => {
            const { change } = await enabledKey(lab);
            must.status(change, 200);
            must.equal(recordIn(change.json)?.['is_active'], true, change, 'is_active');
        },
    },
    {
        ...core,
        id: 'keys.enabled-authenticates-again',
        level: 'must',
        rule: 'keys.enable',
        run: async (lab) => {
            const { before, after } = await enabledKey(lab);
            control(!isAccepted(before), 'the key was never out of use');
            must.accept(after);
        },
    },
];
const noRecord = 'the reply shows no record';
const patch = async (lab, body) => ({
    method: 'PATCH',
    path: `${lists.keys}/${(await issuedKey(lab, 'second')).id}/active`,
    bearer: await bearer(lab),
    body,
});
const update = {
    ...core,
    rule: 'keys.set-active-body',
    breaks: 'is_active',
    control: async (lab) => (await disabledKey(lab)).change,
};
async function unknownPatch(lab) {
    const { key, change } = await disabledKey(lab);
    control(isAccepted(change), 'no key can be disabled');
    return lab.once('the disabling of an unknown key', () => setActive(lab, unknownId(key.id), false));
}
const inputs = [
    refuses({ ...update, id: 'keys.is-active-is-required', ask: (lab) => patch(lab, {}) }),
    refuses({
        ...update,
        id: 'keys.is-active-is-not-an-object',
        ask: (lab) => patch(lab, { is_active: object }),
    }),
    {
        ...core,
        id: 'keys.is-active-coercion',
        level: 'observe',
        rule: 'keys.set-active-body',
        sees: ['errors.coercion'],
        run: async (lab) => {
            const { id } = await issuedKey(lab, 'second');
            const answers = {};
            for (const near of ['true', 1, 'yes']) {
                const { status, json } = await setActive(lab, id, near);
                answers[show(near)] = { status, is_active: recordIn(json)?.['is_active'] };
            }
            await setActive(lab, id, true);
            return answers;
        },
    },
    {
        ...core,
        id: 'keys.unknown-key-is-404',
        level: 'must',
        rule: 'errors.not-found',
        run: async (lab) => must.status(await unknownPatch(lab), 404),
    },
    {
        ...core,
        id: 'keys.unknown-key-is-not-found',
        level: 'should',
        rule: 'errors.not-found',
        sees: ['errors.missing-resource-code'],
        run: async (lab) => must.code(await unknownPatch(lab), 'not_found'),
    },
];
/** What becomes of a key after its creation (3, 4.1, 5.R7). */
export const keyLifecycleChecks = [
    ...switching,
    ...inputs,
    ...keyOwnershipChecks,
    ...keyUsageChecks,
    ...keyDeletionChecks,
    ...keyExpirationChecks,
];
