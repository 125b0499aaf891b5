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
  searchParameter,
} from '../setup/conversations.ts'
import { userCredential, otherUserCredential } from '../setup/credentials.ts'
import { knowledgeBaseId, lists, readList } from '../setup/lists.ts'
import { conversationListReadings } from './conversation-list-readings.ts'
import { answerMetadata, conversationReadings } from './conversation-readings.ts'
import { itemsIn } from './response.ts'
import type { Observers } from './observer.ts'
import { reactTurn } from '../stream/turns.ts'
import { postResume } from '../stream/replays.ts'

const plan = 'core'

const isStored = (seen: Exchange): boolean => answerMetadata(seen) !== undefined

/** Conversations (2.5, 4.3). */
export const conversationObservers = {
  'conversations.create-status': {
    plan,
    provoke: async ({ session }) => (await createdConversation(session, 'titled')).exchange,
    read: conversationReadings['conversations.create-status'],
  },
  'conversations.created-shape': {
    plan,
    provoke: async ({ session }) => (await createdConversation(session, 'titled')).exchange,
    read: conversationReadings['conversations.created-shape'],
  },
  'conversations.ownership': {
    plan,
    provoke: async ({ session }) => {
      const id = await conversation(session)
      const other = await otherUserCredential(session)
      const path = `${lists.conversations}/${id}`
      return [
        await patchConversation(session, id, { starred: false }, other),
        await session.send({ method: 'GET', path, bearer: other }),
        await postResume(session, { conversation_id: id, cursor: -1 }, other),
      ]
    },
    read: conversationReadings['conversations.ownership'],
  },
  'conversations.model-name': {
    plan,
    provoke: async ({ session }) =>
      readConversation(session, await conversation(session, 'titled')),
    read: conversationReadings['conversations.model-name'],
  },
  'conversations.message-metadata': {
    plan: 'turn',
    provoke: async ({ session }) => {
      const { conversationId: id } = await reactTurn(session)
      const { exchange } = await pollUntil(session, () => readConversation(session, id), isStored)
      return isStored(exchange) ? exchange : skip('the answer of the turn has no metadata')
    },
    read: conversationReadings['conversations.message-metadata'],
  },
  'conversations.modes': {
    plan,
    provoke: ({ session }) =>
      postConversation(session, {
        title: session.uniqueName('conversation'),
        mode: 'no-such-mode',
      }),
    read: conversationReadings['conversations.modes'],
  },
  'conversations.order': {
    plan,
    provoke: async ({ session }) => {
      const ids: (string | undefined)[] = []
      for (const _ of ['older', 'starred', 'newer']) {
        const title = session.uniqueName('conversation')
        ids.push(conversationId((await postConversation(session, { title })).json))
        // Waits, because timestamps may be stored in whole seconds.
        await session.sleep(1100)
      }
      await patchConversation(session, ids[1] ?? '', { starred: true })
      await session.sleep(1100)
      // A list may be ordered by the time of the last change.
      await patchConversation(session, ids[2] ?? '', { starred: false })
      return allConversations(session, ids)
    },
    read: conversationListReadings['conversations.order'],
  },
  'conversations.search-parameter': {
    plan,
    provoke: async ({ session }) => {
      const name =
        (await searchParameter(session)) ?? skip('no known parameter refuses 201 characters')
      const path = `${lists.conversations}?${name}=`
      const sent = session.exchanges.filter(({ request }) => request.path.startsWith(path))
      const refused = sent.filter((exchange) => !isAccepted(exchange))
      return refused.length > 0 ? refused : sent
    },
    read: conversationListReadings['conversations.search-parameter'],
  },
  'conversations.export-formats': {
    plan,
    provoke: async ({ session }) => {
      const documents = await getExport(session, '?format=txt')
      return isAccepted(documents) ? documents : getExport(session, '?format=markdown')
    },
    read: conversationReadings['conversations.export-formats'],
  },
  'conversations.export-format': {
    plan,
    provoke: ({ session }) => getExport(session, ''),
    read: conversationReadings['conversations.export-format'],
  },
  'conversations.kb-ids': {
    plan,
    provoke: async ({ session }) => {
      const base = (await knowledgeBaseId(session)) ?? skip('there is no knowledge base')
      const title = session.uniqueName('conversation')
      const creation = await postConversation(session, { title, kb_ids: [base] })
      const id = conversationId(creation.json) ?? skip('the new conversation has no id')
      return readConversation(session, id)
    },
    read: conversationReadings['conversations.kb-ids'],
  },
} as const satisfies Observers

/**
 * Reads the page of the user's conversations that has these ones: in some orders, new ones are on the
 * last page.
 */
async function allConversations(session: TestSession, ids: readonly unknown[]): Promise<Exchange> {
  for (let page = 1; page <= maxPages; page += 1) {
    const exchange = await readList(session, lists.conversations, `?page=${page}&size=100`)
    const items = itemsIn(exchange)
    if (items.some((item) => ids.includes(item['id'] ?? item['conversation_id']))) return exchange
    if (items.length < 100) break
  }
  return skip('the new conversations are not listed')
}

const maxPages = 20

const getExport = async (session: TestSession, query: string): Promise<Exchange> =>
  session.send({
    method: 'GET',
    path: `${lists.conversations}/${await conversation(session)}/export${query}`,
    bearer: await userCredential(session),
  })
