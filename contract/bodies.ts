import * as z from 'zod/mini'
import { limits, ownLimits } from './limits.ts'
import { turnMode } from './records/modes.ts'

const optionalText = z.nullish(z.string())

/** `POST /api/auth/login` (4.6). */
export const loginBody = z.object({ email: z.string(), password: z.string() })

/** `POST /api/auth/refresh` (4.6). */
export const refreshBody = z.object({ refresh_token: z.string() })

/** A moment in any ISO 8601 form, in milliseconds since 1970; without an offset it is taken as UTC. */
export function toMoment(text: string): number {
  const named = /(Z|[+-]\d\d:?\d\d)$/.test(text) || !/[T ]/.test(text)
  return Date.parse(named ? text : `${text}Z`)
}

// An offset can lead out of the years that a timestamp tells with four digits.
const [first, last] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')]

const moment = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/),
  z.refine((text) => toMoment(text) >= first && toMoment(text) <= last),
)

/** `POST /api/me/api-keys` (4.1); the field of the expiry is a choice and joins when compiled. */
export const createKeyBody = z.object({
  name: z
    .string()
    .check(z.minLength(ownLimits.keyNameLength.min), z.maxLength(ownLimits.keyNameLength.max)),
  scopes: optionalText,
  expires_at: z.nullish(moment),
})

/** `PATCH /api/me/api-keys/{key_id}/active` (4.1). */
export const keyActiveBody = z.object({ is_active: z.boolean() })

/** The chat request body of the three streaming endpoints (2.6). */
export const chatBody = z.object({
  q: z.string(),
  conversation_id: optionalText,
  agent_id: optionalText,
  token: optionalText,
  image_ids: optionalText,
  user_metadata: optionalText,
  doc_mode: optionalText,
})

/** `POST /api/chat/inject` (4.2: shape not shown). */
export const injectBody = z.object({
  conversation_id: z.string(),
  content: z.string().check(z.maxLength(ownLimits.directed)),
})

/** `POST /api/chat/resume` (4.2). */
export const resumeBody = z.object({ conversation_id: z.string(), cursor: z.int() })

const knowledgeBaseIds = z.nullish(z.array(z.string()))

/** `POST /api/conversations` (4.3, 2.5). */
export const createConversationBody = z.object({
  title: z.nullish(z.string()),
  mode: z.nullish(turnMode),
  agent_id: optionalText,
  model_name: optionalText,
  kb_ids: knowledgeBaseIds,
})

/** `PATCH /api/conversations/{conversation_id}` (4.3, 2.5). */
export const updateConversationBody = z.object({
  title: optionalText,
  starred: z.nullish(z.boolean()),
  status: z.nullish(z.enum(['active', 'archived'])),
  kb_ids: knowledgeBaseIds,
})

/** `POST /api/knowledge-bases/{id}/retrieve` (4.4: shape not shown). */
export const retrieveBody = z.object({
  query: z.string().check(z.minLength(1)),
  top_k: z.nullish(
    z.int().check(z.gte(ownLimits.retrieveTop.min), z.lte(ownLimits.retrieveTop.max)),
  ),
})

/** `page` and `size` of every list (4.C3, 8). */
export const pageQuery = z.object({
  page: z.optional(z.int().check(z.gte(1))),
  size: z.optional(z.int().check(z.gte(limits.pageSize.min), z.lte(limits.pageSize.max))),
})

/** The conversation list: paging, a search of 1 to 200 characters (8), and the status shown. */
export const conversationsQuery = z.extend(pageQuery, {
  q: z.optional(
    z.string().check(z.minLength(limits.searchLength.min), z.maxLength(limits.searchLength.max)),
  ),
  status: z.optional(z.string()),
})

/** The agent list: paging and a filter by status (4.5: further parameters not shown). */
export const agentsQuery = z.extend(pageQuery, { status: z.optional(z.string()) })
