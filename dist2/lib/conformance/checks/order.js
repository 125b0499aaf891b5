import { each, must, skip } from '../must.js';
import { framesOf } from '../stream/stream.js';
import { liveStreams } from '../stream/streams.js';
const base = { rule: 'events.end-is-last', plan: 'turn', needs: ['user'] };
// How long after `end` the body may still be open.
const closingMs = 10_000;
/** The order of the events of a turn (6.O1, 6.O3). */
export const orderChecks = [
    {
        ...base,
        id: 'order.end-is-last',
        level: 'must',
        run: async (lab) => each(await liveStreams(lab), ({ name, frames, exchange }) => {
            const last = frames.at(-1)?.type;
            must.holds(last === 'end', `${name} to close with end`, `${last} as its last`, exchange);
        }),
    },
    {
        ...base,
        id: 'order.end-comes-once',
        level: 'must',
        run: async (lab) => each(await liveStreams(lab), (stream) => {
            const ends = framesOf(stream, 'end').length;
            must.holds(ends === 1, `one end in ${stream.name}`, `${ends}`, stream.exchange);
        }),
    },
    {
        ...base,
        id: 'order.stream-closes-after-end',
        level: 'should',
        run: async (lab) => each(await liveStreams(lab), (stream) => {
            const [end] = framesOf(stream, 'end');
            if (end === undefined)
                skip(`${stream.name} has no end`);
            const after = stream.exchange.ms - end.seen.at;
            const got = `open for ${after} ms more`;
            must.holds(after <= closingMs, `${stream.name} to close after end`, got, stream.exchange);
        }),
    },
    {
        ...base,
        id: 'order.suggestions-come-before-end',
        level: 'should',
        rule: 'events.suggestions-before-end',
        run: async (lab) => each(await liveStreams(lab), ({ name, frames, exchange }) => {
            const types = frames.map(({ type }) => type);
            if (!types.includes('suggestions'))
                skip(`${name} has no suggestions`);
            const before = types.indexOf('suggestions') < types.lastIndexOf('end');
            must.holds(before, 'suggestions before end', types.slice(-3).join(', '), exchange);
        }),
    },
    {
        ...base,
        id: 'order.place-of-the-title',
        level: 'observe',
        rule: 'events.title',
        sees: ['events.title'],
        run: async (lab) => (await liveStreams(lab)).map(({ name, frames }) => {
            const types = frames.map(({ type }) => type);
            const title = types.indexOf('title');
            if (title < 0)
                return { name, 'events.title': 'never' };
            const suggestions = types.indexOf('suggestions');
            const place = title < suggestions ? 'before-suggestions' : 'after-suggestions';
            return { name, 'events.title': place };
        }),
    },
];
