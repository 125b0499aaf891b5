import { conversationObservers } from './conversations.ts'
import { credentialObservers } from './credentials.ts'
import { errorObservers } from './errors.ts'
import { eventObservers } from './events.ts'
import { framingObservers } from './framing.ts'
import { keyObservers } from './keys.ts'
import type { Observers } from './observer.ts'
import { platformObservers } from './platform.ts'
import { recordObservers } from './records.ts'
import { resumeObservers } from './resume.ts'
import { scopeObservers } from './scopes.ts'
import { turnObservers } from './turns.ts'

/** One observer for each choice that can be looked at from outside. */
export const observers: Observers = {
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
