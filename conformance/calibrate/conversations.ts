import { formatValue, member } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import {
  conversation,
  conversationId,
  createdConversation,
  patchConversation,
  postConversation,
  readConversation,
  recordIn,
  searchParameter,
} from '../setup/conversations.ts'
import { userCredential, otherUserCredential } from '../setup/credentials.ts'
import { knowledgeBaseId, lists, plainList, readList } from '../setup/lists.ts'
import { anyErrorCode, byStatus, isInvalid, itemsIn, noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'
import { reactTurn } from '../stream/turns.ts'
import { postResume } from '../stream/replays.ts'
import { excerpt } from '../report/evidence.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

const plan = 'core'

/** Conversations (2.5, 4.3). */
export const conversationObservers = {
  'conversations.create-status': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await createdConversation(session, 'titled')
      return byStatus(exchange, { 200: '200', 201: '201' })
    },
  },
  'conversations.created-shape': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await createdConversation(session, 'titled')
      const data = member(exchange.json, 'data')
      if (member(data, 'title') !== undefined) return observed(exchange, 'record')
      const fields = isObject(data) ? Object.keys(data).join() : formatValue(data)
      return fields === 'conversation_id'
        ? observed(exchange, 'id')
        : noOption(exchange, `a payload of ${excerpt(fields, 100)}`)
    },
  },
  'conversations.ownership': {
    plan,
    observe: async ({ session }) => {
      const id = await conversation(session)
      const other = await otherUserCredential(session)
      const path = `${lists.conversations}/${id}`
      const resume = { conversation_id: id, cursor: -1 }
      const exchanges = [
        await patchConversation(session, id, { starred: false }, other),
        await session.send({ method: 'GET', path, bearer: other }),
      ]
      const resumed = await postResume(session, resume, other)
      return [...exchanges.map(readOwnership), readResumeOwnership(resumed)]
    },
  },
  'conversations.model-name': {
    plan,
    observe: async ({ session }) => {
      const exchange = await readConversation(session, await conversation(session, 'titled'))
      if (!isAccepted(exchange)) return noOption(exchange)
      const name = member(recordIn(exchange), 'model_name') ?? null
      if (name === null) return observed(exchange, 'null')
      return typeof name === 'string'
        ? observed(exchange, 'active')
        : noOption(exchange, `model_name ${excerpt(formatValue(name), 60)}`)
    },
  },
  'conversations.message-metadata': {
    plan: 'turn',
    observe: async ({ session }) => {
      const { conversationId: id } = await reactTurn(session)
      const isStored = (seen: Exchange) => answerMetadata(seen) !== undefined
      const { exchange } = await pollUntil(session, () => readConversation(session, id), isStored)
      const metadata = answerMetadata(exchange) ?? skip('the answer of the turn has no metadata')
      return observed(exchange, member(metadata, 'answer') === undefined ? 'figures' : 'whole')
    },
  },
  'conversations.modes': {
    plan,
    observe: async ({ session }) => {
      const body = { title: session.uniqueName('conversation'), mode: 'no-such-mode' }
      const exchange = await postConversation(session, body)
      if (isAccepted(exchange)) return observed(exchange, 'any')
      return isInvalid(exchange) ? observed(exchange, 'listed') : noOption(exchange)
    },
  },
  'conversations.order': {
    plan,
    observe: async ({ session }) => {
      const { places, exchange } = await listPositions(session)
      const [older, starred, newer] = places
      if (older === undefined || starred === undefined || newer === undefined) {
        return skip('the new conversations are not on the first page')
      }
      if (older < starred && starred < newer) return observed(exchange, 'oldest')
      if (newer < starred && starred < older) return observed(exchange, 'newest')
      if (starred < newer && newer < older) return observed(exchange, 'starred-first')
      return noOption(exchange, 'another order')
    },
  },
  'conversations.search-parameter': {
    plan,
    observe: async ({ session }) => {
      const name =
        (await searchParameter(session)) ?? skip('no known parameter refuses 201 characters')
      const exchange = await plainList(session, 'conversations')
      return name === 'q' ? observed(exchange, 'q') : observed(exchange, 'named', name)
    },
  },
  'conversations.export-formats': {
    plan,
    observe: async ({ session }) => {
      const documents = await getExport(session, '?format=txt')
      if (isAccepted(documents)) return observed(documents, 'documents')
      const data = await getExport(session, '?format=markdown')
      return isAccepted(data) ? observed(data, 'data') : noOption(data)
    },
  },
  'conversations.export-format': {
    plan,
    observe: async ({ session }) => {
      const exchange = await getExport(session, '')
      if (isAccepted(exchange)) return observed(exchange, 'optional')
      return isInvalid(exchange) ? observed(exchange, 'required') : noOption(exchange)
    },
  },
  'conversations.kb-ids': {
    plan,
    observe: async ({ session }) => {
      const base = (await knowledgeBaseId(session)) ?? skip('there is no knowledge base')
      const body = { title: session.uniqueName('conversation'), kb_ids: [base] }
      const creation = await postConversation(session, body)
      const path = `${lists.conversations}/${conversationId(creation.json)}`
      const exchange = await session.send({
        method: 'GET',
        path,
        bearer: await userCredential(session),
      })
      const kept = member(member(exchange.json, 'data') ?? exchange.json, 'kb_ids')
      if (!isAccepted(exchange)) skip(`reading it responds with ${exchange.status}`)
      if (Array.isArray(kept) && kept.includes(base)) return observed(exchange, 'settable')
      // A refusal of the creation would not have ignored the field.
      const isEmpty = kept === undefined || kept === null || (Array.isArray(kept) && !kept.length)
      return isAccepted(creation) && isEmpty
        ? observed(exchange, 'ignored')
        : noOption(exchange, `kb_ids ${excerpt(formatValue(kept), 60)}`)
    },
  },
} as const satisfies Observers

/** The metadata of the first answer of a conversation. */
function answerMetadata(exchange: Exchange): JsonObject | undefined {
  const messages = member(recordIn(exchange), 'messages')
  return (Array.isArray(messages) ? messages : [])
    .map((message) => member(message, 'metadata'))
    .filter(isObject)
    .find((metadata) => member(metadata, 'usage') !== undefined)
}

const readOwnership = (exchange: Exchange) =>
  isAccepted(exchange) ? observed(exchange, 'any') : byStatus(exchange, { 404: 'own', 403: 'own' })

/** A resume can reach a conversation that has no turn. */
const readResumeOwnership = (exchange: Exchange) =>
  anyErrorCode(exchange) === 'no_recent_assistant_message'
    ? observed(exchange, 'any')
    : readOwnership(exchange)

/** Positions of three new conversations in the list: an older, a starred and a newer one. */
async function listPositions(session: TestSession) {
  const ids: (string | undefined)[] = []
  for (const _ of ['older', 'starred', 'newer']) {
    const made = await postConversation(session, { title: session.uniqueName('conversation') })
    ids.push(conversationId(made.json))
    // Waits, because timestamps may be stored in whole seconds.
    await session.sleep(1100)
  }
  await patchConversation(session, ids[1] ?? '', { starred: true })
  const { items, exchange } = await allConversations(session)
  const places = ids.map((id) => {
    const place = items.findIndex((item) => (item['id'] ?? item['conversation_id']) === id)
    return place < 0 ? undefined : place
  })
  return { places, exchange }
}

/** Reads all conversations of the user, because in some orders new ones are on the last page. */
async function allConversations(session: TestSession) {
  const items: JsonObject[] = []
  let exchange: Exchange
  let page = 0
  do {
    page += 1
    exchange = await readList(session, lists.conversations, `?page=${page}&size=100`)
    items.push(...itemsIn(exchange))
  } while (itemsIn(exchange).length === 100 && page < maxPages)
  return { items, exchange }
}

const maxPages = 20

const getExport = async (session: TestSession, query: string): Promise<Exchange> =>
  session.send({
    method: 'GET',
    path: `${lists.conversations}/${await conversation(session)}/export${query}`,
    bearer: await userCredential(session),
  })
