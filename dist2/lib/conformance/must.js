import { at, member, show } from './json.js';
import { Blocked, Finding, Findings, Inconclusive, SetUpFailed, Skipped } from './outcomes.js';
export { Inconclusive } from './outcomes.js';
/** Assertions. Each throws a `Finding`; whether that fails or warns is the check's level alone. */
export const must = {
    /** The reply has one of these statuses. */
    status(exchange, ...wanted) {
        const expected = `status ${wanted.join(' or ')}`;
        must.holds(wanted.includes(exchange.status), expected, `status ${exchange.status}`, exchange);
    },
    /** The reply has a 2xx status. */
    accept(exchange) {
        must.holds(isAccepted(exchange), 'a 2xx status', `status ${exchange.status}`, exchange);
    },
    /** The reply is a refusal, any 4xx: where the spec names no status. */
    refuse(exchange) {
        must.holds(isRefusal(exchange), 'a 4xx refusal', `status ${exchange.status}`, exchange);
    },
    /**
     * The error carries one of these codes. A body without any code blocks the check: the rules of
     * the error envelope judge that, once.
     */
    code(exchange, ...wanted) {
        const code = errorCode(exchange);
        if (code === undefined)
            throw new Blocked('the error body has no string `error`');
        must.holds(wanted.includes(code), `code ${wanted.join(' or ')}`, `code ${code}`, exchange);
    },
    equal(got, wanted, exchange, what = 'value') {
        const same = JSON.stringify(got) === JSON.stringify(wanted);
        must.holds(same, `${what} ${show(wanted)}`, show(got), exchange);
    },
    /** The value satisfies a schema of contract/records/specified.ts; `what` names the value. */
    match(schema, value, exchange, what = 'the body') {
        const issue = schema.safeParse(value).error?.issues[0];
        if (issue === undefined)
            return;
        const place = [what, ...issue.path.map(String)].join('.');
        const wanted = 'expected' in issue ? String(issue.expected) : issue.code.replaceAll('_', ' ');
        throw new Finding(`${place} to be ${wanted}`, show(at(value, issue.path)), exchange);
    },
    holds(condition, expected, got, exchange) {
        if (!condition)
            throw new Finding(expected, got, exchange);
    },
    /** Judges a shared set-up itself: what it found counts against this check, not as a blocker. */
    async succeed(setUp) {
        try {
            return await setUp;
        }
        catch (error) {
            throw error instanceof SetUpFailed ? error.cause : error;
        }
    },
};
/** Ends the check: it does not apply here, and why. */
export function skip(reason) {
    throw new Skipped(reason);
}
/** A positive control: unless it holds, what follows would prove nothing. */
export function control(condition, otherwise) {
    if (!condition)
        throw new Inconclusive(otherwise);
}
/** Judges every instance of a rule, in order, and reports all that break it. */
export async function each(instances, judge) {
    const seen = [];
    const findings = [];
    const undecided = [];
    for (const instance of instances) {
        try {
            seen.push(await judge(instance));
        }
        catch (error) {
            if (error instanceof Finding)
                findings.push(error);
            else if (error instanceof Findings)
                findings.push(...error.all);
            else if (isUndecided(error))
                undecided.push(error);
            else
                throw error;
        }
    }
    if (findings.length > 0)
        throw new Findings(findings);
    const unclear = undecided.find((outcome) => !(outcome instanceof Skipped));
    if (unclear)
        throw unclear;
    if (seen.length === 0)
        throw undecided[0] ?? new Skipped('there was nothing to judge');
    return seen;
}
/** Tells what left something undecided from what broke a rule, or is a defect of the suite. */
export const isUndecided = (error) => error instanceof Blocked || error instanceof Inconclusive || error instanceof Skipped;
export const isAccepted = (exchange) => exchange.status >= 200 && exchange.status < 300;
export const isRefusal = (exchange) => exchange.status >= 400 && exchange.status < 500;
/** The machine-readable code of an error body, where it has one. */
export function errorCode(exchange) {
    const code = member(exchange.json, 'error');
    return typeof code === 'string' && code !== '' ? code : undefined;
}
