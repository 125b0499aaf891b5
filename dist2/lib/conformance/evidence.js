import { Finding, Findings } from './outcomes.js';
const longestBody = 600;
const mostInstances = 5;
/** The exchanges behind what a check threw, fit to be shown to anyone. */
export function evidenceOf(outcome, mask) {
    const findings = findingsOf(outcome).slice(0, mostInstances);
    return findings.flatMap(({ exchange, expected, got }) => exchange
        ? [{ expected: mask(expected), got: excerpt(mask(got)), ...toEvidence(exchange, mask) }]
        : []);
}
/** The findings inside what a check threw, also those that made its set-up fail. */
export function findingsOf(outcome) {
    if (outcome instanceof Finding)
        return [outcome];
    if (outcome instanceof Findings)
        return outcome.all;
    return outcome instanceof Error ? findingsOf(outcome.cause) : [];
}
/** One exchange fit to be shown: masked first and cut after, so that no half secret is left. */
function toEvidence(exchange, mask) {
    const { ask, status, headers } = exchange;
    return {
        method: ask.method,
        path: mask(ask.path),
        status,
        headers: Object.fromEntries([...headers].map(([name, value]) => [name, name === 'set-cookie' ? '<COOKIE>' : mask(value)])),
        body: excerpt(mask(exchange.text || eventsText(exchange))),
        curl: curl(exchange, mask),
    };
}
/** A shell command that repeats an exchange. */
export function curl({ ask, url, events }, mask) {
    const headers = Object.entries(ask.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
    if (ask.bearer !== undefined)
        headers.push(`Authorization: Bearer ${ask.bearer}`);
    const body = ask.text ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
    if (body !== undefined && !('content-type' in (ask.headers ?? {}))) {
        headers.push('Content-Type: application/json');
    }
    return [
        events.length > 0 ? 'curl -iN' : 'curl -i',
        ask.method === 'GET' ? '' : `-X ${ask.method}`,
        quote(mask(url)),
        ...headers.map((header) => `-H ${quote(mask(header))}`),
        body === undefined ? '' : `-d ${quote(mask(body))}`,
    ]
        .filter(Boolean)
        .join(' ');
}
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
const eventsText = ({ events }) => events.map(({ event, data }) => `event: ${event ?? ''}\ndata: ${data}\n\n`).join('');
/** The beginning of a text that is too long to be shown whole. */
export const excerpt = (text, most = longestBody) => text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
