import * as z from 'zod/mini'
import {
  conversationsQuery,
  createConversationBody,
  createKeyBody,
  pageQuery,
  resumeBody,
  updateConversationBody,
} from '../../contract/bodies.ts'
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
  if (policy.keys.expiryField !== 'expires_at')
    changed['keys.create'] = z.extend(z.omit(createKeyBody, { expires_at: true }), {
      [policy.keys.expiryField]: createKeyBody.shape.expires_at,
    })
  if (!policy.conversations.takesKnowledgeBases) {
    changed['conversations.create'] = z.omit(createConversationBody, { kb_ids: true })
    changed['conversations.update'] = z.omit(updateConversationBody, { kb_ids: true })
  }
  return changed
}

function changedQueries(policy: Policy): Schemas {
  const changed: Record<string, z.ZodMiniType> = {}
  const { searchParameter } = policy.conversations
  let conversations: z.ZodMiniObject = conversationsQuery
  if (searchParameter !== 'q')
    conversations = z.extend(z.omit(conversationsQuery, { q: true }), {
      [searchParameter]: conversationsQuery.shape.q,
    })
  const ids = Object.keys(endpoints) as EndpointId[]
  for (const id of ids) {
    const { query } = endpoints[id] as Endpoint
    const shape = id === 'conversations.list' ? conversations : query
    if (shape === undefined) continue
    changed[id] = policy.lists.clampsSize
      ? z.extend(shape as z.ZodMiniObject, { size: z.optional(z.int().check(z.gte(1))) })
      : shape
  }
  return changed
}

/** Every list takes at least these. */
export type PageQuery = z.infer<typeof pageQuery>
