import type { chatOperations } from '../../contract/operations/chat.ts'
import type { confirmationOperations } from '../../contract/operations/confirmations.ts'
import type { knowledgeBaseOperations } from '../../contract/operations/knowledge-bases.ts'
import type { workflowOperations } from '../../contract/operations/workflows.ts'
import { confirmationRoutes } from '../platform/approvals/routes.ts'
import { loadPatternEngine, needsPatternEngine } from '../platform/chat/pattern-matcher.ts'
import { chatRoutes } from '../platform/chat/routes.ts'
import { knowledgeBaseRoutes } from '../platform/knowledge-bases/routes.ts'
import type { World } from '../world/world.ts'
import { workflowRoutes } from '../platform/workflows/routes.ts'

/** The operations of turns, of the search that they use, and of workflows. */
export type TurnOperation =
  | keyof typeof chatOperations
  | keyof typeof confirmationOperations
  | keyof typeof knowledgeBaseOperations
  | keyof typeof workflowOperations

/** The routes of turns, search and workflows, loaded with the first request to one of them. */
export const turnRoutes = {
  ...chatRoutes,
  ...confirmationRoutes,
  ...knowledgeBaseRoutes,
  ...workflowRoutes,
} satisfies Readonly<Record<TurnOperation, unknown>>

/** Loads the engine for patterns if a script of the world needs it. */
export const prepareTurn = ({ scenarios }: World): Promise<void> | undefined =>
  needsPatternEngine(scenarios) ? loadPatternEngine(scenarios) : undefined
