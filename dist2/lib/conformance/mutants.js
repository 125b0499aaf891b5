import { agentMutants } from './mutants/agents.js';
import { chatMutants } from './mutants/chat.js';
import { conversationMutants } from './mutants/conversations.js';
import { credentialMutants } from './mutants/credentials.js';
import { cursorMutants } from './mutants/cursor.js';
import { envelopeMutants } from './mutants/envelopes.js';
import { errorMutants } from './mutants/errors.js';
import { eventMutants } from './mutants/events.js';
import { keyLifecycleMutants } from './mutants/key-lifecycle.js';
import { keyMutants } from './mutants/keys.js';
import { listMutants } from './mutants/lists.js';
import { loginMutants } from './mutants/login.js';
import { orderMutants } from './mutants/order.js';
import { refreshMutants } from './mutants/refresh.js';
import { interruptionMutants } from './mutants/resume-interruption.js';
import { refusalMutants } from './mutants/resume-refusals.js';
import { replayMutants } from './mutants/resume-replays.js';
import { scopeMutants } from './mutants/scopes.js';
import { sseMutants } from './mutants/sse.js';
import { versionMutants } from './mutants/versioning.js';
/** Every wrong server: at least one for each `must` check of the suite. */
export const allMutants = [
    ...envelopeMutants,
    ...errorMutants,
    ...listMutants,
    ...loginMutants,
    ...refreshMutants,
    ...keyMutants,
    ...keyLifecycleMutants,
    ...credentialMutants,
    ...scopeMutants,
    ...conversationMutants,
    ...agentMutants,
    ...versionMutants,
    ...chatMutants,
    ...sseMutants,
    ...eventMutants,
    ...orderMutants,
    ...cursorMutants,
    ...refusalMutants,
    ...replayMutants,
    ...interruptionMutants,
];
