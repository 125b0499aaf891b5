import { isAssumed } from './coverage.js';
/** What a client under test has exercised, and what it relies on, for people to read. */
export function coverageMarkdown(report) {
    const { world, calls, choices, assumed } = report;
    const whose = world === null ? 'all worlds' : `world \`${world}\``;
    const assumptions = choices.relied_on.filter(isAssumed);
    return [
        `# Coverage of ${whose}`,
        `${calls} calls. **Your tests rely on these ${assumed} assumed behaviours**, which the ` +
            'specification leaves open or contradicts:',
        table(['Choice', 'Question', 'Played as', 'Clause', 'Calls', 'First'], assumptions.map(rowOf)),
        section('Operations', report.endpoints),
        section('Error codes', report.errors),
        section('Events', report.events),
        `## Choices that no call relied on\n\n${listOf(choices.never)}`,
        '',
    ].join('\n\n');
}
const rowOf = (relied) => [
    `\`${relied.choice}\``,
    relied.question,
    `${relied.says}${relied.grade === 'deviates' ? ' (contradicts the specification)' : ''}`,
    relied.clause,
    String(relied.calls),
    relied.first.map(({ world, number }) => `${world} #${number}`).join(', '),
];
function section(title, { exercised, never }) {
    const rows = exercised.map(({ name, calls }) => [`\`${name}\``, String(calls)]);
    return `## ${title}\n\n${table(['Exercised', 'Calls'], rows)}\n\nNever: ${listOf(never)}`;
}
const listOf = (names) => names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ');
const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
function table(head, rows) {
    return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
