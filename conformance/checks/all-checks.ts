import type { Check } from '../session/check.ts'
import { agentChecks } from './agents.ts'
import { authenticationChecks } from './authentication.ts'
import { chatChecks } from './chat.ts'
import { conversationChecks } from './conversations.ts'
import { cursorChecks } from './cursors.ts'
import { orderChecks } from './event-order.ts'
import { envelopeChecks } from './envelopes.ts'
import { errorChecks } from './errors.ts'
import { eventContentChecks } from './event-order.ts'
import { eventChecks } from './events.ts'
import { keyCountChecks } from './key-consistency.ts'
import { keyExpiryChecks } from './key-revocation.ts'
import { keyLifecycleChecks } from './key-lifecycle.ts'
import { keyRecordChecks, secrecyChecks } from './key-records.ts'
import { keyChecks } from './keys.ts'
import { limitChecks } from './limits.ts'
import { loginChecks } from './login.ts'
import { namedOperationChecks } from './named-operations.ts'
import { paginationChecks } from './pagination.ts'
import { lastRefusalChecks, laterRefusalChecks } from './refusals.ts'
import { refreshChecks } from './refresh.ts'
import { resumeChecks } from './resume.ts'
import { scopeChecks } from './scopes.ts'
import { sseChecks } from './sse.ts'
import { validationChecks } from './validation.ts'
import { versioningChecks } from './versioning.ts'

/**
 * Every check, in the order of a run: cheap checks with few prerequisites first, and the search for
 * leaked keys last. The refresh checks come late, because a refresh may end a session.
 *
 * @example
 * const ids = allChecks.filter(({ level }) => level === 'must').map(({ id }) => id)
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
  ...keyExpiryChecks,
  ...chatChecks,
  ...sseChecks,
  ...eventChecks,
  ...eventContentChecks,
  ...orderChecks,
  ...cursorChecks,
  ...resumeChecks,
  ...limitChecks,
  ...laterRefusalChecks,
  ...refreshChecks,
  ...keyCountChecks,
  ...lastRefusalChecks,
  ...secrecyChecks,
]
