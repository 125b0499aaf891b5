import { chatMutants } from './mutants/chat.ts'
import { credentialMutants } from './mutants/credentials.ts'
import { envelopeMutants, errorMutants } from './mutants/errors.ts'
import { eventMutants, sseMutants } from './mutants/events.ts'
import { keyLifecycleMutants } from './mutants/key-lifecycle.ts'
import { keyMutants } from './mutants/keys.ts'
import { listMutants } from './mutants/lists.ts'
import { loginMutants } from './mutants/login.ts'
import type { Mutant } from './mutants/mutant.ts'
import { cursorMutants, orderMutants } from './mutants/order.ts'
import { agentMutants, conversationMutants, versionMutants } from './mutants/resources.ts'
import { interruptionMutants, refusalMutants, replayMutants } from './mutants/resume.ts'
import { scopeMutants } from './mutants/scopes.ts'

/** Every wrong server: at least one for each `must` check of the suite. */
export const allMutants: readonly Mutant[] = [
  ...envelopeMutants,
  ...errorMutants,
  ...listMutants,
  ...keyMutants,
  ...keyLifecycleMutants,
  ...credentialMutants,
  ...scopeMutants,
  ...loginMutants,
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
