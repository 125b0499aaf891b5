import { decodeSse } from '../../../contract/sse.ts'
import type { Mounted } from '../../support/transports.ts'
import { login, type NewKey, type Sent, visit } from '../../support/visitor.ts'

export type SeenEvent = { readonly name: string; readonly data: unknown; readonly cursor?: number }

/** The replaceable parts of a web app. The default parts have no bug. */
export type Parts = {
  /** The milliseconds after which a refused read is repeated; `undefined` gives up. */
  readonly wait: (response: Response, now: number) => number | undefined
  /** Makes a reader of text, which returns the events that are complete. */
  readonly createParser: () => (text: string) => readonly SeenEvent[]
  /** Makes a reader of bytes; `undefined` ends it, because the stream broke or closed. */
  readonly createDecoder: () => (bytes: Uint8Array | undefined) => string
  /** The requests of streams. */
  readonly openStream: (
    send: (token?: string) => Promise<Response>,
    refresh: () => Promise<void>,
    operation: string,
  ) => Promise<Response>
  /** Chooses the cursor for a resume from the last one seen and from that of the first break. */
  readonly resumeFrom: (last: number, first: number) => number
  /** The options of each request. */
  readonly init: Pick<Sent, 'redirect'>
  /** The milliseconds without an event after which a turn is given up. */
  readonly patience: number
}

const busy = [429, 502, 503, 504]

/** Reads `Retry-After` as seconds or as a date; a second without it. */
export function patientWait({ status, headers }: Response, now: number): number | undefined {
  if (!busy.includes(status)) return undefined
  const told = headers.get('retry-after')
  if (told === null) return 1000
  const seconds = Number(told)
  return Number.isNaN(seconds) ? Math.max(0, Date.parse(told) - now) : seconds * 1000
}

const isExpired = async (response: Response) =>
  response.status === 401 || /token_expired|invalid_token/.test(await response.clone().text())

/** An event with its cursor from any of the known places. */
export function toEvent(frame: string): readonly SeenEvent[] {
  const { event: name, data: text, id } = decodeSse(frame)
  if (name === undefined || text === undefined) return []
  const data = JSON.parse(text) as { cursor?: number; data?: unknown } | null
  const cursor = data?.cursor ?? (id === undefined ? undefined : Number(id))
  const isWrapped = Object.keys(data ?? {}).join() === 'cursor,data'
  return [{ name, data: isWrapped ? data?.data : data, ...(cursor !== undefined && { cursor }) }]
}

/** Splits text into frames at any line ends. */
export const tolerantParser = (read = toEvent) => {
  let rest = ''
  return (text: string) => {
    const frames = (rest + text).split(/\r\n\r\n|\n\n|\r\r(?!$)/)
    rest = frames.pop() ?? ''
    return frames.flatMap(read)
  }
}

const streamDecoder = () => {
  const decoder = new TextDecoder()
  return (bytes: Uint8Array | undefined) =>
    bytes === undefined ? '' : decoder.decode(bytes, { stream: true })
}

/** A page that is open in an app. */
export type Page = Awaited<ReturnType<typeof openApp>>

/** Signs in to an app. */
export async function openApp(mounted: Mounted, parts: Partial<Parts> = {}) {
  const { wait = patientWait, init = {}, patience = Infinity } = parts
  const { createParser = tolerantParser, createDecoder = streamDecoder } = parts
  const { openStream, resumeFrom = (last: number) => last } = parts
  const { clock } = mounted.fake.world()
  const session = await login(mounted)
  let renewing: Promise<void> | undefined

  async function renew(): Promise<void> {
    const body = { refresh_token: session.refresh_token }
    const renewed = await visit(mounted).call<object>('POST /api/auth/refresh', { body })
    if (renewed.status !== 200) throw new Error('signed out')
    Object.assign(session, renewed.json)
  }
  /** Refreshes the token once for all that wait for it. */
  const refresh = () => (renewing ??= renew().finally(() => (renewing = undefined)))

  const once = (operation: string, body?: object, token = session.access_token) =>
    visit(mounted, token).open(operation, { ...init, ...(body && { body }) })

  async function send(operation: string, body?: object): Promise<Response> {
    for (let left = 4; ; left -= 1) {
      const token = session.access_token
      const response = await once(operation, body, token)
      if (response.ok || left === 0) return response
      if (await isExpired(response)) {
        if (token === session.access_token) await refresh()
        continue
      }
      const ms = operation.startsWith('GET') ? wait(response, clock.now()) : undefined
      if (ms === undefined) return response
      await response.text()
      await clock.wait(ms)
    }
  }

  async function json<Json>(operation: string, body?: object): Promise<Json> {
    const response = await send(operation, body)
    const text = await response.text()
    if (!response.ok) throw new Error(`${operation}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Json
  }

  /** All items of a list. */
  async function list<Item extends { id: string }>(path: string, size = 50): Promise<Item[]> {
    const found = new Map<string, Item>()
    for (let page = 1; ; page += 1) {
      const { items, pages } = await json<{ items: Item[]; pages: number }>(
        `GET ${path}${path.includes('?') ? '&' : '?'}page=${page}&size=${size}`,
      )
      for (const item of items) found.set(item.id, item)
      if (page >= pages || items.length === 0) return [...found.values()]
    }
  }

  /** Creates a conversation, and returns its id. */
  async function create(fields: object = {}): Promise<string> {
    const { data } = await json<{ data: { id?: string; conversation_id?: string } }>(
      'POST /api/conversations',
      fields,
    )
    return data.id ?? data.conversation_id ?? ''
  }

  const stream = (operation: string, body: object) =>
    openStream === undefined
      ? send(operation, body)
      : openStream((token) => once(operation, body, token), refresh, operation)

  /** Yields the events of a response. Throws if it breaks. */
  async function* eventsOf(response: Response): AsyncGenerator<SeenEvent> {
    const reader = response.body?.getReader()
    const [decode, parse] = [createDecoder(), createParser()]
    for (;;) {
      const asked = clock.now()
      const chunk = await reader?.read().catch(() => undefined)
      if (clock.now() - asked > patience) throw new Error('too late')
      if (chunk === undefined || chunk.done) {
        decode(undefined)
        if (chunk === undefined) throw new TypeError('network error')
        return
      }
      yield* parse(decode(chunk.value))
    }
  }

  /** Asks a question, and reads the answer to its end. */
  async function ask(conversation_id: string, path = '/api/react'): Promise<SeenEvent[]> {
    const shown: SeenEvent[] = []
    let [last, first] = [-1, -1]
    let isOver = false
    let response = await stream(`POST ${path}`, { q: 'Tell me', conversation_id })
    for (let left = 5; ; left -= 1) {
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      let latest = -1
      try {
        for await (const event of eventsOf(response)) {
          isOver ||= event.name === 'end' || event.name === 'resume_done'
          const { cursor = Infinity } = event
          // A replay may send an event twice.
          if (cursor <= latest || cursor <= resumeFrom(last, first)) continue
          if (cursor !== Infinity) latest = last = cursor
          shown.push(event)
        }
      } catch (error) {
        if (!(error instanceof TypeError && error.message === 'network error')) throw error
      }
      if (isOver) return shown
      if (left === 0) throw new Error('reconnection failed')
      if (first === -1) first = last
      const cursor = resumeFrom(last, first)
      response = await stream('POST /api/chat/resume', { conversation_id, cursor })
    }
  }

  /** Creates a key. */
  async function createKey(): Promise<NewKey> {
    type Created = { data?: { record: NewKey; secret: string }; api_key?: NewKey; plain?: string }
    const body = await json<Created & NewKey>('POST /api/me/api-keys', { name: 'Mine' })
    const key = body.data?.secret ?? body.plain ?? body.key
    return { ...(body.data?.record ?? body.api_key ?? body), key }
  }

  return { mounted, session, clock, renew, refresh, once, send, json, list, create, ask, createKey }
}
