import { nearest } from '../../contract/nearest.js';
import { kindNames, kinds } from '../state/kinds.js';
import { ControlError } from './control-error.js';
import { jsonReply } from './control-visit.js';
import { deleteRecord } from './delete-record.js';
import { checkRecord } from './check-record.js';
import { pageIn } from './page-in.js';
import { unknownName } from './stock.js';
const collectionOf = ({ store }, kind) => store[kinds[kind]];
function kindOf(name) {
    const kind = kindNames.find((one) => one === name);
    if (kind === undefined)
        throw unknownName('kind of record', name, kindNames, 404);
    return kind;
}
/** A page of the records of a kind, in the order of their creation. Throws `ControlError`. */
export function listRecords(world, kindName, filter = {}) {
    const { owner, q } = filter;
    const wanted = q?.toLowerCase();
    const user = world.store.users.inOrder().find(({ email }) => email === owner);
    const records = collectionOf(world, kindOf(kindName))
        .inOrder()
        .filter((record) => owner === undefined || belongsTo(record, user?.id ?? owner))
        .filter((record) => !wanted || JSON.stringify(record).toLowerCase().includes(wanted));
    return pageIn(records, filter);
}
const belongsTo = (record, owner) => Object.entries(record).some(([field, value]) => field.endsWith('_id') && value === owner);
/** A record as it is stored. Throws `ControlError` 404. */
export function readRecord(world, kindName, id) {
    const kind = kindOf(kindName);
    const record = collectionOf(world, kind).get(id);
    if (record !== undefined)
        return record;
    const ids = collectionOf(world, kind)
        .inOrder()
        .map((one) => one.id);
    const guess = nearest(id, ids);
    const hint = guess === undefined ? '' : ` Did you mean \`${guess}\`?`;
    throw new ControlError(404, `There is no record \`${id}\` among the ${ids.length} ${kind}.${hint}`);
}
/** Adds a record, with an id of its own unless one is given. Throws `ControlError`. */
export async function addRecord(world, kindName, given) {
    const kind = kindOf(kindName);
    const id = world.random.uuid('record', kind);
    const record = await checkRecord(kind, { id, ...asFields(given) });
    if (collectionOf(world, kind).get(record.id) !== undefined)
        throw new ControlError(409, `There is a record \`${record.id}\` among the ${kind} already.`);
    collectionOf(world, kind).insert(record);
    settle(world, kind, record);
    return record;
}
/** Puts fields in the place of others; what else the platform would do does not happen. Throws `ControlError`. */
export async function changeRecord(world, kindName, id, given) {
    const kind = kindOf(kindName);
    const change = asFields(given);
    if ('id' in change && change['id'] !== id)
        throw new ControlError(422, 'The id of a record stays what it is: add another record.');
    const checked = await checkRecord(kind, { ...readRecord(world, kindName, id), ...change });
    const changed = collectionOf(world, kind).update(readRecord(world, kindName, id), checked);
    settle(world, kind, changed);
    return changed;
}
/** Deletes a record, and what would dangle without it. Throws `ControlError` 404. */
export function removeRecord(world, kindName, id) {
    readRecord(world, kindName, id);
    const kind = kindOf(kindName);
    if (kind === 'settings')
        throw new ControlError(409, 'A world has settings as long as it lasts: change them.');
    deleteRecord(world, kind, id);
}
function asFields(given) {
    if (typeof given === 'object' && given !== null && !Array.isArray(given))
        return given;
    throw new ControlError(422, 'Send fields with their values, as in {"title": "Another"}.');
}
/** Keeps true what is derived from a record. */
function settle(world, kind, record) {
    if (kind === 'documents')
        world.indexes.delete(String(record['kb_id']));
    if (kind === 'api_keys')
        world.keyring.valueOf(record.id);
}
const named = ({ params }) => [params['kind'] ?? '', params['id'] ?? ''];
export const recordRoutes = {
    'GET records': ({ world }) => ({
        kinds: kindNames.map((kind) => ({ kind, total: world.store[kinds[kind]].size })),
    }),
    'GET records/{kind}': ({ world, params, query }) => listRecords(world, params['kind'] ?? '', {
        owner: query.get('owner') ?? undefined,
        q: query.get('q') ?? undefined,
        page: Number(query.get('page') ?? 1),
        size: Number(query.get('size') ?? 20),
    }),
    'POST records/{kind}': async ({ world, params, body }) => jsonReply(201, await addRecord(world, params['kind'] ?? '', body)),
    'GET records/{kind}/{id}': (visit) => readRecord(visit.world, ...named(visit)),
    'PATCH records/{kind}/{id}': (visit) => changeRecord(visit.world, ...named(visit), visit.body),
    'DELETE records/{kind}/{id}': (visit) => removeRecord(visit.world, ...named(visit)),
};
