/** How a stream breaks: the connection is reset, or the stream ends as if it were over. */
export const waysToCut = ['reset', 'close'];
/** Every place at which a stream can be cut that differs in kind: per event, and inside of each. */
export function cutsOf(bytes, spans) {
    const opening = spans[0]?.start ?? 0;
    const first = {
        cut: { after_event: 0 },
        words: 'before the first event',
        event: 1,
        // A preamble is no event: it may come or not.
        bytes: [0, opening],
    };
    const cuts = [first, ...spans.flatMap((span, index) => cutsOfEvent(bytes, span, index + 1))];
    return cuts.flatMap((one) => waysToCut.map((how) => ({ ...one, cut: { ...one.cut, how } })));
}
function cutsOfEvent(bytes, span, event) {
    const called = `event ${event} (\`${span.name}\`)`;
    const byte = (at, where) => ({
        cut: { at_byte: at },
        words: `${where} ${called}, byte ${at}`,
        event,
        bytes: [at, at],
    });
    const inside = (part, where, range) => ({
        cut: { event, inside: part },
        words: `${where} ${called}`,
        event,
        bytes: range,
    });
    const data = span.lines.find(({ field }) => field === 'data');
    const last = span.lines.at(-1);
    if (data === undefined || last === undefined)
        return [];
    return [
        ...betweenLines(span, byte),
        ...insideLines(span, byte),
        ...innerBytes(bytes, data).map((at) => byte(at, 'inside a character of')),
        byte(last.end, 'before the line end of the data of'),
        ...insideLineEnd(last, byte),
        byte(last.next, 'between the two line ends of'),
        inside('fields', 'between the fields of', [data.start, data.start]),
        inside('data', 'halfway in the data of', [data.value, data.end]),
        inside('character', 'inside a character of the data of', [data.value, data.end]),
        inside('blank-line', 'before the blank line of', [last.next, last.next]),
        {
            cut: { after_event: event },
            words: `behind ${called}`,
            event: event + 1,
            bytes: [span.next, span.next],
        },
    ];
}
const betweenLines = ({ lines }, byte) => lines.slice(1).map(({ field, start }, index) => {
    const before = lines[index]?.field ?? '';
    return byte(start, `between \`${before}:\` and \`${field}:\` of`);
});
/** Halfway in each value, where a shorter value would be another. */
const insideLines = ({ lines }, byte) => lines
    .filter(({ value, end }) => end - value > 1)
    .map(({ field, value, end }) => byte((value + end) >> 1, `inside \`${field}:\` of`));
const insideLineEnd = ({ end, next }, byte) => next - end > 1 ? [byte(end + 1, 'between the CR and the LF of')] : [];
/** The places between the bytes of the first character of more than one byte. */
function innerBytes(bytes, { value, end }) {
    const first = bytes.subarray(value, end).findIndex((byte) => byte >= 0xc0);
    if (first < 0)
        return [];
    const inner = [];
    for (let at = value + first + 1; at < end && isContinued(bytes[at]); at++)
        inner.push(at);
    return inner;
}
const isContinued = (byte) => byte !== undefined && (byte & 0xc0) === 0x80;
