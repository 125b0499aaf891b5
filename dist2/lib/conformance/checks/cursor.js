import { isObject } from '../json.js';
import { control, each, must, skip } from '../must.js';
import { carriersAgree, label } from '../stream/frame.js';
import { newFrames, secondTurn } from '../stream/second-turn.js';
import { cursorsOf, turnFrames } from '../stream/stream.js';
import { allStreams, liveStreams } from '../stream/streams.js';
import { reactTurn } from '../stream/turns.js';
const base = { plan: 'turn', needs: ['user'] };
/** Streams whose own events carry at least one cursor: where there is none, nothing can rise. */
async function streamsWithCursors(lab) {
    const streams = (await allStreams(lab)).filter((stream) => cursorsOf(stream.frames).length > 0);
    control(streams.length > 0, 'no event carries a cursor');
    return streams;
}
/**
 * Two sentences meet here: each event carries a cursor, and `end` is an empty object, `suggestions`
 * an array. Where cursors stand in `data` alone, these have no place for one.
 */
function hasPlace({ frames }, { payload }) {
    const isBeside = frames.some(({ seen, carriers }) => seen.id ?? carriers.includes('wrapper'));
    return isBeside || (isObject(payload) && Object.keys(payload).length > 0);
}
const hasNoCursor = ({ cursor }) => cursor === undefined;
function mustCarry({ name, exchange }, bare) {
    const types = [...new Set(bare.map(({ type }) => type))].join(', ');
    const expected = `an integer cursor in every event of ${name}`;
    must.holds(bare.length === 0, expected, `none in ${types}`, exchange);
}
/** The cursor of events (6); `resume_done` is exempt, as it belongs to no turn. */
export const cursorChecks = [
    {
        ...base,
        id: 'cursor.every-event-carries-one',
        level: 'must',
        rule: 'cursor.every-event',
        sees: ['events.cursor-carrier'],
        run: async (lab) => each(await allStreams(lab), (stream) => {
            const bare = turnFrames(stream.frames).filter(hasNoCursor);
            mustCarry(stream, bare.filter((frame) => hasPlace(stream, frame)));
        }),
    },
    {
        ...base,
        id: 'cursor.arrays-and-end-carry-one',
        level: 'should',
        rule: 'cursor.every-event',
        run: async (lab) => each(await streamsWithCursors(lab), (stream) => {
            const bare = turnFrames(stream.frames).filter(hasNoCursor);
            mustCarry(stream, bare.filter((frame) => !hasPlace(stream, frame)));
        }),
    },
    {
        ...base,
        id: 'cursor.rises-in-a-stream',
        level: 'must',
        rule: 'cursor.increases',
        run: async (lab) => each(await streamsWithCursors(lab), (stream) => {
            const cursors = cursorsOf(stream.frames);
            const fall = cursors.findIndex((cursor, index) => cursor <= (cursors[index - 1] ?? -Infinity));
            const got = `${cursors[fall]} after ${cursors[fall - 1]}`;
            must.holds(fall < 0, `rising cursors in ${stream.name}`, got, stream.exchange);
        }),
    },
    {
        ...base,
        id: 'cursor.is-not-negative',
        level: 'must',
        rule: 'cursor.not-negative',
        run: async (lab) => each(await streamsWithCursors(lab), (stream) => {
            const below = turnFrames(stream.frames).find(({ cursor }) => cursor !== undefined && cursor < 0);
            const got = below === undefined ? '' : label(below);
            must.holds(below === undefined, 'cursors of 0 or more', got, stream.exchange);
        }),
    },
    {
        ...base,
        id: 'cursor.rises-over-turns',
        level: 'must',
        rule: 'cursor.increases',
        sees: ['events.cursor-range'],
        run: async (lab) => {
            const { first, second, exchange } = await cursorsOfTwoTurns(lab);
            control(first.length > 0 && second.length > 0, 'no event carries a cursor');
            const highest = Math.max(...first);
            const lowest = Math.min(...second);
            const got = `${lowest} after ${highest}`;
            must.holds(lowest > highest, 'cursors that go on in the next turn', got, exchange);
        },
    },
    {
        ...base,
        id: 'cursor.carriers-agree',
        level: 'should',
        rule: 'cursor.every-event',
        run: async (lab) => each(await streamsWithCursors(lab), ({ name, frames, exchange }) => {
            const several = frames.filter(({ carriers }) => carriers.length > 1);
            if (several.length === 0)
                skip(`${name} has one place for the cursor`);
            const odd = several.find((frame) => !carriersAgree(frame));
            const got = `id ${odd?.seen.id} on ${odd && label(odd)}`;
            must.holds(odd === undefined, 'one cursor per event', got, exchange);
        }),
    },
    {
        ...base,
        id: 'cursor.carrier-and-step',
        level: 'observe',
        rule: 'cursor.every-event',
        sees: ['events.cursor-carrier', 'events.cursor-step'],
        run: async (lab) => (await liveStreams(lab)).map((stream) => ({
            name: stream.name,
            'events.cursor-carrier': carrierOf(stream),
            'events.cursor-step': stepsOf(stream),
            first: cursorsOf(stream.frames)[0],
        })),
    },
];
/** The cursors of two turns of a conversation: as they were live, else as they are replayed. */
export async function cursorsOfTwoTurns(lab) {
    const first = await reactTurn(lab);
    const { stream, earlier, replayed } = await secondTurn(lab);
    const { exchange } = stream;
    const live = { first: cursorsOf(first.stream.frames), second: cursorsOf(stream.frames) };
    if (live.first.length > 0)
        return { ...live, exchange };
    const second = cursorsOf(newFrames(replayed, earlier));
    return { first: cursorsOf(earlier), second, exchange };
}
export function carrierOf(stream) {
    const carriers = turnFrames(stream.frames).map((frame) => frame.carriers);
    if (carriers.every((places) => places.length === 0))
        return 'none';
    if (carriers.every((places) => places.includes('wrapper')))
        return 'wrapped';
    const inData = carriers.some((places) => places.includes('data'));
    if (!inData)
        return 'id';
    return carriers.every((places) => places.includes('id')) ? 'data-and-id' : 'data-or-id';
}
export function stepsOf(stream) {
    const cursors = cursorsOf(stream.frames);
    return [...new Set(cursors.slice(1).map((cursor, index) => cursor - (cursors[index] ?? 0)))];
}
