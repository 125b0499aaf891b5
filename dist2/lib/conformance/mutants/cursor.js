import { onEvent, onEvents } from './kit.js';
import { turns } from './routes.js';
import { cursorOf, withCursor } from './wire-frame.js';
/** Wrong in the cursors. */
export const cursorMutants = [
    {
        id: 'suggestions-without-cursor',
        breaks: 'cursor.every-event-carries-one',
        says: 'The suggestions carry no cursor.',
        wrap: onEvent(turns, 'suggestions', (frame) => withCursor(frame, undefined)),
    },
    {
        id: 'cursor-with-a-fraction',
        breaks: 'cursor.every-event-carries-one',
        says: 'The cursor of a done is a fraction.',
        wrap: onEvent(turns, 'done', (frame) => withCursor(frame, (cursorOf(frame) ?? 0) + 0.5)),
    },
    {
        id: 'cursor-repeated',
        breaks: 'cursor.rises-in-a-stream',
        says: 'Two events in a row have the same cursor.',
        wrap: onEvents(turns, () => {
            let first;
            return (frame) => {
                first ??= cursorOf(frame);
                return cursorOf(frame) === (first ?? 0) + 1 ? withCursor(frame, first) : frame;
            };
        }),
    },
    {
        id: 'cursor-below-zero',
        breaks: 'cursor.is-not-negative',
        says: 'Cursors count up from -1000.',
        wrap: onEvents(turns, () => (frame) => withCursor(frame, (cursorOf(frame) ?? 0) - 1000)),
    },
    {
        id: 'cursor-anew-in-each-turn',
        breaks: 'cursor.rises-over-turns',
        says: 'Cursors start at 0 in every turn.',
        wrap: onEvents(turns, () => {
            let first;
            return (frame) => {
                first ??= cursorOf(frame) ?? 0;
                return first === 0 ? frame : withCursor(frame, (cursorOf(frame) ?? 0) - first);
            };
        }),
    },
];
