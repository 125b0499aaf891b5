import type { ChoiceId } from '../../contract/choices.ts'
import { approvalIndices, approvalObservers } from './approvals.ts'
import { conversationObservers } from './conversations.ts'
import { credentialObservers, refusalObservers } from './credentials.ts'
import { errorObservers, validationObservers } from './errors.ts'
import { eventObservers } from './events.ts'
import { framingObservers } from './framing.ts'
import { httpIndices, httpObservers } from './http.ts'
import { credentialIndices } from './issued-credentials.ts'
import { keyIndices, keyObservers } from './keys.ts'
import { loginIndices, loginObservers, restrictedObservers } from './logins.ts'
import type { Index } from './history.ts'
import type { Observer } from './observer.ts'
import { ownConnectionObservers, platformIndices, platformObservers } from './platform.ts'
import { pageObservers, recordIndices, recordObservers } from './records.ts'
import { resumeObservers } from './resume.ts'
import { scopeIndices, scopeObservers } from './scopes.ts'
import { turnEffectObservers } from './turn-effects.ts'
import { turnObservers } from './turns.ts'
import { workflowIndices, workflowObservers } from './workflows.ts'

/** One observer for each choice. */
export const observers: { readonly [Id in ChoiceId]: Observer<Id> } = {
  ...errorObservers,
  ...refusalObservers,
  ...validationObservers,
  ...credentialObservers,
  ...loginObservers,
  ...scopeObservers,
  ...recordObservers,
  ...pageObservers,
  ...keyObservers,
  ...conversationObservers,
  ...platformObservers,
  ...turnObservers,
  ...turnEffectObservers,
  ...resumeObservers,
  ...eventObservers,
  ...framingObservers,
  ...restrictedObservers,
  ...ownConnectionObservers,
  ...approvalObservers,
  ...workflowObservers,
  ...httpObservers,
}

/**
 * What readings keep of past traffic. Credentials come last: the others ask who sent an exchange, as
 * far as it was known before.
 */
export const indices: readonly Index<unknown>[] = [
  ...approvalIndices,
  ...httpIndices,
  ...keyIndices,
  ...loginIndices,
  ...platformIndices,
  ...recordIndices,
  ...scopeIndices,
  ...workflowIndices,
  ...credentialIndices,
]
