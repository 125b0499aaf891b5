import { note } from '../state/audit-log.js';
/** Writes an operation that succeeded to the audit log, where its row in the contract says so. */
export function audit(visit, outcome) {
    const { audited, access } = visit.endpoint;
    if (audited === undefined)
        return;
    const actor = access === 'public' ? userIn(outcome) : visit.caller.user;
    note(visit.world, actor, audited, visit.found?.id ?? idIn(outcome));
}
/** Who has signed in. */
const userIn = (outcome) => outcome?.user;
/** The record that was made. */
function idIn(outcome) {
    const made = outcome;
    return made?.id ?? made?.record?.id ?? null;
}
