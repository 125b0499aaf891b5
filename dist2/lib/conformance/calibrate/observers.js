import { approvalObservers } from './approvals.js';
import { conversationObservers } from './conversations.js';
import { credentialObservers } from './credentials.js';
import { errorObservers } from './errors.js';
import { eventObservers } from './events.js';
import { framingObservers } from './framing.js';
import { keyObservers } from './keys.js';
import { ownConnectionObservers } from './own-connections.js';
import { platformObservers } from './platform.js';
import { recordObservers } from './records.js';
import { restrictedObservers } from './restricted.js';
import { resumeObservers } from './resume.js';
import { scopeObservers } from './scopes.js';
import { sessionObservers } from './sessions.js';
import { turnObservers } from './turns.js';
import { workflowObservers } from './workflows.js';
/** One observer for each choice of the table. */
export const observers = {
    ...errorObservers,
    ...credentialObservers,
    ...scopeObservers,
    ...recordObservers,
    ...keyObservers,
    ...conversationObservers,
    ...platformObservers,
    ...turnObservers,
    ...resumeObservers,
    ...eventObservers,
    ...framingObservers,
    ...restrictedObservers,
    ...ownConnectionObservers,
    ...approvalObservers,
    ...workflowObservers,
    ...sessionObservers,
};
