import { coverageOf, coverageOfAll } from '../journal/coverage.js';
import { coverageMarkdown } from '../journal/coverage-markdown.js';
import { ControlError } from './control-error.js';
import { ControlReply } from './control-visit.js';
/** What the calls of a world covered, or with `?of=all` those of all worlds, also as Markdown. */
function readCoverage(visit) {
    const { query, call, worlds } = visit;
    const of = query.get('of') ?? 'world';
    const format = query.get('format') ?? (asksForMarkdown(call.header('accept')) ? 'markdown' : 'json');
    if (of !== 'world' && of !== 'all')
        throw new ControlError(422, `Coverage is \`?of=world\` or \`?of=all\`, not \`${of}\`.`);
    if (format !== 'json' && format !== 'markdown')
        throw new ControlError(422, `The format is \`json\` or \`markdown\`, not \`${format}\`.`);
    const report = of === 'all' ? coverageOfAll(worlds) : coverageOf(visit.world);
    if (format === 'json')
        return report;
    const headers = { 'content-type': 'text/markdown; charset=utf-8' };
    return new ControlReply(200, headers, coverageMarkdown(report));
}
const asksForMarkdown = (accept = '') => /^text\/markdown\b/.test(accept);
export const coverageRoutes = { 'GET coverage': readCoverage };
