import * as z from 'zod/mini'
import {
  chatBody,
  conversationsQuery,
  createConversationBody,
  createKeyBody,
  pageQuery,
  resumeBody,
  updateConversationBody,
} from '../../contract/bodies.ts'
import { channelsQuery, newChannelBody } from '../../contract/bodies/channels.ts'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { type EndpointId, endpoints } from '../../contract/endpoints.ts'
import type { Behaviour } from './behaviour.ts'
import type { Choose } from './choose.ts'
import type { Policy } from './policy.ts'

/** The schemas of the contract, where a profile changes a name or a limit in them. */
export function compileSchemas(choose: Choose, policy: Policy): Behaviour['schemas'] {
  const bodies = changedBodies(choose, policy)
  const queries = changedQueries(policy)
  return {
    body: (id) => bodies[id] ?? (endpoints[id] as Endpoint).body,
    query: (id) => queries[id] ?? (endpoints[id] as Endpoint).query,
  }
}

type Schemas = Partial<Record<EndpointId, z.ZodMiniType>>

function changedBodies(choose: Choose, policy: Policy): Schemas {
  const cursor = choose('resume.non-integer-cursor', {
    validation: resumeBody.shape.cursor,
    invalid_cursor: z.unknown().check(z.refine((value) => value !== undefined)),
  })
  const resume = choose('resume.cursor-required', {
    required: z.extend(resumeBody, { cursor }),
    optional: z.extend(resumeBody, { cursor: z.optional(cursor) }),
  })
  const changed: Schemas = { 'chat.resume': resume }
  for (const id of ['chat.react', 'chat.dag', 'chat.auto'] as const)
    changed[id] = z.extend(chatBody, { q: queryText(choose) })
  const mode = choose('conversations.modes', { listed: undefined, any: z.nullish(z.string()) })
  let creation: z.ZodMiniObject = createConversationBody
  if (mode !== undefined) creation = z.extend(creation, { mode })
  if (policy.keys.expiryField !== 'expires_at')
    changed['keys.create'] = z.extend(z.omit(createKeyBody, { expires_at: true }), {
      [policy.keys.expiryField]: createKeyBody.shape.expires_at,
    })
  if (!policy.conversations.takesKnowledgeBases) {
    creation = z.omit(creation, { kb_ids: true })
    changed['conversations.update'] = z.omit(updateConversationBody, { kb_ids: true })
  }
  changed['conversations.create'] = creation
  if (policy.connections.channelsNeedOrganization)
    changed['channels.create'] = z.extend(newChannelBody, { org_id: z.string() })
  return changed
}

/** The query of a chat request, as long as a deployment takes it. */
function queryText(choose: Choose): z.ZodMiniType {
  const longest = choose.value('chat.query-length', {
    unlimited: () => undefined,
    characters: Number,
  })
  const text = longest === undefined ? z.string() : z.string().check(z.maxLength(longest))
  return choose('chat.query', { required: text, optional: z.prefault(text, '') })
}

function changedQueries(policy: Policy): Schemas {
  const changed: Record<string, z.ZodMiniType> = {}
  const { searchParameter } = policy.conversations
  let conversations: z.ZodMiniObject = conversationsQuery
  if (searchParameter !== 'q')
    conversations = z.extend(z.omit(conversationsQuery, { q: true }), {
      [searchParameter]: conversationsQuery.shape.q,
    })
  const renamed: Schemas = { 'conversations.list': conversations }
  if (policy.connections.channelsNeedOrganization)
    renamed['channels.list'] = z.extend(channelsQuery, { org_id: z.string() })
  const ids = Object.keys(endpoints) as EndpointId[]
  for (const id of ids) {
    const shape = renamed[id] ?? (endpoints[id] as Endpoint).query
    if (shape === undefined) continue
    changed[id] = policy.lists.clampsSize
      ? z.extend(shape as z.ZodMiniObject, { size: z.optional(z.int().check(z.gte(1))) })
      : shape
  }
  return changed
}

/** Every list takes at least these. */
export type PageQuery = z.infer<typeof pageQuery>
