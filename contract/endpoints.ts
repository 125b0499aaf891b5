import { accountEndpoints } from './endpoints/account.ts'
import { adminEndpoints } from './endpoints/admin.ts'
import { agentsEndpoints } from './endpoints/agents.ts'
import { authEndpoints } from './endpoints/auth.ts'
import { channelsEndpoints } from './endpoints/channels.ts'
import { chatEndpoints } from './endpoints/chat.ts'
import { connectorsEndpoints } from './endpoints/connectors.ts'
import { confirmationsEndpoints } from './endpoints/confirmations.ts'
import { conversationsEndpoints } from './endpoints/conversations.ts'
import { keysEndpoints } from './endpoints/keys.ts'
import { knowledgeBasesEndpoints } from './endpoints/knowledge-bases.ts'
import { workflowsEndpoints } from './endpoints/workflows.ts'
import { mcpServersEndpoints } from './endpoints/mcp-servers.ts'
import { organizationsEndpoints } from './endpoints/organizations.ts'
import { portalEndpoints } from './endpoints/portal.ts'

/** Every operation that the fake plays, by its id. */
export const endpoints = {
  ...authEndpoints,
  ...accountEndpoints,
  ...portalEndpoints,
  ...keysEndpoints,
  ...chatEndpoints,
  ...confirmationsEndpoints,
  ...conversationsEndpoints,
  ...agentsEndpoints,
  ...knowledgeBasesEndpoints,
  ...workflowsEndpoints,
  ...connectorsEndpoints,
  ...mcpServersEndpoints,
  ...organizationsEndpoints,
  ...channelsEndpoints,
  ...adminEndpoints,
}

export type EndpointId = keyof typeof endpoints

export const endpointIds = Object.keys(endpoints) as readonly EndpointId[]
