import { Blocked, Finding } from '../outcomes.js';
import { readFrame } from './frame.js';
/**
 * Reads a reply as a stream. Throws a `Finding` if it is none, and `Blocked` if our own time limit
 * cut it: of an end that we did not wait for nothing can be said.
 */
export function readStream(name, live, exchange) {
    if (!isStream(exchange)) {
        throw new Finding(`${name} to be 200 with an event stream`, described(exchange), exchange);
    }
    if (exchange.ended === 'timeout') {
        throw new Blocked(`${name} took longer than the time limit of a request`);
    }
    return { name, live, exchange, frames: framesIn(exchange) };
}
/** The events of a reply, read; none where it is no stream. */
export const framesIn = ({ events }) => events.map(readFrame);
export const isStream = (exchange) => exchange.status === 200 && mediaType(exchange) === 'text/event-stream';
/** The media type of a reply without its parameters. */
export const mediaType = ({ headers }) => headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
export const framesOf = ({ frames }, type) => frames.filter((frame) => frame.type === type);
/** The events that belong to the turn: all but the `resume_done` that a replay adds. */
export const turnFrames = (frames) => frames.filter(({ type }) => type !== 'resume_done');
/** The events of a turn that carry a cursor: of the others no one can say where they belong. */
export const placedFrames = (frames) => turnFrames(frames).filter(({ cursor }) => cursor !== undefined);
/** The cursors of a turn's own events, in the order they came. */
export const cursorsOf = (frames) => turnFrames(frames).flatMap(({ cursor }) => cursor ?? []);
const described = (exchange) => `status ${exchange.status} with ${mediaType(exchange) ?? 'no content type'}`;
