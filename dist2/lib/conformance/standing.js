import { exitCode, verdicts } from './report.js';
/** Tells new failures from known, expired and stale ones; `today` as `2026-11-21`. */
export function compareToBaseline(report, baseline, today, strict = false) {
    const results = new Map(report.results.map((result) => [result.id, result]));
    const verdictOf = ({ check }) => results.get(check)?.verdict;
    const isBroken = (entry) => ['fail', 'warn'].includes(verdictOf(entry) ?? '');
    const isStale = (entry) => ['pass', 'observed'].includes(verdictOf(entry) ?? '');
    const isExpired = ({ expires }) => expires < today;
    const broken = baseline.filter(isBroken);
    const names = new Set(baseline.map(({ check }) => check));
    return {
        fresh: failures(report, strict).filter(({ id }) => !names.has(id)),
        known: broken.filter((entry) => !isExpired(entry)),
        expired: broken.filter(isExpired),
        stale: baseline.filter(isStale),
        undecided: baseline.filter((entry) => !isBroken(entry) && !isStale(entry)),
    };
}
/** The failures of a run; with `strict`, the warnings too. */
const failures = ({ results }, strict) => results.filter(({ verdict }) => verdict === 'fail' || (strict && verdict === 'warn'));
/** The report with failures that are excused as skipped ones, and by whom they are excused. */
export const excused = (report, known) => withVerdict(report, known, 'skipped');
/** The exit code of a run with a baseline: as `exitCode`, and 2 for a stale or expired baseline. */
export function exitCodeAgainst(report, standing, strict = false) {
    const { known, expired, stale } = standing;
    // A known failure is as much of a decision as a pass.
    const code = exitCode(withVerdict(report, [...known, ...expired], 'pass'), strict);
    return stale.length + expired.length > 0 && (code === 0 || code === 6) ? 2 : code;
}
function withVerdict(report, known, verdict) {
    const entries = new Map(known.map((entry) => [entry.check, entry]));
    const results = report.results.map((result) => {
        const entry = entries.get(result.id);
        return entry ? { ...result, verdict, message: excuseOf(entry) } : result;
    });
    const counts = verdicts.map((each) => [
        each,
        results.filter((one) => one.verdict === each).length,
    ]);
    const causes = report.causes.flatMap(({ checks, ...cause }) => {
        const left = checks.filter((check) => !entries.has(check));
        return left.length > 0 ? [{ ...cause, checks: left }] : [];
    });
    return { ...report, summary: Object.fromEntries(counts), causes, results };
}
const excuseOf = ({ owner, reason, expires }) => `a known failure until ${expires} (${owner}: ${reason})`;
/** The baseline of a run: what `before` says of a failure stays, else it is to be filled in. */
export function toBaseline(report, before, expires, strict = false) {
    return failures(report, strict).map(({ id }) => before.find(({ check }) => check === id) ?? { check: id, owner: '', reason: '', expires });
}
