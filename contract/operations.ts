import { accountOperations, accountInputs } from './operations/account.ts'
import { adminOperations, adminInputs } from './operations/admin.ts'
import { agentsOperations, agentsInputs } from './operations/agents.ts'
import { authOperations, authInputs } from './operations/auth.ts'
import { channelsOperations, channelsInputs } from './operations/channels.ts'
import { chatOperations, chatInputs } from './operations/chat.ts'
import { connectorsOperations, connectorsInputs } from './operations/connectors.ts'
import { confirmationsOperations, confirmationsInputs } from './operations/confirmations.ts'
import { conversationsOperations, conversationsInputs } from './operations/conversations.ts'
import { keysOperations, keysInputs } from './operations/keys.ts'
import { knowledgeBasesOperations, knowledgeBasesInputs } from './operations/knowledge-bases.ts'
import { workflowsOperations, workflowsInputs } from './operations/workflows.ts'
import { mcpServersOperations, mcpServersInputs } from './operations/mcp-servers.ts'
import { organizationsOperations, organizationsInputs } from './operations/organizations.ts'
import { portalOperations, portalInputs } from './operations/portal.ts'
import type { Endpoint, Input } from './operations/operation.ts'

/** Every operation that the fake plays, by its id. */
export const operations = {
  ...authOperations,
  ...accountOperations,
  ...portalOperations,
  ...keysOperations,
  ...chatOperations,
  ...confirmationsOperations,
  ...conversationsOperations,
  ...agentsOperations,
  ...knowledgeBasesOperations,
  ...workflowsOperations,
  ...connectorsOperations,
  ...mcpServersOperations,
  ...organizationsOperations,
  ...channelsOperations,
  ...adminOperations,
}

export type OperationId = keyof typeof operations

export const operationIds = Object.keys(operations) as readonly OperationId[]

/** What every operation takes, by its id. A fake loads the rows of an operation with its route. */
export const inputs: { readonly [Id in OperationId]?: Input } = {
  ...authInputs,
  ...accountInputs,
  ...portalInputs,
  ...keysInputs,
  ...chatInputs,
  ...confirmationsInputs,
  ...conversationsInputs,
  ...agentsInputs,
  ...knowledgeBasesInputs,
  ...workflowsInputs,
  ...connectorsInputs,
  ...mcpServersInputs,
  ...organizationsInputs,
  ...channelsInputs,
  ...adminInputs,
}

/** An operation with what it takes. */
export type OperationWithInput = Endpoint & Input

/** An operation by its id, with what it takes. */
export const operationAt = (id: OperationId): OperationWithInput => ({
  ...operations[id],
  ...inputs[id],
})
