import { agentMutants } from './mutants/agents.ts'
import { chatMutants } from './mutants/chat.ts'
import { conversationMutants } from './mutants/conversations.ts'
import { credentialMutants } from './mutants/credentials.ts'
import { cursorMutants } from './mutants/cursor.ts'
import { envelopeMutants } from './mutants/envelopes.ts'
import { errorMutants } from './mutants/errors.ts'
import { eventMutants } from './mutants/events.ts'
import { keyLifecycleMutants } from './mutants/key-lifecycle.ts'
import { keyMutants } from './mutants/keys.ts'
import { listMutants } from './mutants/lists.ts'
import { loginMutants } from './mutants/login.ts'
import type { Mutant } from './mutants/mutant.ts'
import { orderMutants } from './mutants/order.ts'
import { refreshMutants } from './mutants/refresh.ts'
import { interruptionMutants } from './mutants/resume-interruption.ts'
import { refusalMutants } from './mutants/resume-refusals.ts'
import { replayMutants } from './mutants/resume-replays.ts'
import { scopeMutants } from './mutants/scopes.ts'
import { sseMutants } from './mutants/sse.ts'
import { versionMutants } from './mutants/versioning.ts'

/** Every wrong server: at least one for each `must` check of the suite. */
export const allMutants: readonly Mutant[] = [
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
]
