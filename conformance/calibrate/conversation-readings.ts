import { isObject, type JsonObject } from '../../contract/json.ts'
import { excerpt } from '../report/evidence.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import { recordIn } from '../setup/conversations.ts'
import { conversationInBody, conversationInPath, isCreation } from './known-conversations.ts'
import { fieldsOf, isUnset, queryOf, userOf } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'
import { complaintAbout } from './complaints.ts'
import { anyErrorCode, byStatus, noOption, observed } from './look.ts'
import type { Readings } from './observer.ts'

const isReading = (exchange: Exchange): boolean =>
  exchange.request.method === 'GET' &&
  isAccepted(exchange) &&
  conversationInPath(exchange) !== undefined &&
  isObject(recordIn(exchange))

const isExport = (exchange: Exchange): boolean =>
  exchange.request.method === 'GET' &&
  /^\/api\/conversations\/[^/]+\/export$/.test(pathOf(exchange))

/** The conversation that a request is about, in its path or as that of a resume. */
const conversationOf = (exchange: Exchange): string | undefined =>
  conversationInPath(exchange) ??
  (pathOf(exchange) === '/api/chat/resume' ? conversationInBody(exchange) : undefined)

/** Formats of exports that only one of the options has. */
const documents: readonly unknown[] = ['md', 'txt', 'docx', 'pdf']
const data: readonly unknown[] = ['markdown', 'json']

const modes: readonly unknown[] = ['react', 'dag', 'auto']

/** Conversations (2.5, 4.3), from any exchange. */
export const conversationReadings = {
  'conversations.create-status': (exchange) =>
    isCreation(exchange) && isAccepted(exchange)
      ? byStatus(exchange, { 200: '200', 201: '201' })
      : undefined,
  'conversations.created-shape': (exchange) => {
    if (!isCreation(exchange) || !isAccepted(exchange)) return undefined
    const payload = member(exchange.json, 'data')
    if (member(payload, 'title') !== undefined) return observed(exchange, 'record')
    const fields = isObject(payload) ? Object.keys(payload).join() : formatValue(payload)
    return fields === 'conversation_id'
      ? observed(exchange, 'id')
      : noOption(exchange, `a payload of ${excerpt(fields, 100)}`)
  },
  'conversations.ownership': (exchange, before) => {
    const known = before.conversations.get(conversationOf(exchange))
    const user = userOf(exchange)
    // Two credentials may belong to one user.
    if (known?.user === undefined || user === undefined || known.user === user) return undefined
    // A resume can reach a conversation that has no turn.
    if (isAccepted(exchange) || anyErrorCode(exchange) === 'no_recent_assistant_message')
      // An administrator may reach more than others.
      return before.conversations.isAdministrator(user) ? undefined : observed(exchange, 'any')
    const isResume = conversationInPath(exchange) === undefined
    if (isResume && anyErrorCode(exchange) === undefined) return undefined
    return exchange.status === 404 ? observed(exchange, 'own') : undefined
  },
  'conversations.model-name': (exchange, before) => {
    if (!isCreation(exchange) && !isReading(exchange)) return undefined
    const name = member(recordIn(exchange), 'model_name')
    if (isCreation(exchange)) {
      const { model_name, agent_id } = fieldsOf(exchange)
      const isPlain = isAccepted(exchange) && isUnset(model_name) && isUnset(agent_id)
      return isPlain && name !== undefined ? readModelName(exchange, name) : undefined
    }
    const known = before.conversations.get(conversationInPath(exchange))
    // A turn may store the model that it used.
    return known?.isPlain && !known.hasTurn ? readModelName(exchange, name ?? null) : undefined
  },
  'conversations.message-metadata': (exchange) => {
    const metadata = isReading(exchange) ? answerMetadata(exchange) : undefined
    if (metadata === undefined) return undefined
    return observed(exchange, member(metadata, 'answer') === undefined ? 'figures' : 'whole')
  },
  'conversations.modes': (exchange) => {
    const { mode } = fieldsOf(exchange)
    if (!isCreation(exchange) || typeof mode !== 'string' || modes.includes(mode)) return undefined
    if (isAccepted(exchange)) return observed(exchange, 'any')
    return complaintAbout(exchange, 'mode') ? observed(exchange, 'listed') : undefined
  },
  'conversations.export-formats': (exchange) => {
    if (!isExport(exchange) || !isAccepted(exchange)) return undefined
    const format = queryOf(exchange).get('format')
    if (documents.includes(format)) return observed(exchange, 'documents')
    return data.includes(format) ? observed(exchange, 'data') : undefined
  },
  'conversations.export-format': (exchange) => {
    if (!isExport(exchange) || queryOf(exchange).has('format')) return undefined
    if (isAccepted(exchange)) return observed(exchange, 'optional')
    return complaintAbout(exchange, 'format') ? observed(exchange, 'required') : undefined
  },
  'conversations.kb-ids': (exchange, before) => {
    const wanted = before.conversations.get(conversationInPath(exchange))?.knowledgeBases
    if (wanted === undefined || !isReading(exchange)) return undefined
    const kept = member(recordIn(exchange), 'kb_ids')
    const ids: readonly unknown[] = Array.isArray(kept) ? kept : []
    if (wanted.every((id) => ids.includes(id))) return observed(exchange, 'settable')
    return isUnset(kept) || (Array.isArray(kept) && kept.length === 0)
      ? observed(exchange, 'ignored')
      : noOption(exchange, `kb_ids ${excerpt(formatValue(kept), 60)}`)
  },
} as const satisfies Readings

function readModelName(exchange: Exchange, name: unknown) {
  if (name === null) return observed(exchange, 'null')
  return typeof name === 'string'
    ? observed(exchange, 'active')
    : noOption(exchange, `model_name ${excerpt(formatValue(name), 60)}`)
}

/** The metadata of the first answer of a conversation. */
export function answerMetadata(exchange: Exchange): JsonObject | undefined {
  const messages = member(recordIn(exchange), 'messages')
  return (Array.isArray(messages) ? messages : [])
    .map((message) => member(message, 'metadata'))
    .filter(isObject)
    .find((metadata) => member(metadata, 'usage') !== undefined)
}
