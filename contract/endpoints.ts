import { adminEndpoints } from './endpoints/admin.ts'
import { agentsEndpoints } from './endpoints/agents.ts'
import { authEndpoints } from './endpoints/auth.ts'
import { chatEndpoints } from './endpoints/chat.ts'
import { conversationsEndpoints } from './endpoints/conversations.ts'
import { keysEndpoints } from './endpoints/keys.ts'
import { knowledgeBasesEndpoints } from './endpoints/knowledge-bases.ts'

/** Every operation that the fake plays, by its id. */
export const endpoints = {
  ...authEndpoints,
  ...keysEndpoints,
  ...chatEndpoints,
  ...conversationsEndpoints,
  ...agentsEndpoints,
  ...knowledgeBasesEndpoints,
  ...adminEndpoints,
}

export type EndpointId = keyof typeof endpoints

export const endpointIds = Object.keys(endpoints) as readonly EndpointId[]
