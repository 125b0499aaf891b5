import type { Check } from './check.ts'
import { agentChecks } from './checks/agents.ts'
import { authenticationChecks } from './checks/authentication.ts'
import { chatChecks } from './checks/chat.ts'
import { conversationChecks } from './checks/conversations.ts'
import { cursorChecks } from './checks/cursor.ts'
import { envelopeChecks } from './checks/envelopes.ts'
import { errorChecks } from './checks/errors.ts'
import { eventChecks } from './checks/events.ts'
import { keyExpiryChecks } from './checks/key-expiry.ts'
import { keyLifecycleChecks } from './checks/key-lifecycle.ts'
import { keyRecordChecks } from './checks/key-records.ts'
import { keyChecks } from './checks/keys.ts'
import { limitChecks } from './checks/limits.ts'
import { loginChecks } from './checks/login.ts'
import { namedOperationChecks } from './checks/named-operations.ts'
import { orderChecks } from './checks/order.ts'
import { paginationChecks } from './checks/pagination.ts'
import { refreshChecks } from './checks/refresh.ts'
import { resumeChecks } from './checks/resume.ts'
import { scopeChecks } from './checks/scopes.ts'
import { secrecyChecks } from './checks/secrecy.ts'
import { sseChecks } from './checks/sse.ts'
import { validationChecks } from './checks/validation.ts'
import { versioningChecks } from './checks/versioning.ts'

/**
 * Every check, in the order of a run: from what needs least to what costs most. A refresh may end
 * a session, so it comes after all that relies on one; what must never appear is sought last.
 */
export const allChecks: readonly Check[] = [
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
]
