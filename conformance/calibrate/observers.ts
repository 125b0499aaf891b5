import type { ChoiceId } from '../../contract/choices.ts'
import { approvalIndices, approvalObservers } from './approvals.ts'
import { conversationObservers } from './conversations.ts'
import { credentialObservers } from './credentials.ts'
import { errorObservers } from './errors.ts'
import { eventObservers } from './events.ts'
import { framingObservers } from './framing.ts'
import { httpIndices, httpObservers } from './http.ts'
import { keyObservers } from './keys.ts'
import { loginObservers } from './logins.ts'
import type { Index } from './history.ts'
import type { Observer } from './observer.ts'
import { ownConnectionObservers, platformIndices, platformObservers } from './platform.ts'
import { pageObservers } from './pages.ts'
import { recordObservers } from './records.ts'
import { refusalObservers } from './refusals.ts'
import { restrictedObservers } from './restricted.ts'
import { resumeObservers } from './resume.ts'
import { scopeObservers } from './scopes.ts'
import { turnEffectObservers } from './turn-effects.ts'
import { turnObservers } from './turns.ts'
import { validationObservers } from './validation.ts'
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

/** What readings keep of past traffic. Each index sees those after it as they were before. */
export const indices: readonly Index<unknown>[] = [
  ...approvalIndices,
  ...httpIndices,
  ...platformIndices,
  ...workflowIndices,
]
