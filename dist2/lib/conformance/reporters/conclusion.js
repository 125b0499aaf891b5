import { coverage, exitCode, verdicts } from '../report.js';
/** What a run amounts to, in a sentence and the numbers behind it. */
export function conclusion(report, strict = false) {
    const counts = verdicts
        .filter((verdict) => report.summary[verdict] > 0)
        .map((verdict) => `${report.summary[verdict]} ${verdict}`)
        .join(', ');
    return `${sentenceOf(report, strict)} ${counts}. ${decidedOf(report)}`;
}
/** The same without the numbers of each verdict, for where they are shown beside it. */
export const shortConclusion = (report) => `${sentenceOf(report)} ${decidedOf(report)}`;
const sentenceOf = (report, strict = false) => sentences[exitCode(report, strict)];
function decidedOf(report) {
    const { decided, considered } = coverage(report);
    return `${decided} of ${considered} checks of the spec's own words decided.`;
}
const sentences = {
    0: 'Green.',
    1: 'Not conforming.',
    4: 'Not judged: the target did not answer, or most checks were blocked.',
    5: 'The turns that were allowed were not enough; see --max-turns.',
    6: 'Too little was decided to call it green.',
    7: 'The suite itself failed in a check.',
    130: 'Stopped before its end.',
};
