import { conversationsOf } from '../resources/conversations.js';
import { follow } from './follow.js';
import { ownPart } from './own-part.js';
import { createProgress } from './progress.js';
export function createTurns(caller, patience) {
    const resumeOf = (conversation_id) => (cursor, signal) => {
        const body = { conversation_id, cursor };
        return caller.openStream({ method: 'POST', path: '/api/chat/resume', body, signal }, false);
    };
    const conversations = conversationsOf(caller);
    return {
        ask(mode, question, options = {}) {
            const { q, agentId, conversationId: given } = question;
            const { signal } = options;
            const progress = createProgress();
            let conversationId = given ?? undefined;
            async function* events() {
                if (given === undefined) {
                    const agent = agentId === undefined ? {} : { agent_id: agentId };
                    conversationId = (await conversations.create({ mode, ...agent }, { signal })).id;
                }
                const body = bodyOf(question, conversationId);
                const path = `/api/${mode}`;
                const place = typeof given === 'string' ? { conversationId: given, q, signal } : undefined;
                yield* follow({
                    ...options,
                    conversationId,
                    progress,
                    open: (leaving) => caller.openStream({ method: 'POST', path, body, signal: leaving }, true),
                    resume: conversationId === undefined ? undefined : resumeOf(conversationId),
                    // A new conversation has no other turn, and a cursor is a place of its own.
                    ownPart: (replay) => place === undefined || !progress.isBlind ? replay : ownPart(caller, place, replay),
                    isOver: () => progress.isDone,
                }, patience);
            }
            return turnOf(events(), progress, () => conversationId);
        },
        resume(conversationId, cursor = -1, options = {}) {
            const progress = createProgress(cursor);
            const resume = resumeOf(conversationId);
            const open = (leaving) => resume(cursor, leaving);
            const whole = { ownPart: (replay) => replay, isOver: () => true };
            const source = { ...options, ...whole, conversationId, progress, open, resume };
            return turnOf(follow(source, patience), progress, () => conversationId);
        },
    };
}
const turnOf = (events, progress, conversationId) => ({
    get conversationId() {
        return conversationId();
    },
    get cursor() {
        return progress.cursor;
    },
    [Symbol.asyncIterator]: () => events,
});
/** The chat request body of the specification, what is not given left out. */
const bodyOf = ({ q, agentId, imageIds, metadata, docMode }, conversation) => Object.fromEntries(Object.entries({
    q,
    conversation_id: conversation,
    agent_id: agentId,
    image_ids: imageIds?.join(','),
    user_metadata: metadata === undefined ? undefined : JSON.stringify(metadata),
    doc_mode: docMode,
}).filter(([, value]) => value !== undefined));
