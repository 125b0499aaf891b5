import { chatBody, injectBody, resumeBody } from '../bodies.js';
import { recallBody } from '../bodies/confirmations.js';
/** What the operations in `endpoints/chat.ts` take. */
export const chatInputs = {
    'chat.react': { body: chatBody },
    'chat.dag': { body: chatBody },
    'chat.auto': { body: chatBody },
    'chat.inject': { body: injectBody },
    'chat.inject-recall': { body: recallBody },
    'chat.resume': { body: resumeBody },
};
