import { isObject } from '../json.js';
import { onEvent } from './kit.js';
import { turns } from './routes.js';
import { cursorOf, dataOf, withCursor, withData } from './wire-frame.js';
/** One event more after a frame, with the next cursor. */
const followedBy = (frame, event, data) => {
    const next = withCursor({ ...frame, event }, (cursorOf(frame) ?? 0) + 1);
    const cursor = dataOf(next);
    return [frame, withData(next, isObject(cursor) && isObject(data) ? { ...cursor, ...data } : data)];
};
/** Wrong in where the end of a turn stands. */
export const orderMutants = [
    {
        id: 'title-after-end',
        breaks: 'order.end-is-last',
        says: 'A title comes after the end.',
        wrap: onEvent(turns, 'end', (frame) => followedBy(frame, 'title', { title: 'Too late' })),
    },
    {
        id: 'dag-without-end',
        breaks: 'order.end-is-last',
        says: 'A DAG turn closes its stream without an end.',
        wrap: onEvent('POST /api/dag', 'end', () => []),
    },
    {
        id: 'two-ends',
        breaks: 'order.end-comes-once',
        says: 'A turn ends twice.',
        wrap: onEvent(turns, 'end', (frame) => followedBy(frame, 'end', {})),
    },
];
