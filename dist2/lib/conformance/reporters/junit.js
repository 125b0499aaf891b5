/** The report as JUnit XML: a test case for each check, warnings and observations as output. */
export function toJunit(report) {
    const { results, summary } = report;
    const { fail, error } = summary;
    const skipped = results.filter(isSkipped).length;
    const counts = `tests="${results.length}" failures="${fail}" errors="${error}" skipped="${skipped}"`;
    const name = escape(`conformance of ${report.target}`);
    const cases = results.map(toCase).join('\n');
    return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="${name}" ${counts}>
${cases}
</testsuite>
</testsuites>
`;
}
function toCase(result) {
    const [section = '', ...rest] = result.id.split('.');
    const open = `<testcase classname="${escape(section)}" name="${escape(rest.join('.'))}"`;
    const inner = innerOf(result);
    return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`;
}
function innerOf(result) {
    const { verdict, message, clause, says, onPurpose } = result;
    const line = escape(message);
    if (verdict === 'fail' || verdict === 'error') {
        const tag = verdict === 'fail' ? 'failure' : 'error';
        const curls = result.evidence.map(({ curl }) => curl);
        const told = [
            `${clause}: ${says}`,
            ...curls,
            ...(onPurpose ? [`on purpose: ${onPurpose}`] : []),
        ];
        return `<${tag} message="${line}">${escape(told.join('\n'))}</${tag}>`;
    }
    if (isSkipped(result))
        return `<skipped message="${escape(`${verdict}: `)}${line}"/>`;
    return verdict === 'pass' ? '' : `<system-out>${verdict}: ${line}</system-out>`;
}
const isSkipped = ({ verdict }) => verdict === 'skipped' || verdict === 'blocked' || verdict === 'inconclusive';
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Control characters are not allowed in XML at all, not even escaped.
const escape = (text) => text
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '�');
