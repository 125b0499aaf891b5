import { confirmationOperations } from '../../contract/operations/confirmations.ts'
import { knowledgeBaseOperations } from '../../contract/operations/knowledge-bases.ts'
import { chatRoutes } from '../platform/chat/routes.ts'
import { confirmationRoutes } from '../platform/approvals/routes.ts'
import { knowledgeBaseRoutes, documentRoutes } from '../platform/knowledge-bases/routes.ts'
import type { World } from '../world/world.ts'
import { loadPatternEngine, needsPatternEngine } from '../platform/chat/pattern-matcher.ts'
import { chatInputsOf } from '../platform/input-variants.ts'
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
    ...confirmationOperations,
    ...knowledgeBaseOperations,
  })),
  prepare: ({ scenarios }: World) =>
    needsPatternEngine(scenarios) ? loadPatternEngine(scenarios) : undefined,
}
