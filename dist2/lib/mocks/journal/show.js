import { codeIn } from '../state/journal.js';
import { maskQuery, maskText } from './mask.js';
/** A call as one line of its journal. */
export const lineOf = ({ name, seed }, entry) => ({
    number: entry.number,
    time: iso(entry.at),
    world: name,
    seed,
    method: entry.method,
    path: maskText(entry.path),
    query: maskQuery(entry.query),
    endpoint: entry.endpoint ?? null,
    caller: entry.caller === undefined ? null : { ...entry.caller, key: entry.caller.key ?? null },
    scenario: entry.scenario ?? null,
    status: entry.status ?? null,
    code: codeIn(entry) ?? null,
    condition: ['success', 'fault'].includes(entry.outcome) ? null : entry.outcome,
    faults: entry.faults,
    ms: entry.ms,
    explanation: entry.explanation ?? null,
    stream: entry.ledger === undefined ? null : streamLine(entry.ledger),
});
const iso = (at) => new Date(at).toISOString();
const streamLine = ({ state, count, bytes, endedAt }) => ({
    state,
    events: count,
    bytes,
    ended_at: endedAt === undefined ? null : iso(endedAt),
});
