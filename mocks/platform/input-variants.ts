import * as z from 'zod/mini'
import {
  conversationOperations,
  conversationsQuery,
  createConversationBody,
  updateConversationBody,
} from '../../contract/operations/conversations.ts'
import type { OperationInputs } from '../../contract/operations/operation.ts'
import type { Policy } from '../world/behaviour.ts'
import {
  channelsQuery,
  newChannelBody,
  channelOperations,
} from '../../contract/operations/channels.ts'
import { chatOperations, chatBody, resumeBody } from '../../contract/operations/chat.ts'
import { keyOperations, createKeyBody } from '../../contract/operations/keys.ts'

/** What operations on conversations take: the name of the search, the modes, the knowledge bases. */
export function conversationsInputsOf({ conversations }: Policy): OperationInputs {
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
    ...conversationOperations,
    'conversations.list': { query },
    'conversations.create': { body: creation },
    'conversations.update': { body: change },
  }
}

const organization = { org_id: z.string() }

/** What operations on channels take: some deployments want an organization with each. */
export function channelsInputsOf({ connections }: Policy): OperationInputs {
  if (!connections.channelsNeedOrganization) return channelOperations
  return {
    ...channelOperations,
    'channels.list': { query: z.extend(channelsQuery, organization) },
    'channels.create': { body: z.extend(newChannelBody, organization) },
  }
}

const anything = z.unknown().check(z.refine((value) => value !== undefined))

/** What chat takes: a query as long as it may be, and a cursor as far as it is checked here. */
export function chatInputsOf({ turns, resume }: Policy): OperationInputs {
  const { longestQuery } = turns
  const text = longestQuery === undefined ? z.string() : z.string().check(z.maxLength(longestQuery))
  const body = z.extend(chatBody, { q: turns.needsQuery ? text : z.prefault(text, '') })
  const cursor = resume.validatesCursor ? resumeBody.shape.cursor : anything
  return {
    ...chatOperations,
    'chat.react': { body },
    'chat.dag': { body },
    'chat.auto': { body },
    'chat.resume': {
      body: z.extend(resumeBody, { cursor: resume.needsCursor ? cursor : z.optional(cursor) }),
    },
  }
}

/** What operations on keys take: the expiry of a new one goes by several names. */
export function keysInputsOf({ keys: { expiryField } }: Policy): OperationInputs {
  if (expiryField === 'expires_at') return keyOperations
  const { expires_at } = createKeyBody.shape
  const rest = z.omit(createKeyBody, { expires_at: true })
  return {
    ...keyOperations,
    'keys.create': { body: z.extend(rest, { [expiryField]: expires_at }) },
  }
}
