import * as z from 'zod/mini';
import { chatBody, resumeBody } from '../../../contract/bodies.js';
import { chatInputs } from '../../../contract/inputs/chat.js';
const anything = z.unknown().check(z.refine((value) => value !== undefined));
/** What chat takes: a query as long as it may be, and a cursor as far as it is checked here. */
export function chatInputsOf({ turns, resume }) {
    const { longestQuery } = turns;
    const text = longestQuery === undefined ? z.string() : z.string().check(z.maxLength(longestQuery));
    const body = z.extend(chatBody, { q: turns.needsQuery ? text : z.prefault(text, '') });
    const cursor = resume.checksCursor ? resumeBody.shape.cursor : anything;
    return {
        ...chatInputs,
        'chat.react': { body },
        'chat.dag': { body },
        'chat.auto': { body },
        'chat.resume': {
            body: z.extend(resumeBody, { cursor: resume.needsCursor ? cursor : z.optional(cursor) }),
        },
    };
}
