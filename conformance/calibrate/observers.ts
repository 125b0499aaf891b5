import type { ChoiceId } from '../../contract/choices.ts'
import { approvalIndices, approvalObservers } from './approvals.ts'
import { conversationListIndices, conversationListObservers } from './conversation-lists.ts'
import { conversationIndices, conversationObservers } from './conversations.ts'
import { credentialObservers, refusalObservers } from './credentials.ts'
import { errorObservers, validationObservers } from './errors.ts'
import { eventObservers } from './events.ts'
import { httpIndices, httpObservers } from './http.ts'
import { credentialIndices } from './issued-credentials.ts'
import { conversations } from './known-conversations.ts'
import { keyIndices, keyObservers } from './keys.ts'
import { loginIndices, loginObservers, restrictedObservers } from './logins.ts'
import type { Index } from './history.ts'
import type { Observer } from './observer.ts'
import { ownConnectionObservers, platformIndices, platformObservers } from './platform.ts'
import { pageObservers, recordIndices, recordObservers } from './records.ts'
import { resumeObservers } from './resume.ts'
import { scopeIndices, scopeObservers } from './scopes.ts'
import { cursorObservers, framingObservers } from './stream-format.ts'
import { turnIndices, turnObservers } from './turns.ts'
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
  ...conversationListObservers,
  ...resumeObservers,
  ...eventObservers,
  ...cursorObservers,
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
  ...conversationIndices,
  ...conversationListIndices,
  ...httpIndices,
  ...keyIndices,
  ...loginIndices,
  ...platformIndices,
  ...recordIndices,
  ...scopeIndices,
  ...turnIndices,
  ...workflowIndices,
  conversations,
  ...credentialIndices,
]
