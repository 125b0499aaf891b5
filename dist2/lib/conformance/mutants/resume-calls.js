import { member } from '../json.js';
import { onBody } from './kit.js';
import { resume } from './routes.js';
export const conversationOf = ({ body }) => String(member(body, 'conversation_id'));
/** The cursor that a resume asks from. */
export const askedCursor = ({ body }) => member(body, 'cursor');
/** Moves the cursor of a resume; `undefined` leaves it. */
export const movesCursor = (move) => onBody(resume, (body) => {
    const cursor = move(body['cursor']);
    return cursor === undefined ? undefined : { ...body, cursor };
});
export const isClosing = ({ event }) => event === 'resume_done';
