/**
 * A calibration as a profile in YAML, for `serve --profile`: each pick that was seen with its
 * evidence, then as comments what conflicts, what is hidden and what stays unknown.
 */
export function toProfileYaml({ target, profile, observations }) {
    const seen = observations.flatMap((each) => (each.state === 'seen' ? pickLines(each) : []));
    const rest = observations.flatMap((each) => (each.state === 'seen' ? [] : [open(each)]));
    return [
        `# How ${target} answers, as far as it was seen.`,
        `name: ${profile.name}`,
        '',
        seen.length === 0 ? 'picks: {}' : 'picks:',
        ...seen,
        ...(rest.length === 0 ? [] : ['', '# Not decided; the defaults stand in for these.', ...rest]),
        '',
    ].join('\n');
}
/** A calibration in a few lines for a terminal. */
export function toCalibrationText(calibration) {
    const { observations, leftovers, target, spent } = calibration;
    const states = ['seen', 'conflict', 'masked', 'unknown'];
    const counts = states.map((state) => `${observations.filter((each) => each.state === state).length} ${words[state]}`);
    const rest = observations.flatMap((each) => (each.state === 'seen' ? [] : [open(each)]));
    const left = leftovers.map((leftover) => `left behind: ${leftover}`);
    return [
        `${target}: ${counts.join(', ')}`,
        ...rest.map((line) => line.slice(2)),
        `It took ${spent.requests} requests and ${spent.turns} turns; ${left.length === 0 ? 'nothing is left behind' : `${left.length} left behind`}.`,
        ...left,
        '',
    ].join('\n');
}
const words = { seen: 'seen', conflict: 'in conflict', masked: 'hidden', unknown: 'unknown' };
const pickLines = ({ id, pick, confidence, evidence }) => [
    `  # ${confidence}: ${inLine(evidence.join('; '))}`,
    `  ${id}: ${pickText(pick)}`,
];
const pickText = ({ option, value }) => value === undefined ? quoted(option) : `{ ${quoted(option)}: ${JSON.stringify(value)} }`;
// Some words and all numbers would be read as something else than the name of an option.
const quoted = (word) => /^[a-z][a-z_-]*$/i.test(word) && !/^(?:yes|no|on|off|true|false|null|y|n)$/i.test(word)
    ? word
    : `'${word}'`;
function open(observation) {
    const { id, state } = observation;
    if (state === 'masked')
        return `# ${id}: hidden by ${observation.by}`;
    if (state === 'unknown')
        return `# ${id}: unknown, ${inLine(observation.reason)}`;
    const sides = Object.entries(observation.seen).map(([option, evidence]) => `${option} (${evidence.join('; ')})`);
    return `# ${id}: in conflict, ${inLine(sides.join(' against '))}`;
}
// What a target says may hold anything; a line break would end the comment.
const inLine = (text) => text.replaceAll(/\s+/g, ' ').trim();
