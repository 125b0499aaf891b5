import type { Exchange } from '../session/exchange.ts'
import { findValue, member, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { Finding } from '../session/outcomes.ts'
import { userCredential } from './credentials.ts'
import { findItem, lists, requireList, readList } from './lists.ts'
import type { JsonObject } from '../../contract/json.ts'

export type CreatedConversation = {
  readonly id: string
  readonly title: string
  /** The response to its creation. */
  readonly exchange: Exchange
}

/** Purposes of conversations. `empty` never gets a turn; `titled` is renamed and starred. */
export type ConversationPurpose = 'empty' | 'titled' | 'react' | 'dag' | 'interrupted'

/**
 * Returns the id of the conversation for a purpose, without any turn so far. Created once per run.
 */
export const conversation = async (
  session: TestSession,
  purpose: ConversationPurpose = 'empty',
): Promise<string> => (await createdConversation(session, purpose)).id

/**
 * Returns the conversation for a purpose and the response that created it. Created once per run.
 */
export const createdConversation = (
  session: TestSession,
  purpose: ConversationPurpose,
): Promise<CreatedConversation> =>
  session.once(`the ${purpose} conversation`, async () => {
    const exchange = await conversationCreation(session, purpose)
    if (!isAccepted(exchange)) {
      throw new Finding('a created conversation (200)', `status ${exchange.status}`, exchange)
    }
    const title = String(member(exchange.request.body, 'title') ?? '')
    const id = conversationId(exchange.json) ?? (await listedByTitle(session, title))
    if (id !== undefined) return { id, title, exchange }
    throw new Finding('an id of the conversation in data', formatValue(exchange.json), exchange)
  })

/** Returns the creation response for a purpose, whatever its status. */
export const conversationCreation = (
  session: TestSession,
  purpose: ConversationPurpose,
): Promise<Exchange> =>
  session.once(`creating the ${purpose} conversation`, () => {
    const titled = { title: session.uniqueName('conversation'), mode: 'auto' }
    return postConversation(session, purpose === 'empty' ? {} : titled)
  })

export async function postConversation(session: TestSession, body: JsonObject): Promise<Exchange> {
  return session.send({
    method: 'POST',
    path: lists.conversations,
    bearer: await userCredential(session),
    body,
  })
}

/** Changes a conversation, by default as the user. */
export async function patchConversation(
  session: TestSession,
  id: string,
  body: JsonObject,
  credential?: string,
): Promise<Exchange> {
  return session.send({
    method: 'PATCH',
    path: `${lists.conversations}/${id}`,
    bearer: credential ?? (await userCredential(session)),
    body,
  })
}

/**
 * Finds the id in a creation response: `data.id`, `data.conversation_id`, else a UUID in `data`.
 */
export function conversationId(json: unknown): string | undefined {
  const data = member(json, 'data') ?? json
  const named = member(data, 'id') ?? member(data, 'conversation_id')
  if (typeof named === 'string') return named
  const uuid = findValue(data, ({ value, key }) => typeof value === 'string' && isUuid(value, key))
  return uuid === undefined ? undefined : String(uuid.value)
}

const isUuid = (value: string, key: string): boolean =>
  key !== 'user_id' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)

/** Finds a conversation in the list, by its id or its title. */
export const listedConversation = (
  session: TestSession,
  { id, title }: { readonly id: string; readonly title: string },
  credential?: string,
) =>
  findItem(
    session,
    lists.conversations,
    (item) => item['id'] === id || item['conversation_id'] === id || item['title'] === title,
    credential,
  )

async function listedByTitle(session: TestSession, title: string): Promise<string | undefined> {
  if (title === '') return undefined
  const { item } = await findItem(
    session,
    lists.conversations,
    (listed) => listed['title'] === title,
  )
  const id = item?.['id'] ?? item?.['conversation_id']
  return typeof id === 'string' ? id : undefined
}

const searchParameters = ['q', 'search', 'query', 'keyword', 'title', 'filter', 'name', 'text']

export const search = (session: TestSession, name: string, text: string) =>
  readList(session, lists.conversations, `?${name}=${text}`)

/**
 * Finds the name of the search parameter, which takes 1 to 200 characters. Unknown parameters are
 * ignored, so the search parameter is the one that refuses 201 characters. A parameter that refuses
 * every text is not for search.
 */
export const searchParameter = (session: TestSession): Promise<string | undefined> =>
  session.once('the search parameter', async () => {
    await requireList(session, 'conversations')
    for (const name of searchParameters) {
      const { status } = await search(session, name, 'x'.repeat(201))
      const isRefused = status === 422 || status === 400
      if (isRefused && (await takesText(session, name))) return name
    }
    return undefined
  })

async function takesText(session: TestSession, name: string): Promise<boolean> {
  const responses = [await search(session, name, 'x'), await search(session, name, 'x'.repeat(200))]
  return responses.some(isAccepted)
}

/** Creates a conversation without a title, for one turn that no other observer uses. */
export async function untitledConversation(session: TestSession): Promise<string> {
  const exchange = await postConversation(session, {})
  return conversationId(exchange.json) ?? skip('the new conversation has no id')
}
