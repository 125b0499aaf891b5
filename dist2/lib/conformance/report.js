export const verdicts = [
    'pass',
    'fail',
    'warn',
    'observed',
    'skipped',
    'blocked',
    'inconclusive',
    'error',
];
/** Counts the verdicts and groups the failures by the rule they break. */
export function toReport(target, plan, results, leftovers, calls, spent) {
    const count = (verdict) => results.filter((each) => each.verdict === verdict).length;
    const summary = Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)]));
    return {
        target,
        plan,
        summary: summary,
        causes: causesOf(results.filter((result) => result.verdict === 'fail')),
        results,
        leftovers,
        calls,
        spent,
    };
}
function causesOf(failures) {
    return [...Map.groupBy(failures, (failure) => failure.rule)].map(([rule, group]) => ({
        rule,
        instances: group.reduce((sum, failure) => sum + failure.instances, 0),
        checks: group.map((failure) => failure.id),
    }));
}
/**
 * The exit code that a report deserves: 0 green, 1 failures, 4 unreachable or mostly blocked,
 * 5 a budget that left something out, 6 too little decided, 7 an error of the suite itself,
 * 130 stopped before its end. `strict` counts warnings as failures.
 */
export function exitCode(report, strict = false) {
    if (report.interrupted)
        return 130;
    const { selected, decided, considered, blocked } = coverage(report);
    if (blocked > 0 && blocked * 2 > considered)
        return 4;
    if (report.summary.fail > 0 || (strict && report.summary.warn > 0))
        return 1;
    if (report.summary.error > 0)
        return 7;
    if (report.spent.overBudget)
        return 5;
    const isThin = decided < considered * leastDecided || decided <= selected * leastApplied;
    return isThin ? 6 : 0;
}
// A green run that decided less than this share of what applied, or skipped nearly all of what was
// selected (for want of credentials, mostly), would promise too much.
const leastDecided = 0.6;
const leastApplied = 0.2;
/** How many `must` checks applied, and what became of them. */
export function coverage(report) {
    const musts = report.results.filter(({ level }) => level === 'must');
    const considered = musts.filter(({ verdict }) => verdict !== 'skipped');
    return {
        selected: musts.length,
        considered: considered.length,
        decided: considered.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length,
        blocked: considered.filter(({ verdict }) => verdict === 'blocked').length,
    };
}
