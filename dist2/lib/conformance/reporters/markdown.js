import { verdicts } from '../report.js';
import { conclusion } from './conclusion.js';
import { causeGroups, causesTitle, counted, ids, undecidedGroups } from './groups.js';
import { standingLines } from './standing.js';
/** The report as Markdown, fit for a pull request or the summary of a workflow's step. */
export function toMarkdown(report, strict = false, standing) {
    const groups = causeGroups(report.results);
    const of = (verdict) => report.results.filter((result) => result.verdict === verdict);
    return [
        `## Conformance of ${code(report.target)}`,
        `${conclusion(report, strict)} Plan ${code(report.plan)}.`,
        counts(report),
        ...(standing ? [standingLines(standing).map(plain).join('  \n')] : []),
        ...section(causesTitle(groups), groups.map(cause)),
        ...chapter('Failures', of('fail')),
        ...chapter('Errors of the suite', of('error')),
        ...chapter('Warnings', of('warn')),
        ...section('Not decided', undecidedGroups(report).map(reason)),
        ...section('Left behind', report.leftovers.map(code)),
        '',
    ].join('\n\n');
}
function counts({ summary }) {
    const shown = verdicts.filter((verdict) => summary[verdict] > 0);
    return [
        row(shown),
        row(shown.map(() => '---:')),
        row(shown.map((verdict) => summary[verdict])),
    ].join('\n');
}
const row = (cells) => `| ${cells.join(' | ')} |`;
const section = (title, items) => items.length === 0 ? [] : [`### ${title}`, items.map((item) => `- ${item}`).join('\n')];
const chapter = (title, results) => results.length === 0 ? [] : [`### ${title}`, ...results.map(details)];
const cause = ({ title, clauses, instances, failures }) => `**${plain(title)}** (${clauses}): ${counted(failures.length, 'check')}, ${counted(instances, 'instance')}: ${ids(failures).map(code).join(', ')}`;
const reason = ({ verdict, reason: why, results }) => `${verdict} ×${results.length}: ${plain(why)} (${ids(results).map(code).join(', ')})`;
function details({ id, clause, says, message, instances, evidence: [first], onPurpose, }) {
    const more = instances > 1 ? ` (first of ${instances} instances)` : '';
    const saw = first?.expected === undefined
        ? [`- ${code(message)}`]
        : [`- expected ${code(first.expected)}${more}`, `- got ${code(first.got ?? '')}`];
    return [
        `#### ${code(id)} (${clause})`,
        plain(says),
        saw.join('\n'),
        ...(first ? [fenced(first.curl)] : []),
        ...(onPurpose ? [`See it on purpose: ${code(onPurpose)}`] : []),
    ].join('\n\n');
}
/** Text of any origin as a span of code: nothing in it can end the span, or begin anything else. */
function code(text) {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    const ticks = fenceFor(line, 1);
    const pad = /^`|`$/.test(line) ? ' ' : '';
    return `${ticks}${pad}${line}${pad}${ticks}`;
}
function fenced(text) {
    const fence = fenceFor(text, 3);
    return `${fence}sh\n${text}\n${fence}`;
}
/** A run of backticks that is longer than any in the text. */
function fenceFor(text, least) {
    const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length + 1);
    return '`'.repeat(Math.max(least, ...runs));
}
/** Prose of any origin: its own spans of code stay, and nothing else in it is markup. */
const plain = (text) => text
    .replaceAll(/\s+/g, ' ')
    .split(/`([^`]+)`/)
    .map((part, index) => index % 2 === 1 ? code(part) : part.replaceAll(special, String.raw `\$&`))
    .join('');
const special = /[\\`*_[\]<>&|~#@]/g;
