import { bodyForm, listIn } from '../../contract/body-form.ts'
import { isObject, type JsonObject, parseJson } from '../../contract/json.ts'
import type { SubstitutableCall } from '../proxy/substitute.ts'
import { idText } from '../replay/id-map.ts'
import type { ForeignRecord } from '../../recording/turn-fake.ts'

/** The body of a response as JSON; `undefined` if it is none. */
export const jsonOf = async (response: Response): Promise<unknown> =>
  parseJson(await response.text(), undefined)

/** The record of a response, with or without an envelope. */
export function recordIn(json: unknown): JsonObject | undefined {
  const { content } = bodyForm(json)
  return isObject(content) ? content : undefined
}

/** The part of a conversation's response that has the messages. */
export function holderOfMessages(json: unknown): { messages: unknown[] } | undefined {
  const places = [json, recordIn(json), recordIn(json)?.['conversation']]
  return places.find(
    (place): place is { messages: unknown[] } =>
      isObject(place) && Array.isArray(place['messages']),
  )
}

/** A conversation as a deployment has it. */
type ForeignConversation = {
  readonly record: ForeignRecord
  readonly messages: readonly ForeignRecord[]
}

type Reading = {
  readonly ask: SubstitutableCall['ask']
  /** The headers of the caller. */
  readonly headers: readonly string[]
}

/** Reads a conversation with its messages. Returns the response of a deployment that refuses it. */
export async function readConversation(
  { ask, headers }: Reading,
  id: string,
): Promise<ForeignConversation | Response> {
  const path = `/api/conversations/${encodeURIComponent(id)}`
  const answer = await ask({ method: 'GET', path, headers })
  if (answer.ok) {
    const json = await jsonOf(answer)
    const record = recordIn(json)
    const one = isObject(record?.['conversation']) ? record['conversation'] : record
    const messages = holderOfMessages(json)?.messages ?? []
    return { record: { ...one, id }, messages: messages.flatMap(toMessage(id)) }
  }
  if (answer.status !== 404 && answer.status !== 405) return answer
  // The specification has no read of one conversation, only the list.
  const list = await ask({ method: 'GET', path: '/api/conversations?page=1&size=100', headers })
  const items = list.ok ? conversationsIn(await jsonOf(list)) : []
  const found = items.find((item) => isObject(item) && idText(item['id']) === id)
  return isObject(found) ? { record: { ...found, id }, messages: [] } : answer
}

/** Reads an agent; `undefined` if the caller may not see it. */
export async function readAgent(
  { ask, headers }: Reading,
  id: string,
): Promise<ForeignRecord | undefined> {
  const answer = await ask({
    method: 'GET',
    path: `/api/agents/${encodeURIComponent(id)}`,
    headers,
  })
  if (!answer.ok) return undefined
  return { ...recordIn(await jsonOf(answer)), id }
}

const conversationsIn = (json: unknown): readonly unknown[] =>
  listIn(bodyForm(json).content, ['conversations'])?.items ?? []

const toMessage =
  (conversationId: string) =>
  (message: unknown, at: number): ForeignRecord[] =>
    isObject(message)
      ? [{ ...message, id: idText(message['id']) ?? `${conversationId}-${at}` }]
      : []
