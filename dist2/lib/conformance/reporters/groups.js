/**
 * Failures by their likely cause, the one behind most checks first: those that saw the same instead
 * of the same belong together, whatever rule they judge, and of the rest those of one rule.
 */
export function causeGroups(results) {
    const failed = results.filter(({ verdict }) => verdict === 'fail');
    const alike = [...Map.groupBy(failed, signature).values()];
    const single = alike.filter(({ length }) => length === 1).flat();
    const shared = alike.filter(({ length }) => length > 1);
    return [...shared, ...Map.groupBy(single, ({ rule }) => rule).values()]
        .map(toGroup)
        .toSorted((a, b) => b.failures.length - a.failures.length);
}
const signature = ({ id, evidence: [first] }) => first?.expected === undefined ? id : `expected ${first.expected}, got ${first.got ?? 'nothing'}`;
function toGroup(failures) {
    const rules = new Set(failures.map(({ says }) => says));
    const clauses = new Set(failures.map(({ clause }) => clause));
    const [first] = failures;
    return {
        title: (rules.size === 1 ? first?.says : first && signature(first)) ?? '',
        clauses: [...clauses].toSorted().join(', '),
        instances: failures.reduce((sum, { instances }) => sum + instances, 0),
        failures,
    };
}
/** `1 cause, 13 checks`: how much there really is to repair. */
export function causesTitle(groups) {
    const checks = groups.reduce((sum, { failures }) => sum + failures.length, 0);
    return `${counted(groups.length, 'cause')}, ${counted(checks, 'check')}`;
}
/** The checks that came to no verdict by their reason, the one that most share first. */
export function undecidedGroups({ results }) {
    return ['blocked', 'inconclusive', 'skipped'].flatMap((verdict) => {
        const undecided = results.filter((result) => result.verdict === verdict);
        return [...Map.groupBy(undecided, ({ message }) => message)]
            .map(([reason, group]) => ({ verdict, reason, results: group }))
            .toSorted((a, b) => b.results.length - a.results.length);
    });
}
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
export const ids = (results) => results.map(({ id }) => id);
