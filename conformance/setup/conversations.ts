import type { Exchange } from '../session/exchange.ts'
import { type LocatedValue, member, formatValue, walk } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import { Finding } from '../session/outcomes.ts'
import { sendAsUser } from './credentials.ts'
import {
  findItem,
  idInPath,
  idOf,
  encodeId,
  itemsOf,
  lists,
  pollItem,
  requireList,
  readList,
} from './lists.ts'
import { pathOf } from '../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { isUuid } from '../../contract/uuid.ts'

export type CreatedConversation = {
  readonly id: string
  readonly title: string
  /** The exchange that created the conversation. */
  readonly exchange: Exchange
}

/**
 * The purposes for which a run creates conversations. `empty` is created from `{}` and never gets a
 * turn. `titled` and `changed` each get a title and a star, and `titled` an injected text.
 */
export type ConversationPurpose = 'empty' | 'titled' | 'changed' | 'react' | 'dag' | 'interrupted'

/** Returns the id of the conversation for a purpose. It is created once, and has no turn yet. */
export const conversationIdFor = async (
  session: TestSession,
  purpose: ConversationPurpose = 'empty',
): Promise<string> => (await createdConversation(session, purpose)).id

/**
 * Creates the conversation for a purpose, once per run. If the target refuses the body or shows no
 * id, tries other bodies, so that only the checks of creation fail.
 */
export const createdConversation = (
  session: TestSession,
  purpose: ConversationPurpose,
): Promise<CreatedConversation> =>
  session.once(`the ${purpose} conversation`, async () => {
    const title = session.uniqueName('conversation')
    const bodies = purpose === 'empty' ? [{ title, mode: 'auto' }, { title }] : [{ title }, {}]
    const attempts = [
      () => conversationCreation(session, purpose),
      ...bodies.map((body) => () => postConversation(session, body)),
    ]
    let failure: unknown
    for (const attempt of attempts) {
      try {
        return await identify(session, await attempt())
      } catch (error) {
        if (!(error instanceof Finding)) throw error
        failure ??= error
      }
    }
    throw failure
  })

async function identify(session: TestSession, exchange: Exchange): Promise<CreatedConversation> {
  if (!isAccepted(exchange)) {
    throw new Finding('a created conversation (200)', `status ${exchange.status}`, exchange)
  }
  const title = String(member(exchange.request.body, 'title') ?? '')
  const id =
    conversationId(exchange.json, undefined, title) ?? (await listedByTitle(session, title))
  if (id !== undefined) return { id, title, exchange }
  throw new Finding('an id of the conversation in data', formatValue(exchange.json), exchange)
}

/** Returns the creation response for a purpose, whatever its status. */
export const conversationCreation = (
  session: TestSession,
  purpose: ConversationPurpose,
): Promise<Exchange> =>
  session.once(`creating the ${purpose} conversation`, () =>
    postConversation(
      session,
      purpose === 'empty' ? {} : { title: session.uniqueName('conversation'), mode: 'auto' },
    ),
  )

export const postConversation = (session: TestSession, body: JsonObject): Promise<Exchange> =>
  sendAsUser(session, { method: 'POST', path: lists.conversations, body })

/** Changes a conversation, by default as the user. */
export const patchConversation = (
  session: TestSession,
  id: string,
  body: JsonObject,
  credential?: string,
): Promise<Exchange> =>
  sendAsUser(
    session,
    { method: 'PATCH', path: `${lists.conversations}/${encodeId(id)}`, body },
    credential,
  )

/** The id of a conversation record, from `id` or `conversation_id`. */
const listedId = (record: unknown): string | undefined =>
  idOf(record) ?? idOf({ id: member(record, 'conversation_id') })

/**
 * Finds the id in the response to a creation, from `id` or `conversation_id`, or from the field
 * `key`. Prefers a record with this name, then the outermost one. Never guesses between two
 * records, because the run deletes the record with this id.
 */
export function conversationId(json: unknown, key = 'id', name = ''): string | undefined {
  const data = member(json, 'data') ?? json
  if (typeof data === 'string' && isUuid(data)) return data
  const idIn = (value: unknown) => (key === 'id' ? listedId(value) : idOf(value, key))
  const records = [...walk(data)].filter(({ value }) => idIn(value) !== undefined)
  const named = records.find(({ value }) => name !== '' && nameOf(value) === name)
  const isInner = ({ container }: LocatedValue): boolean =>
    container !== undefined && (idIn(container.value) !== undefined || isInner(container))
  const outer = new Set(records.filter((each) => !isInner(each)).map(({ value }) => idIn(value)))
  if (named !== undefined) return idIn(named.value)
  return outer.size === 1 ? [...outer][0] : undefined
}

/** The id of the conversation in the path of a request; `undefined` for any other path. */
export const conversationInPath = (exchange: Exchange): string | undefined =>
  idInPath(exchange, lists.conversations)

/** The conversations in a response: the items of the list, or the conversation of the path. */
export function conversationsIn(exchange: Exchange): readonly JsonObject[] {
  if (pathOf(exchange) === lists.conversations && exchange.request.method === 'GET')
    return itemsOf(exchange) ?? []
  const id = conversationInPath(exchange)
  const shown = member(exchange.json, 'data') ?? exchange.json
  return isObject(shown) && id !== undefined && idOf(shown) === id ? [shown] : []
}

/** The title of a conversation, or the name of another record. */
export const nameOf = (record: unknown): unknown =>
  member(record, 'name') ?? member(record, 'title')

/** Finds a conversation in the list, by its id or its title. */
export const listedConversation = (
  session: TestSession,
  { id, title }: { readonly id: string; readonly title: string },
  credential?: string,
) =>
  findItem(
    session,
    lists.conversations,
    (item) => listedId(item) === id || item['title'] === title,
    credential,
  )

async function listedByTitle(session: TestSession, title: string): Promise<string | undefined> {
  if (title === '') return undefined
  const { item } = await pollItem(
    session,
    () => findItem(session, lists.conversations, (listed) => listed['title'] === title),
    (listed) => listed !== undefined,
    { effect: 'a new conversation is listed' },
  )
  return listedId(item)
}

/** The possible names of the search parameter of the conversation list. */
export const searchParameters: readonly string[] = [
  'q',
  'search',
  'query',
  'keyword',
  'title',
  'filter',
  'name',
  'text',
]

export const search = (session: TestSession, name: string, text: string) =>
  readList(session, lists.conversations, `?${name}=${text}`)

/**
 * Finds the name of the search parameter. Targets ignore unknown parameters, so each name is tried:
 * the target refuses 201 characters or an empty text in it, or lists nothing for a text that no
 * conversation has. A name is left out if the target refuses every text in it.
 */
export const searchParameter = sharedSetUp('the search parameter', async (session) => {
  const plain = await requireList(session, 'conversations')
  for (const text of ['x'.repeat(201), '']) {
    for (const name of searchParameters) {
      const { status } = await search(session, name, text)
      if ((status === 422 || status === 400) && (await takesText(session, name))) return name
    }
  }
  if (itemsOf(plain)?.length === 0) return undefined
  for (const name of searchParameters) {
    const searchResult = await search(session, name, 'x'.repeat(200))
    if (isAccepted(searchResult) && itemsOf(searchResult)?.length === 0) return name
  }
  return undefined
})

async function takesText(session: TestSession, name: string): Promise<boolean> {
  const responses = [await search(session, name, 'x'), await search(session, name, 'x'.repeat(200))]
  return responses.some(isAccepted)
}

/** Creates a conversation with this agent. Created once per run. */
export const agentConversation = (session: TestSession, agentId: string): Promise<Exchange> =>
  session.once('creating a conversation with an agent', () =>
    postConversation(session, { title: session.uniqueName('conversation'), agent_id: agentId }),
  )

/** Creates a conversation without a title, for a turn of only one observer. */
export async function untitledConversation(session: TestSession): Promise<string> {
  const exchange = await postConversation(session, {})
  return conversationId(exchange.json) ?? skip('the new conversation has no id')
}

/** Reads a conversation with its messages. */
export const readConversation = (session: TestSession, id: string): Promise<Exchange> =>
  readList(session, `${lists.conversations}/${encodeId(id)}`)

/** A question with a unique name. The name comes first, because a title may show only the start. */
export function namedQuestion(session: TestSession, question: string) {
  const name = session.uniqueName('question')
  return { name, q: `${name}: ${question}` }
}

/**
 * Identifies the conversation that the target created for a turn without a conversation, so that
 * the clean-up deletes it. Its title or its messages contain the unique name of the question. If no
 * conversation contains the name, and a new conversation cannot be read, the report says that one
 * may be left behind.
 */
export async function trackConversationOfTurn(
  session: TestSession,
  name: string,
  [before, after]: readonly [Exchange, Exchange],
): Promise<void> {
  const known = new Set((itemsOf(before) ?? []).map(listedId))
  const added = (itemsOf(after) ?? []).filter((item) => !known.has(listedId(item)))
  const hasQuestion = (text: string) => text.includes(name)
  let found = added.find((item) => hasQuestion(JSON.stringify(item)))
  let isUnreadable = false
  const readAll = async (): Promise<Exchange> => {
    let read = after
    for (const item of added) {
      read = await readConversation(session, listedId(item) ?? '')
      isUnreadable ||= !isAccepted(read)
      if (hasQuestion(read.text)) found = item
      if (found !== undefined) break
    }
    return read
  }
  // The list may have several pages, with the oldest conversations first.
  if (added.length === 0 && totalOf(after) > totalOf(before)) {
    const isOfTurn = (item: JsonObject) => hasQuestion(JSON.stringify(item))
    found = (await findItem(session, lists.conversations, isOfTurn)).item
    isUnreadable = found === undefined
  }
  // The target may store the question late.
  if (found === undefined && added.length > 0)
    await pollUntil(session, readAll, () => found !== undefined || isUnreadable)
  const isMade = found !== undefined || isUnreadable
  session.settleTurn(name, isMade ? { id: listedId(found) } : undefined)
}

/** The record in a response: the field `data`, or the whole body if there is no `data`. */
export const recordIn = ({ json }: Exchange): unknown => member(json, 'data') ?? json

/** The title of the conversation in a response. */
export function titleIn(exchange: Exchange): string | undefined {
  const title = member(recordIn(exchange), 'title')
  return typeof title === 'string' ? title : undefined
}

/** The `total` of a list; NaN without one. */
const totalOf = ({ json }: Exchange): number => Number(member(json, 'total'))
