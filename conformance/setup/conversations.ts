import type { Exchange } from '../exchange.ts'
import { find, member, show } from '../json.ts'
import type { JsonObject } from '../json.ts'
import type { Lab } from '../lab.ts'
import { isAccepted } from '../must.ts'
import { Finding } from '../outcomes.ts'
import { bearer } from './credentials.ts'
import { findItem, lists } from './lists.ts'

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
  lab: Lab,
  purpose: ConversationPurpose = 'empty',
): Promise<string> => (await madeConversation(lab, purpose)).id

/** The conversation for a purpose with the reply that created it. Made once per run. */
export const madeConversation = (
  lab: Lab,
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
    throw new Finding('an id of the conversation in data', show(exchange.json), exchange)
  })

/** The reply that created the conversation for a purpose, whatever it is. */
export const conversationCreation = (lab: Lab, purpose: ConversationPurpose): Promise<Exchange> =>
  lab.once(`the creation of the ${purpose} conversation`, () => {
    const titled = { title: lab.name('conversation'), mode: 'auto' }
    return postConversation(lab, purpose === 'empty' ? {} : titled)
  })

/** Asks for a new conversation, as the user. */
export async function postConversation(lab: Lab, body: JsonObject): Promise<Exchange> {
  return lab.send({ method: 'POST', path: lists.conversations, bearer: await bearer(lab), body })
}

/** Changes a conversation, as the user unless told otherwise. */
export async function patchConversation(
  lab: Lab,
  id: string,
  body: JsonObject,
  credential?: string,
): Promise<Exchange> {
  return lab.send({
    method: 'PATCH',
    path: `${lists.conversations}/${id}`,
    bearer: credential ?? (await bearer(lab)),
    body,
  })
}

/** The id in a creation reply: `data.id`, `data.conversation_id`, else a UUID inside `data`. */
export function conversationId(json: unknown): string | undefined {
  const data = member(json, 'data') ?? json
  const named = member(data, 'id') ?? member(data, 'conversation_id')
  if (typeof named === 'string') return named
  const uuid = find(data, ({ value, key }) => typeof value === 'string' && isUuid(value, key))
  return uuid === undefined ? undefined : String(uuid.value)
}

const isUuid = (value: string, key: string): boolean =>
  key !== 'user_id' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value)

/** The conversation in the list, found by its id or its title. */
export const listedConversation = (
  lab: Lab,
  { id, title }: { readonly id: string; readonly title: string },
  credential?: string,
) =>
  findItem(
    lab,
    lists.conversations,
    (item) => item['id'] === id || item['conversation_id'] === id || item['title'] === title,
    credential,
  )

async function listedByTitle(lab: Lab, title: string): Promise<string | undefined> {
  if (title === '') return undefined
  const { item } = await findItem(lab, lists.conversations, (listed) => listed['title'] === title)
  const id = item?.['id'] ?? item?.['conversation_id']
  return typeof id === 'string' ? id : undefined
}
