import type { ChoiceId } from '../../contract/choices.ts'
import { conversationObservers } from './conversations.ts'
import { credentialObservers } from './credentials.ts'
import { errorObservers } from './errors.ts'
import { eventObservers } from './events.ts'
import { framingObservers } from './framing.ts'
import { keyObservers } from './keys.ts'
import type { Observer } from './observer.ts'
import { platformObservers } from './platform.ts'
import { recordObservers } from './records.ts'
import { resumeObservers } from './resume.ts'
import { scopeObservers } from './scopes.ts'
import { turnObservers } from './turns.ts'

/** Choices that no observer looks at, and why. */
export const unobserved = {
  'errors.limit-codes': 'it would take a user whose quota is used up',
  'login.restricted-account': 'it would take a restricted account',
  'login.restricted-on-chat': 'it would take a restricted account',
  'mcp-servers.stored-credentials': 'storing credentials may replace those of the user',
  'channels.creation-status': 'a channel may reach out to the world',
  'approvals.wait': 'nobody can wait for it',
  'approvals.arguments': 'no request is sure to make a turn ask for an approval',
  'quotas.unstored-turns': 'it would take a user whose quota is nearly used up',
  'sessions.revocation': 'it would end all sessions of the user',
  'workflows.batch-counts': 'the shapes of workflow requests are not shown',
  'workflows.run-started': 'the shapes of workflow requests are not shown',
  'workflows.event-moments': 'the shapes of workflow requests are not shown',
} as const satisfies Partial<Record<ChoiceId, string>>

/** One observer for every other choice. */
export const observers: {
  readonly [Id in Exclude<ChoiceId, keyof typeof unobserved>]: Observer<Id>
} = {
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
}
