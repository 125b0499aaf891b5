import * as z from 'zod/mini'
import {
  conversationsInputs,
  conversationsQuery,
  createConversationBody,
  updateConversationBody,
} from '../../contract/operations/conversations.ts'
import type { Inputs } from '../../contract/operations/operation.ts'
import type { Policy } from '../world/behaviour.ts'
import {
  channelsQuery,
  newChannelBody,
  channelsInputs,
} from '../../contract/operations/channels.ts'
import { chatInputs, chatBody, resumeBody } from '../../contract/operations/chat.ts'
import { keysInputs, createKeyBody } from '../../contract/operations/keys.ts'

/** What operations on conversations take: the name of the search, the modes, the knowledge bases. */
export function conversationsInputsOf({ conversations }: Policy): Inputs {
  const { searchParameter, acceptsAnyMode, acceptsKnowledgeBases } = conversations
  let query: z.ZodMiniObject = conversationsQuery
  if (searchParameter !== 'q')
    query = z.extend(z.omit(conversationsQuery, { q: true }), {
      [searchParameter]: conversationsQuery.shape.q,
    })
  let creation: z.ZodMiniObject = createConversationBody
  if (acceptsAnyMode) creation = z.extend(creation, { mode: z.nullish(z.string()) })
  let change: z.ZodMiniObject = updateConversationBody
  if (!acceptsKnowledgeBases) {
    creation = z.omit(creation, { kb_ids: true })
    change = z.omit(change, { kb_ids: true })
  }
  return {
    ...conversationsInputs,
    'conversations.list': { query },
    'conversations.create': { body: creation },
    'conversations.update': { body: change },
  }
}

const organization = { org_id: z.string() }

/** What operations on channels take: some deployments want an organization with each. */
export function channelsInputsOf({ connections }: Policy): Inputs {
  if (!connections.channelsNeedOrganization) return channelsInputs
  return {
    ...channelsInputs,
    'channels.list': { query: z.extend(channelsQuery, organization) },
    'channels.create': { body: z.extend(newChannelBody, organization) },
  }
}

const anything = z.unknown().check(z.refine((value) => value !== undefined))

/** What chat takes: a query as long as it may be, and a cursor as far as it is checked here. */
export function chatInputsOf({ turns, resume }: Policy): Inputs {
  const { longestQuery } = turns
  const text = longestQuery === undefined ? z.string() : z.string().check(z.maxLength(longestQuery))
  const body = z.extend(chatBody, { q: turns.needsQuery ? text : z.prefault(text, '') })
  const cursor = resume.validatesCursor ? resumeBody.shape.cursor : anything
  return {
    ...chatInputs,
    'chat.react': { body },
    'chat.dag': { body },
    'chat.auto': { body },
    'chat.resume': {
      body: z.extend(resumeBody, { cursor: resume.needsCursor ? cursor : z.optional(cursor) }),
    },
  }
}

/** What operations on keys take: the expiry of a new one goes by several names. */
export function keysInputsOf({ keys: { expiryField } }: Policy): Inputs {
  if (expiryField === 'expires_at') return keysInputs
  const { expires_at } = createKeyBody.shape
  const rest = z.omit(createKeyBody, { expires_at: true })
  return { ...keysInputs, 'keys.create': { body: z.extend(rest, { [expiryField]: expires_at }) } }
}
