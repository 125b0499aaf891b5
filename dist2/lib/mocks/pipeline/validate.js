import { ApiError, InvalidInput } from '../api-error.js';
import { integerText } from '../behaviour/coerce.js';
import { memoize } from '../memoize.js';
import { problemOf } from './problems.js';
/** Checks query and body against their schemas; all problems at once (2.4). */
export function validate(visit) {
    const { policy } = visit.behaviour;
    const { query, body } = visit.takes;
    const problems = [];
    if (query !== undefined) {
        const parsed = parseQuery(query, visit.call.query);
        problems.push(...parsed.problems);
        visit.query = parsed.value;
    }
    if (body !== undefined) {
        refuseUnusable(visit);
        const parsed = parse(body, visit.received.value, 'body', policy.input.coerce);
        problems.push(...parsed.problems);
        visit.body = parsed.value;
    }
    if (problems.length > 0)
        throw new InvalidInput(problems);
}
/** A body that can't be checked at all: too large, of another type, or no JSON. */
function refuseUnusable({ received, behaviour }) {
    const { input } = behaviour.policy;
    if (received.problem === 'too-large')
        throw new ApiError('body-too-large', 'The request body is too large.');
    if (!received.saysJson && input.otherContentType !== undefined)
        throw new ApiError(input.otherContentType, 'Send the body as `content-type: application/json`.');
    if (received.problem !== 'unreadable')
        return;
    if (input.unreadableIsInvalid)
        throw new InvalidInput([
            {
                loc: ['body', received.position],
                msg: 'JSON decode error',
                type: 'json_invalid',
                input: {},
                ctx: { error: `Invalid JSON at character ${received.position}` },
            },
        ]);
    throw new ApiError('body-unreadable', `The request body is not JSON: it breaks off at character ${received.position}.`);
}
/** In a query everything is text, so a number written out is a number. */
const queryCoerce = (wanted, given) => (wanted === 'int' ? integerText(given) : undefined);
const parsers = new WeakMap();
function parseQuery(schema, query) {
    let parser = parsers.get(schema);
    if (parser === undefined) {
        parser = memoize((text) => {
            const given = Object.fromEntries(new URLSearchParams(text));
            return Object.freeze(parse(schema, given, 'query', queryCoerce));
        });
        parsers.set(schema, parser);
    }
    return parser(query);
}
function parse(schema, given, place, coerce) {
    let raw = given;
    let result = schema.safeParse(raw);
    if (!result.success) {
        raw = coerced(raw, result.error.issues, coerce);
        if (raw !== given)
            result = schema.safeParse(raw);
    }
    if (result.success)
        return { value: result.data, problems: [] };
    // One place has one problem: what else is wrong with the value follows from the first.
    const byPlace = Map.groupBy(result.error.issues, ({ path }) => path.join('\n'));
    const first = [...byPlace.values()].flatMap((issues) => issues.slice(0, 1));
    return { value: undefined, problems: first.map((issue) => problemOf(issue, given, place)) };
}
/** The input with near misses replaced, or the input itself where there are none. */
function coerced(given, issues, coerce) {
    if (typeof given !== 'object' || given === null)
        return given;
    let copy = given;
    for (const issue of issues) {
        const [field, ...deeper] = issue.path;
        if (issue.code !== 'invalid_type' || field === undefined || deeper.length > 0)
            continue;
        const wanted = wantedOf(issue.expected);
        const value = wanted && coerce(wanted, copy[field]);
        if (value !== undefined)
            copy = { ...copy, [field]: value };
    }
    return copy;
}
function wantedOf(expected) {
    if (expected === 'boolean' || expected === 'string')
        return expected;
    return expected === 'int' || expected === 'number' ? 'int' : undefined;
}
