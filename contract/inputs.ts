import { type EndpointId, endpoints } from './endpoints.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { accountInputs } from './inputs/account.ts'
import { adminInputs } from './inputs/admin.ts'
import { agentsInputs } from './inputs/agents.ts'
import { authInputs } from './inputs/auth.ts'
import { channelsInputs } from './inputs/channels.ts'
import { chatInputs } from './inputs/chat.ts'
import { confirmationsInputs } from './inputs/confirmations.ts'
import { connectorsInputs } from './inputs/connectors.ts'
import { conversationsInputs } from './inputs/conversations.ts'
import type { Input } from './inputs/input.ts'
import { keysInputs } from './inputs/keys.ts'
import { knowledgeBasesInputs } from './inputs/knowledge-bases.ts'
import { mcpServersInputs } from './inputs/mcp-servers.ts'
import { organizationsInputs } from './inputs/organizations.ts'
import { portalInputs } from './inputs/portal.ts'
import { workflowsInputs } from './inputs/workflows.ts'

/** What every operation takes, by its id. A fake loads the rows of an operation with its route. */
export const inputs: { readonly [Id in EndpointId]?: Input } = {
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
export type Operation = Endpoint & Input

/** An operation by its id, with what it takes. */
export const operationAt = (id: EndpointId): Operation => ({ ...endpoints[id], ...inputs[id] })
