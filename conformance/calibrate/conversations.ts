import { pathOf } from '../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { excerpt } from '../report/evidence.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import { type Exchange, queryOf } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import {
  conversationIdFor,
  conversationId,
  conversationInPath,
  createdConversation,
  patchConversation,
  postConversation,
  readConversation,
  recordIn,
} from '../setup/conversations.ts'
import { otherUserCredential, sendAsUser } from '../setup/credentials.ts'
import { encodeId, knowledgeBaseId, lists } from '../setup/lists.ts'
import { postResume } from '../stream/replays.ts'
import { reactTurn } from '../stream/turns.ts'
import { subjectOf, fieldsOf, isCall, isResume, isUnset } from '../session/request.ts'
import type { HistoryIndex } from '../history/history.ts'
import { conversationBefore, isCreation, isReading, metadataIn } from './known-conversations.ts'
import { optionByStatus } from './look.ts'
import type { ObserverContext, Observers } from './observer.ts'
import { anyErrorCode, complaintAbout, reachesConversation } from '../history/response.ts'

/** One observer for each choice about conversations (specification, 2.5 and 4.3). */
export const conversationObservers = {
  'conversations.create-status': {
    provoke: titledCreation,
    read: (exchange) =>
      isCreation(exchange) && isAccepted(exchange)
        ? optionByStatus(exchange, { 200: '200', 201: '201' })
        : undefined,
  },
  'conversations.created-shape': {
    provoke: titledCreation,
    read: (exchange) => {
      if (!isCreation(exchange) || !isAccepted(exchange)) return undefined
      const payload = member(exchange.json, 'data')
      if (member(payload, 'title') !== undefined) return 'record'
      const fields = isObject(payload) ? Object.keys(payload).join() : formatValue(payload)
      return fields === 'conversation_id' ? 'id' : { came: `a payload of ${excerpt(fields, 100)}` }
    },
  },
  'conversations.ownership': {
    provoke: async ({ session }) => {
      const id = await conversationIdFor(session)
      const other = await otherUserCredential(session)
      const path = `${lists.conversations}/${encodeId(id)}`
      return [
        await patchConversation(session, id, { starred: false }, other),
        await session.send({ method: 'GET', path, bearer: other }),
        await postResume(session, { conversation_id: id, cursor: -1 }, other),
      ]
    },
    read: (exchange, before) => {
      const isOne = conversationInPath(exchange) !== undefined
      if (!isOne && !isResume(exchange)) return undefined
      const { user: owner } = conversationBefore(exchange, before)
      const user = subjectOf(exchange)
      // Compares users, not credentials, because two credentials may belong to one user.
      if (owner === undefined || user === undefined || owner === user) return undefined
      if (reachesConversation(exchange))
        // An administrator may read conversations of other users.
        return before.get(administrators, user) ? undefined : 'any'
      if (!isOne && anyErrorCode(exchange) === undefined) return undefined
      return exchange.status === 404 ? 'own' : undefined
    },
  },
  'conversations.model-name': {
    provoke: async ({ session }) =>
      readConversation(session, await conversationIdFor(session, 'titled')),
    read: (exchange, before) => {
      const name = member(recordIn(exchange), 'model_name')
      if (isCreation(exchange)) {
        const { model_name, agent_id } = fieldsOf(exchange)
        const isWithout = isAccepted(exchange) && isUnset(model_name) && isUnset(agent_id)
        return isWithout && name !== undefined ? readModelName(name) : undefined
      }
      if (!isReading(exchange)) return undefined
      const { isPlain, hasTurn } = conversationBefore(exchange, before)
      // Ignores conversations with a turn, because a turn may store the name of its model.
      return isPlain && !hasTurn ? readModelName(name ?? null) : undefined
    },
  },
  'conversations.message-metadata': {
    plan: 'turn',
    provoke: async ({ session }) => {
      const { conversationId: id } = await reactTurn(session)
      const isStored = (seen: Exchange) => answerMetadata(seen) !== undefined
      const { exchange } = await pollUntil(session, () => readConversation(session, id), isStored)
      return isStored(exchange) ? exchange : skip('the answer of the turn has no metadata')
    },
    read: (exchange) => {
      const metadata = isReading(exchange) ? answerMetadata(exchange) : undefined
      if (metadata === undefined) return undefined
      return member(metadata, 'answer') === undefined ? 'figures' : 'whole'
    },
  },
  'conversations.modes': {
    provoke: ({ session }) =>
      postConversation(session, {
        title: session.uniqueName('conversation'),
        mode: 'no-such-mode',
      }),
    read: (exchange) => {
      const { mode } = fieldsOf(exchange)
      if (!isCreation(exchange) || typeof mode !== 'string') return undefined
      if (/^(?:react|dag|auto)$/.test(mode)) return undefined
      if (isAccepted(exchange)) return 'any'
      return complaintAbout(exchange, 'mode') ? 'listed' : undefined
    },
  },
  'conversations.export-formats': {
    provoke: async (context) => {
      const exported = await exportAs('?format=txt')(context)
      return isAccepted(exported) ? exported : exportAs('?format=markdown')(context)
    },
    read: (exchange) => {
      if (!isExport(exchange) || !isAccepted(exchange)) return undefined
      const format = queryOf(exchange).get('format') ?? ''
      // Each of the two options has formats that the other option refuses.
      if (/^(?:md|txt|docx|pdf)$/.test(format)) return 'documents'
      return /^(?:markdown|json)$/.test(format) ? 'data' : undefined
    },
  },
  'conversations.export-format': {
    provoke: exportAs(''),
    read: (exchange) => {
      if (!isExport(exchange) || queryOf(exchange).has('format')) return undefined
      if (isAccepted(exchange)) return 'optional'
      return complaintAbout(exchange, 'format') ? 'required' : undefined
    },
  },
  'conversations.kb-ids': {
    provoke: async ({ session }) => {
      const base = (await knowledgeBaseId(session)) ?? skip('there is no knowledge base')
      const title = session.uniqueName('conversation')
      const creation = await postConversation(session, { title, kb_ids: [base] })
      const id = conversationId(creation.json) ?? skip('the new conversation has no id')
      return readConversation(session, id)
    },
    read: (exchange, before) => {
      const { knowledgeBases: wanted } = conversationBefore(exchange, before)
      if (wanted === undefined || !isReading(exchange)) return undefined
      const storedBases = member(recordIn(exchange), 'kb_ids') ?? []
      const ids: readonly unknown[] = Array.isArray(storedBases) ? storedBases : []
      if (wanted.every((id) => ids.includes(id))) return 'settable'
      return Array.isArray(storedBases) && storedBases.length === 0
        ? 'ignored'
        : { came: `kb_ids ${excerpt(formatValue(storedBases), 60)}` }
    },
  },
} as const satisfies Observers

async function titledCreation({ session }: ObserverContext): Promise<Exchange> {
  return (await createdConversation(session, 'titled')).exchange
}

/** Exports the conversation with a query. */
function exportAs(query: string) {
  return async ({ session }: ObserverContext): Promise<Exchange> => {
    const id = encodeId(await conversationIdFor(session))
    const path = `${lists.conversations}/${id}/export${query}`
    return sendAsUser(session, { method: 'GET', path })
  }
}

const isExport = (exchange: Exchange): boolean =>
  isCall(exchange, 'GET', /^\/api\/conversations\/[^/]+\/export$/)

function readModelName(name: unknown) {
  if (name === null) return 'null'
  return typeof name === 'string'
    ? 'active'
    : { came: `model_name ${excerpt(formatValue(name), 60)}` }
}

/** Returns the metadata of the first answer of a conversation. */
const answerMetadata = (exchange: Exchange): JsonObject | undefined =>
  metadataIn(exchange).find((metadata) => metadata['usage'] !== undefined)

/** Users whose requests to paths below `/api/admin/` were accepted. */
const administrators: HistoryIndex<true> = {
  changes: (exchange) => {
    const user = subjectOf(exchange)
    const isAdministrator = isAccepted(exchange) && pathOf(exchange).startsWith('/api/admin/')
    return isAdministrator && user !== undefined ? [[user, true]] : []
  },
}

export const conversationIndices = [administrators]
