/** The queries of a script, and where each of them stands in it. */
export const queriesOf = ({ match, }) => Array.isArray(match.query)
    ? match.query.map((query, index) => [query, ['match', 'query', index]])
    : match.query === undefined
        ? []
        : [[match.query, ['match', 'query']]];
/** The pattern between the slashes of a query that is a regular expression. */
export const patternOf = (query) => typeof query === 'string' ? /^\/(.+)\/$/s.exec(query)?.[1] : undefined;
/** The names of the groups in the queries of a script: each is a place that it can fill. */
export const groupsOf = (script) => queriesOf(script).flatMap(([query]) => Array.from((patternOf(query) ?? '').matchAll(/\(\?<([\p{L}_$][\p{L}\p{N}_$]*)>/gu), ([, name = '']) => name));
/** Regular expressions compile, and answer soon whatever they are asked. */
export const queryProblems = (script) => queriesOf(script).flatMap(([query, path]) => {
    const pattern = patternOf(query);
    if (pattern === undefined)
        return [];
    const reason = whyNotCompiling(pattern);
    if (reason !== undefined) {
        const says = `${String(query)} is no regular expression (${reason}); escape what is meant literally`;
        return [{ path, part: 'value', rule: 'regular-expression', says }];
    }
    const slow = repeatedRepetition(pattern);
    if (slow === undefined)
        return [];
    const says = `${slow} repeats what repeats already, which can take for ever on some queries; repeat once`;
    return [{ path, part: 'value', rule: 'slow-expression', says }];
});
function whyNotCompiling(pattern) {
    try {
        RegExp(pattern, 'i');
        return undefined;
    }
    catch (cause) {
        return cause instanceof Error ? cause.message.replace(/^.*: /, '') : String(cause);
    }
}
/** The first group that holds an unbounded repetition and is repeated without bound itself. */
function repeatedRepetition(pattern) {
    const open = [];
    const tokens = /\\.|\[(?:\\.|[^\]\\])*\]|[()]|[*+]|\{\d+,\}/gs;
    for (const { 0: token, index } of pattern.matchAll(tokens)) {
        const group = open.at(-1);
        if (token === '(')
            open.push({ from: index, repeats: false });
        else if (token === ')') {
            const { from, repeats } = open.pop() ?? { from: 0, repeats: false };
            const isRepeated = /^(?:[*+]|\{\d+,\})/.exec(pattern.slice(index + 1))?.[0];
            if (repeats && isRepeated !== undefined)
                return pattern.slice(from, index + 1 + isRepeated.length);
            const outer = open.at(-1);
            if (outer !== undefined)
                outer.repeats ||= repeats;
        }
        else if (group !== undefined && /^[*+{]/.test(token))
            group.repeats = true;
    }
    return undefined;
}
