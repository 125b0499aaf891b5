import { agentChecks } from './checks/agents.js';
import { authenticationChecks } from './checks/authentication.js';
import { chatChecks } from './checks/chat.js';
import { conversationChecks } from './checks/conversations.js';
import { cursorChecks } from './checks/cursor.js';
import { envelopeChecks } from './checks/envelopes.js';
import { errorChecks } from './checks/errors.js';
import { eventChecks } from './checks/events.js';
import { keyExpiryChecks } from './checks/key-expiry.js';
import { keyLifecycleChecks } from './checks/key-lifecycle.js';
import { keyRecordChecks } from './checks/key-records.js';
import { keyChecks } from './checks/keys.js';
import { limitChecks } from './checks/limits.js';
import { loginChecks } from './checks/login.js';
import { namedOperationChecks } from './checks/named-operations.js';
import { orderChecks } from './checks/order.js';
import { paginationChecks } from './checks/pagination.js';
import { refreshChecks } from './checks/refresh.js';
import { resumeChecks } from './checks/resume.js';
import { scopeChecks } from './checks/scopes.js';
import { secrecyChecks } from './checks/secrecy.js';
import { sseChecks } from './checks/sse.js';
import { validationChecks } from './checks/validation.js';
import { versioningChecks } from './checks/versioning.js';
/**
 * Every check, in the order of a run: from what needs least to what costs most. A refresh may end
 * a session, so it comes after all that relies on one; what must never appear is sought last.
 */
export const allChecks = [
    ...errorChecks,
    ...validationChecks,
    ...versioningChecks,
    ...loginChecks,
    ...keyChecks,
    ...keyRecordChecks,
    ...keyLifecycleChecks,
    ...envelopeChecks,
    ...paginationChecks,
    ...agentChecks,
    ...conversationChecks,
    ...namedOperationChecks,
    ...authenticationChecks,
    ...scopeChecks,
    ...chatChecks,
    ...sseChecks,
    ...eventChecks,
    ...orderChecks,
    ...cursorChecks,
    ...resumeChecks,
    ...limitChecks,
    ...keyExpiryChecks,
    ...refreshChecks,
    ...secrecyChecks,
];
