import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Mounted } from './transports.ts'

/** A reply with its body read. */
export type Answer<Json = Record<string, never>> = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests say what they expect by asserting on it.
  readonly json: Json
}

/** What a test sends. */
export type Sent = {
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

/** A user of the platform in a test: signs in, calls, reads streams. */
export type Visitor = {
  call<Json = Record<string, never>>(operation: string, sent?: Sent): Promise<Answer<Json>>
  /** Opens a stream; `operation` is such as `POST /api/react`. */
  open(operation: string, sent?: Sent): Promise<Response>
  /** Reads a stream to its end. */
  stream(operation: string, sent?: Sent): Promise<SeenEvent[]>
  /** The same place with another credential. */
  as(bearer: string | undefined): Visitor
}

export type SeenEvent = {
  readonly event: string
  readonly data: never
  readonly id: string | undefined
}

/** Calls a mounted fake with a credential, or with none. */
export function visit(mounted: Mounted, bearer?: string): Visitor {
  const open = (operation: string, { body, text, headers, signal }: Sent = {}) => {
    const [method = 'GET', path = '/'] = operation.split(' ')
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
    return mounted.fetch(
      new Request(mounted.baseUrl + path, {
        method,
        ...(content === undefined ? {} : { body: content }),
        ...(signal === undefined ? {} : { signal }),
        headers: {
          ...(content === undefined ? {} : { 'content-type': 'application/json' }),
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...headers,
        },
      }),
    )
  }
  return {
    open,
    async call<Json>(operation: string, sent?: Sent): Promise<Answer<Json>> {
      const response = await open(operation, sent)
      const text = await response.text()
      const json = text === '' ? undefined : JSON.parse(text)
      return { status: response.status, headers: response.headers, text, json }
    },
    async stream(operation, sent) {
      return eventsIn(await (await open(operation, sent)).text())
    },
    as: (other) => visit(mounted, other),
  }
}

/** Signs in as a user of the demo fixture. */
export async function signIn(mounted: Mounted, name = 'demo'): Promise<Visitor> {
  const { json } = await visit(mounted).call<{ access_token: string }>('POST /api/auth/login', {
    body: { email: `${name}@example.com`, password: `${name}-password` },
  })
  return visit(mounted, json.access_token)
}

/** The events in the text of a stream. */
export function eventsIn(text: string): SeenEvent[] {
  const events: SeenEvent[] = []
  const onEvent = ({ event = 'message', data, id }: EventSourceMessage) =>
    events.push({ event, data: JSON.parse(data) as never, id })
  const parser = createParser({ onEvent })
  parser.feed(text)
  return events
}
