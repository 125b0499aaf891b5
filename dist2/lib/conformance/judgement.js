import { rules } from '../contract/rules.js';
import { evidenceOf, excerpt, findingsOf } from './evidence.js';
import { isObject, show } from './json.js';
import { onPurpose } from './on-purpose.js';
import { Blocked, Finding, Findings, Inconclusive, Skipped } from './outcomes.js';
/** Runs a check on its own: whatever it throws is its verdict, and touches no other check. */
export async function judged(check, run) {
    try {
        const verdict = check.level === 'observe' ? 'observed' : 'pass';
        return { check, verdict, returned: await run() };
    }
    catch (thrown) {
        return { check, verdict: verdictOf(check, thrown), thrown };
    }
}
function verdictOf(check, thrown) {
    if (thrown instanceof Finding || thrown instanceof Findings)
        return broken[check.level];
    if (thrown instanceof Skipped)
        return 'skipped';
    if (thrown instanceof Blocked)
        return 'blocked';
    return thrown instanceof Inconclusive ? 'inconclusive' : 'error';
}
const broken = { must: 'fail', should: 'warn', observe: 'observed' };
/** A judgement as a report shows it. Masks come last, when all secrets of the run are known. */
export function toResult({ check, verdict, returned, thrown }, mask) {
    const { id, level, rule } = check;
    const { clause, says } = rules[rule];
    const message = thrown === undefined ? observed(returned) : reason(thrown, verdict);
    const command = verdict === 'fail' ? onPurpose(id) : undefined;
    const seen = returned === undefined ? {} : { observation: masked(returned, mask) };
    return {
        id,
        level,
        clause,
        rule,
        says,
        verdict,
        message: excerpt(mask(message)),
        instances: thrown instanceof Blocked ? 0 : findingsOf(thrown).length,
        ...seen,
        evidence: evidenceOf(thrown, mask),
        ...(command === undefined ? {} : { onPurpose: command }),
    };
}
const observed = (returned) => (returned === undefined ? '' : show(returned));
function reason(thrown, verdict) {
    if (!(thrown instanceof Error))
        return String(thrown);
    return verdict === 'error' ? (thrown.stack ?? thrown.message) : thrown.message;
}
function masked(value, mask) {
    if (typeof value === 'string')
        return mask(value);
    if (Array.isArray(value))
        return value.map((item) => masked(item, mask));
    if (!isObject(value))
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [mask(key), masked(inner, mask)]));
}
