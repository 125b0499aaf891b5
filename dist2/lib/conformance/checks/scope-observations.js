import { scopes } from '../../contract/scopes.js';
import { isAccepted } from '../must.js';
import { fullValue, postKey, recordIn, scopedKey } from '../setup/keys.js';
import { callOperation, operations } from '../setup/operations.js';
const core = { plan: 'core', needs: ['user'], level: 'observe' };
const unlisted = [
    'keys',
    'conversations',
    'update conversation',
    'resume',
    'verify',
];
/** The statuses that keys of each scope get where the table names no scope. */
async function observeMatrix(lab) {
    const matrix = {};
    for (const name of unlisted) {
        const row = {};
        for (const scope of scopes) {
            row[scope] = (await callOperation(lab, name, await scopedKey(lab, scope)))?.status;
        }
        matrix[operations[name].says] = row;
    }
    return matrix;
}
/** What keys made with `agents` and `kb` in one string may read, by the way they are written. */
async function observeSeveral(lab) {
    const seen = {};
    for (const separator of [',', ' ', ';']) {
        const written = ['agents', 'kb'].join(separator);
        const creation = await postKey(lab, { name: lab.name('key'), scopes: written });
        const value = fullValue(creation.json)?.value;
        if (typeof value !== 'string') {
            seen[written] = { created: creation.status };
            continue;
        }
        seen[written] = {
            stored: recordIn(creation.json)?.['scopes'] ?? null,
            agents: (await callOperation(lab, 'agents', value))?.status,
            'knowledge bases': (await callOperation(lab, 'knowledge bases', value))?.status,
        };
    }
    return seen;
}
/** Where the table of scopes is silent (5). */
export const scopeObservations = [
    { ...core, id: 'scopes.unlisted-operations', rule: 'scopes.refusal', run: observeMatrix },
    {
        ...core,
        id: 'scopes.escalation',
        rule: 'scopes.refusal',
        run: async (lab) => {
            const key = await scopedKey(lab, 'chat');
            const creation = await postKey(lab, { name: lab.name('key') }, key);
            return {
                'a chat key creates a key with full access': isAccepted(creation),
                status: creation.status,
            };
        },
    },
    { ...core, id: 'scopes.several-in-one', rule: 'scopes.several', run: observeSeveral },
];
