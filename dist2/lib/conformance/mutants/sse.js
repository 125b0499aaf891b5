import { onEvent } from './kit.js';
import { resume, turns } from './routes.js';
/** Wrong in how the lines of a stream are written. */
export const sseMutants = [
    {
        id: 'nameless-answer',
        breaks: 'sse.every-event-has-a-name',
        says: 'Answer events are sent without their line `event:`.',
        wrap: onEvent(turns, 'answer', (frame) => ({ ...frame, event: undefined })),
    },
    {
        id: 'nameless-replay',
        breaks: 'sse.every-event-has-a-name',
        says: 'Replayed done events have lost their line `event:`.',
        wrap: onEvent(resume, 'done', (frame) => ({ ...frame, event: undefined })),
    },
    {
        id: 'end-without-data',
        breaks: 'sse.every-event-has-data',
        says: 'The end of a turn is sent without a line `data:`.',
        wrap: onEvent(turns, 'end', (frame) => ({ ...frame, data: undefined })),
    },
    {
        id: 'data-in-single-quotes',
        breaks: 'sse.data-is-json',
        says: 'The data of done is written with single quotes.',
        wrap: onEvent(turns, 'done', (frame) => ({
            ...frame,
            data: frame.data?.replaceAll('"', "'"),
        })),
    },
    {
        id: 'replayed-data-cut-short',
        breaks: 'sse.data-is-json',
        says: 'The data of a replayed answer is cut in the middle.',
        wrap: onEvent(resume, 'answer', (frame) => ({ ...frame, data: frame.data?.slice(0, -1) })),
    },
];
