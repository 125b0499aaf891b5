import { accountOperations } from './operations/account.ts'
import { adminOperations } from './operations/admin.ts'
import { agentOperations } from './operations/agents.ts'
import { authOperations } from './operations/auth.ts'
import { channelOperations } from './operations/channels.ts'
import { chatOperations } from './operations/chat.ts'
import { confirmationOperations } from './operations/confirmations.ts'
import { connectorOperations } from './operations/connectors.ts'
import { conversationOperations } from './operations/conversations.ts'
import { keyOperations } from './operations/keys.ts'
import { knowledgeBaseOperations } from './operations/knowledge-bases.ts'
import { mcpServerOperations } from './operations/mcp-servers.ts'
import type { Operation } from './operations/operation.ts'
import { organizationOperations } from './operations/organizations.ts'
import { portalOperations } from './operations/portal.ts'
import { userAdminOperations } from './operations/admin-users.ts'
import { workflowOperations } from './operations/workflows.ts'

const operationTable = {
  ...authOperations,
  ...accountOperations,
  ...portalOperations,
  ...keyOperations,
  ...chatOperations,
  ...confirmationOperations,
  ...conversationOperations,
  ...agentOperations,
  ...knowledgeBaseOperations,
  ...workflowOperations,
  ...connectorOperations,
  ...mcpServerOperations,
  ...organizationOperations,
  ...channelOperations,
  ...userAdminOperations,
  ...adminOperations,
}

/** The id of an operation, such as `conversations.list`. */
export type OperationId = keyof typeof operationTable

/**
 * Every operation that the fake plays, by its id.
 *
 * @example
 * const { method, path } = operations['agents.read'] // 'GET', '/api/agents/{agent_id}'
 */
export const operations = operationTable as Readonly<Record<string, unknown>> as {
  readonly [Id in OperationId]: Operation
}

export const operationIds = Object.keys(operationTable) as readonly OperationId[]
