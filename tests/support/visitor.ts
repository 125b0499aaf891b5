import { requestTo, type Sent } from './requests.ts'
import { demo, type Mounted } from './transports.ts'
import { eventsIn, type Reader, readerOf, type SeenEvent } from './stream-reader.ts'

export type { Sent }

/** A response with its body; `Json` types the fields that a test reads. */
export type Answer<Json = unknown> = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}

/** The same fake with the path of another world. */
export const inWorld = (mounted: Mounted, world: string): Mounted => ({
  ...mounted,
  baseUrl: `${mounted.baseUrl}/w/${world}`,
})

/** A user of the platform in a test: signs in, calls, reads streams. */
export type Visitor = {
  /** Calls an operation, such as `GET /api/agents`. */
  call<Json = unknown>(operation: string, sent?: Sent): Promise<Answer<Json>>
  /** Calls an operation and returns its status and error code. */
  refusal(operation: string, sent?: Sent): Promise<readonly [status: number, code: unknown]>
  open(operation: string, sent?: Sent): Promise<Response>
  /** Reads a stream to its end. */
  stream(operation: string, sent?: Sent): Promise<SeenEvent[]>
  /** Reads a stream step by step. */
  read(operation: string, sent?: Sent): Promise<Reader>
  /** The same fake with another credential, or without one. */
  as(bearer: string | undefined): Visitor
}

/** A visitor of a mounted fake with a credential, or without one. */
export function visit(mounted: Mounted, bearer?: string): Visitor {
  const open = (operation: string, sent?: Sent) =>
    mounted.fetch(requestTo(mounted.baseUrl, operation, sent, bearer))
  const visitor: Visitor = {
    open,
    async call<Json>(operation: string, sent?: Sent): Promise<Answer<Json>> {
      const response = await open(operation, sent)
      const text = await response.text()
      const json = text === '' ? undefined : JSON.parse(text)
      return { status: response.status, headers: response.headers, text, json }
    },
    async refusal(operation, sent) {
      const { status, json } = await visitor.call<{ error?: unknown }>(operation, sent)
      return [status, json?.error]
    },
    async stream(operation, sent) {
      return eventsIn(await (await open(operation, sent)).text())
    },
    async read(operation, sent) {
      const leaving = new AbortController()
      return readerOf(await open(operation, { ...sent, signal: leaving.signal }), leaving)
    },
    as: (other) => visit(mounted, other),
  }
  return visitor
}

/** Signs in as a user of the demo fixture. */
export async function signIn(mounted: Mounted, name = 'demo'): Promise<Visitor> {
  return visit(mounted, (await login(mounted, name)).access_token)
}

export type Session = { readonly access_token: string; readonly refresh_token: string }

/** The tokens of a user from the demo fixture. */
export async function login(mounted: Mounted, name = 'demo', headers = {}): Promise<Session> {
  const { json } = await visit(mounted).call<Session>('POST /api/auth/login', {
    body: { email: `${name}@example.com`, password: `${name}-password` },
    headers,
  })
  return json
}

/** The value of an API key of the demo fixture, by its purpose. */
export const keyOf = ({ fake }: Mounted, name: string, world?: string): string =>
  fake.world(world).keyring.valueOf(demo.showcase.keys[name] ?? '')

export type NewKey = { readonly id: string; readonly key: string; readonly key_prefix: string }

export async function newKey(visitor: Visitor, fields: object = {}): Promise<NewKey> {
  const body = { name: 'A key', ...fields }
  return (await visitor.call<NewKey>('POST /api/me/api-keys', { body })).json
}

export type Enveloped<Data> = { readonly success: boolean; readonly data: Data }
export type Paged<Item> = {
  readonly items: readonly Item[]
  readonly total: number
  readonly page: number
  readonly size: number
  readonly pages: number
}

export async function newConversation(visitor: Visitor, fields: object = {}): Promise<string> {
  type Created = { readonly id?: string; readonly conversation_id?: string }
  const { json } = await visitor.call<Enveloped<Created>>('POST /api/conversations', {
    body: fields,
  })
  return (json.data.id ?? json.data.conversation_id) as string
}

export type SeenMessage = {
  readonly role: string
  readonly content: string
  readonly message_type: string
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/** A conversation with its messages. */
export async function conversationOf(visitor: Visitor, id: string) {
  type Seen = { readonly title: string; readonly mode: string; readonly messages: SeenMessage[] }
  return (await visitor.call<Enveloped<Seen>>(`GET /api/conversations/${id}`)).json.data
}
