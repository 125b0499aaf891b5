import { confirmationsInputs } from '../../contract/operations/confirmations.ts'
import { knowledgeBasesInputs } from '../../contract/operations/knowledge-bases.ts'
import { chatRoutes } from '../routes/chat.ts'
import { confirmationRoutes } from '../routes/confirmations.ts'
import { knowledgeBaseRoutes } from '../routes/knowledge-bases.ts'
import { documentRoutes } from '../routes/documents.ts'
import type { World } from '../world/world.ts'
import { loadEngineFor, needsEngine } from '../turns/pattern-matcher.ts'
import { chatInputsOf } from './inputs/chat.ts'
import { createRoom } from './room.ts'

const routes = {
  ...chatRoutes,
  ...confirmationRoutes,
  ...knowledgeBaseRoutes,
  ...documentRoutes,
}

/** Turns, and what they know. */
export const room = {
  ...createRoom(routes, (policy) => ({
    ...chatInputsOf(policy),
    ...confirmationsInputs,
    ...knowledgeBasesInputs,
  })),
  prepare: ({ scenarios }: World) =>
    needsEngine(scenarios) ? loadEngineFor(scenarios) : undefined,
}
