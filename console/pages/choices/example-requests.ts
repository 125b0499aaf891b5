import type { ActiveChoice } from '../../../contract/control/worlds.ts'

/** A request that shows a choice. */
export type ExampleRequest = {
  readonly method: string
  readonly path: string
  readonly body?: object
  /** Whether it has an access token. */
  readonly signedIn?: boolean
  /** Whether the headers of the response show the choice, not its body. */
  readonly showsHeaders?: boolean
}

const missingCredential: ExampleRequest = { method: 'GET', path: '/api/agents' }
const unknownRoute: ExampleRequest = { method: 'GET', path: '/api/nothing' }
const login: ExampleRequest = {
  method: 'POST',
  path: '/api/auth/login',
  body: { email: 'demo@example.com', password: 'demo-password' },
}
const createKey: ExampleRequest = {
  method: 'POST',
  path: '/api/me/api-keys',
  body: { name: 'Example' },
  signedIn: true,
}
const createConversation: ExampleRequest = {
  method: 'POST',
  path: '/api/conversations',
  body: { title: 'Example' },
  signedIn: true,
}
const turn: ExampleRequest = {
  method: 'POST',
  path: '/api/react',
  body: { q: 'Where is my order?' },
  signedIn: true,
}
const listOf = (query: string): ExampleRequest => ({
  method: 'GET',
  path: `/api/agents?${query}`,
  signedIn: true,
})

/** Requests of single choices, where one for their kind of response would not show them. */
const byChoice: Readonly<Record<string, ExampleRequest>> = {
  'lists.default-size': { method: 'GET', path: '/api/agents', signedIn: true },
  'lists.oversize': listOf('size=1000'),
  'lists.page-beyond-end': listOf('page=99'),
  'errors.wrong-method': { method: 'DELETE', path: '/api/version' },
  'http.allow': { method: 'DELETE', path: '/api/version', showsHeaders: true },
  'http.headers': { ...missingCredential, showsHeaders: true },
  'http.head': { method: 'HEAD', path: '/api/version', showsHeaders: true },
  'auth.challenge': { ...missingCredential, showsHeaders: true },
  'http.trailing-slash': { method: 'GET', path: '/api/version/' },
  'events.content-type': { ...turn, showsHeaders: true },
}

const byEndpoint: Readonly<Record<string, ExampleRequest>> = {
  'keys.create': createKey,
  'keys.list': { method: 'GET', path: '/api/me/api-keys', signedIn: true },
  'conversations.create': createConversation,
  'conversations.list': { method: 'GET', path: '/api/conversations?size=2', signedIn: true },
  'channels.list': { method: 'GET', path: '/api/channels', signedIn: true },
  'workflows.list': { method: 'GET', path: '/api/workflows?size=1', signedIn: true },
  version: { method: 'GET', path: '/api/version' },
}

const byReply: Readonly<Record<string, ExampleRequest>> = {
  session: login,
  page: listOf('size=1'),
  envelope: createConversation,
  stream: turn,
}

const byCondition: Readonly<Record<string, ExampleRequest>> = {
  'credential-missing': missingCredential,
  'route-unknown': unknownRoute,
  'login-failed': { ...login, body: { email: 'demo@example.com', password: 'wrong' } },
  'resource-missing': { method: 'GET', path: '/api/agents/unknown', signedIn: true },
  invalid: { ...login, body: { email: 5 } },
}

/** Returns a request whose response can show a choice; `undefined` if the page knows none. */
export function exampleRequest({ id, shows }: ActiveChoice): ExampleRequest | undefined {
  const own = byChoice[id]
  if (own !== undefined) return own
  for (const { endpoints, replies, conditions, events, with: field } of [shows].flat()) {
    // A field of the request, which these requests do not have, decides.
    if (field !== undefined) continue
    if (conditions?.length === 0) return missingCredential
    const found = [
      ...(conditions ?? []).map((one) => byCondition[one]),
      ...(replies ?? []).map((one) => byReply[one]),
      ...(endpoints ?? []).map((one) => byEndpoint[one]),
      ...((events?.length ?? 0) > 0 ? [turn] : []),
    ].find((request) => request !== undefined)
    if (found !== undefined) return found
  }
  return undefined
}
