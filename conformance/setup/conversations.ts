import type { Exchange } from '../session/exchange.ts'
import { findValue, member, formatValue, type JsonObject } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { Finding } from '../session/outcomes.ts'
import { userCredential } from './credentials.ts'
import { findItem, lists, requireList, readList } from './lists.ts'

export type MadeConversation = {
  readonly id: string
  readonly title: string
  /** The reply that created it. */
  readonly exchange: Exchange
}

/** What a conversation is for. `empty` is created from `{}` and never gets a turn; `titled` is renamed and starred. */
export type ConversationPurpose = 'empty' | 'titled' | 'react' | 'dag' | 'interrupted'

/** The id of the conversation for a purpose: fresh and without any turn. Made once per run. */
export const conversation = async (
  lab: TestSession,
  purpose: ConversationPurpose = 'empty',
): Promise<string> => (await madeConversation(lab, purpose)).id

/** The conversation for a purpose with the reply that created it. Made once per run. */
export const madeConversation = (
  lab: TestSession,
  purpose: ConversationPurpose,
): Promise<MadeConversation> =>
  lab.once(`the ${purpose} conversation`, async () => {
    const exchange = await conversationCreation(lab, purpose)
    if (!isAccepted(exchange)) {
      throw new Finding('a created conversation (200)', `status ${exchange.status}`, exchange)
    }
    const title = String(member(exchange.ask.body, 'title') ?? '')
    const id = conversationId(exchange.json) ?? (await listedByTitle(lab, title))
    if (id !== undefined) return { id, title, exchange }
    throw new Finding('an id of the conversation in data', formatValue(exchange.json), exchange)
  })

/** The reply that created the conversation for a purpose, whatever it is. */
export const conversationCreation = (
  lab: TestSession,
  purpose: ConversationPurpose,
): Promise<Exchange> =>
  lab.once(`the creation of the ${purpose} conversation`, () => {
    const titled = { title: lab.name('conversation'), mode: 'auto' }
    return postConversation(lab, purpose === 'empty' ? {} : titled)
  })

/** Asks for a new conversation, as the user. */
export async function postConversation(lab: TestSession, body: JsonObject): Promise<Exchange> {
  return lab.send({
    method: 'POST',
    path: lists.conversations,
    bearer: await userCredential(lab),
    body,
  })
}

/** Changes a conversation, as the user unless told otherwise. */
export async function patchConversation(
  lab: TestSession,
  id: string,
  body: JsonObject,
  credential?: string,
): Promise<Exchange> {
  return lab.send({
    method: 'PATCH',
    path: `${lists.conversations}/${id}`,
    bearer: credential ?? (await userCredential(lab)),
    body,
  })
}

/** The id in a creation reply: `data.id`, `data.conversation_id`, else a UUID inside `data`. */
export function conversationId(json: unknown): string | undefined {
  const data = member(json, 'data') ?? json
  const named = member(data, 'id') ?? member(data, 'conversation_id')
  if (typeof named === 'string') return named
  const uuid = findValue(data, ({ value, key }) => typeof value === 'string' && isUuid(value, key))
  return uuid === undefined ? undefined : String(uuid.value)
}

const isUuid = (value: string, key: string): boolean =>
  key !== 'user_id' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)

/** The conversation in the list, found by its id or its title. */
export const listedConversation = (
  lab: TestSession,
  { id, title }: { readonly id: string; readonly title: string },
  credential?: string,
) =>
  findItem(
    lab,
    lists.conversations,
    (item) => item['id'] === id || item['conversation_id'] === id || item['title'] === title,
    credential,
  )

async function listedByTitle(lab: TestSession, title: string): Promise<string | undefined> {
  if (title === '') return undefined
  const { item } = await findItem(lab, lists.conversations, (listed) => listed['title'] === title)
  const id = item?.['id'] ?? item?.['conversation_id']
  return typeof id === 'string' ? id : undefined
}

const searchParameters = ['q', 'search', 'query', 'keyword', 'title', 'filter', 'name', 'text']

export const search = (lab: TestSession, name: string, text: string) =>
  readList(lab, lists.conversations, `?${name}=${text}`)

/**
 * The name of the parameter that takes 1 to 200 characters. Unknown parameters are ignored, so the
 * one that refuses 201 characters is the name; one that refuses every text has values of its own.
 */
export const searchParameter = (lab: TestSession): Promise<string | undefined> =>
  lab.once('the search parameter', async () => {
    await requireList(lab, 'conversations')
    for (const name of searchParameters) {
      const { status } = await search(lab, name, 'x'.repeat(201))
      const isRefused = status === 422 || status === 400
      if (isRefused && (await takesText(lab, name))) return name
    }
    return undefined
  })

async function takesText(lab: TestSession, name: string): Promise<boolean> {
  const replies = [await search(lab, name, 'x'), await search(lab, name, 'x'.repeat(200))]
  return replies.some(isAccepted)
}

/** The id of a new conversation without a title, for one turn that no other observer relies on. */
export async function untitledConversation(lab: TestSession): Promise<string> {
  const exchange = await postConversation(lab, {})
  return conversationId(exchange.json) ?? skip('a new conversation tells no id')
}
