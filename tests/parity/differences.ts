import { expect } from 'vitest'
import type { MountName } from './mounts.ts'
import type { Ask, Heard } from './exchange.ts'

/** A difference between a mount and the fake in process. */
export type Difference = {
  readonly at: readonly MountName[]
  readonly what: string
  readonly why: string
  /** The response over the mount; the same one if the difference does not apply. */
  readonly heard: (told: Heard, ask: Ask) => Heard
}

const mocked = ['MSW in Node', 'MSW in a page'] as const
const pages = ['fetch in a page', 'MSW in a page', 'HTTP from a page'] as const

const withHeaders = (told: Heard, headers: object): Heard => ({
  ...told,
  headers: { ...told.headers, ...headers },
})
const without = (told: Heard, hidden: (name: string) => boolean): Heard => ({
  ...told,
  headers: Object.fromEntries(Object.entries(told.headers).filter(([name]) => !hidden(name))),
})

const beginning = (told: Heard): Heard => ({
  ...told,
  body: expect.toSatisfy((body) => told.body.startsWith(String(body))),
})

const isAnswered = ({ ended }: Heard) => ended !== 'unanswered'
const isSteering = ({ path }: Ask) => path.includes('/__control/')
const isStream = ({ headers }: Heard) =>
  headers['content-type']?.startsWith('text/event-stream') === true
/** A truncated text whose declared length is that of the whole. */
const isPart = ({ headers }: Heard) => 'content-length' in headers
const isRetried = ({ path }: Ask) => path.startsWith('/w/retried/api/')

/** The response headers that scripts of another origin can read. */
const shown = ['cache-control', 'content-length', 'content-type', 'x-understudy-explain']

/** In the order in which they apply to a response. */
export const differences: readonly Difference[] = [
  {
    at: ['HTTP from a page'],
    what: 'A call whose connection is reset once, as by a fault with `"times": 1`, is answered.',
    why: 'Chromium sends a call again, a `POST` too, where a connection that it used before breaks. Let such a fault strike until it is removed.',
    heard: (told, ask) =>
      isRetried(ask) && !isAnswered(told)
        ? {
            status: 200,
            headers: {
              'content-length': expect.stringMatching(/^\d+$/),
              'content-type': 'application/json',
              date: 'Sat, 21 Nov 2026 08:00:00 GMT',
            },
            body: expect.stringMatching(/^\{"items":/),
            ended: 'closed',
          }
        : told,
  },
  {
    at: pages,
    what: 'A call says no `Origin` and no `Access-Control-Request-Headers` of its own.',
    why: 'No script of a page may set them. A call that stays in the page has none, so that its answer has no CORS headers.',
    heard: (told, { headers, method }) => {
      if (!headers.some(([name]) => name === 'origin')) return told
      const same = without(told, (name) => /^access-control-allow-(cred|orig)|^vary$/.test(name))
      return method === 'OPTIONS'
        ? withHeaders(same, { 'access-control-allow-headers': 'authorization, content-type' })
        : same
    },
  },
  {
    at: ['MSW in a page', 'HTTP from a page', 'Playwright fixture'],
    what: 'Of a text or a stream that breaks off, less may be seen, or nothing.',
    why: 'The browser drops what it has received and not handed on yet; the busier it is, the more.',
    heard: (told) => (told.ended === 'broken' ? beginning(told) : told),
  },
  {
    at: mocked,
    what: '`transfer-encoding: chunked` stands on streams, and on what breaks off instead of its length.',
    why: 'Without it, MSW in Node tells its client that a body which breaks has ended in order.',
    heard(told) {
      if (!isStream(told) && !isPart(told)) return told
      const same = without(told, (name) => name === 'content-length')
      return withHeaders(same, { 'transfer-encoding': 'chunked' })
    },
  },
  {
    at: ['Node HTTP', 'HTTP from a page', 'Playwright fixture'],
    what: 'Texts have a `content-length`, streams `transfer-encoding: chunked`.',
    why: 'HTTP says where a body ends.',
    heard(told, { method }) {
      if (!isAnswered(told) || told.status === 204 || isPart(told)) return told
      if (isStream(told)) return withHeaders(told, { 'transfer-encoding': 'chunked' })
      // Only the server knows the length of a body that is not sent.
      const length = method === 'HEAD' ? expect.stringMatching(/^\d+$/) : lengthOf(told.body)
      return withHeaders(told, { 'content-length': length })
    },
  },
  {
    at: ['Node HTTP', 'Playwright fixture'],
    what: '`connection` and `keep-alive` stand on every answer.',
    why: 'They are about the connection, which is the business of the server and its client.',
    heard: (told, { method }) => {
      if (!isAnswered(told)) return told
      if (method === 'HEAD') return withHeaders(told, { connection: 'close' })
      return withHeaders(told, { connection: 'keep-alive', 'keep-alive': 'timeout=5' })
    },
  },
  {
    at: ['Node HTTP'],
    what: 'Answers of the control API and to preflights have the `date` of the machine.',
    why: 'They belong to no world and no clock; Node dates whatever it sends.',
    heard: (told, ask) =>
      isAnswered(told) && (isSteering(ask) || ask.method === 'OPTIONS' || isContract(ask))
        ? withHeaders(told, { date: expect.stringMatching(/ GMT$/) })
        : told,
  },
  {
    at: ['Playwright fixture'],
    what: 'What is no `GET` has CORS headers for the origin of the app.',
    why: 'The browser names the origin of a page whenever it may write; where the call is led does not matter to it.',
    heard: (told, { method }) =>
      isAnswered(told) && method !== 'GET'
        ? withHeaders(told, {
            'access-control-allow-credentials': 'true',
            'access-control-allow-origin': expect.stringMatching(/^http:/),
            vary: 'Origin',
            ...('x-understudy-explain' in told.headers && {
              'access-control-expose-headers': 'x-understudy-explain',
            }),
          })
        : told,
  },
  {
    at: ['HTTP from a page'],
    what: `Of the headers of a server of another origin only these are seen: ${shown.map((name) => `\`${name}\``).join(', ')}.`,
    why: 'CORS shows no others unless the answer names them; the fake names the one of its own.',
    heard: (told) => without(told, (name) => !shown.includes(name)),
  },
]

const isContract = ({ path }: Ask) => path.endsWith('/openapi.json')
const lengthOf = (latin1: string) => String(latin1.length)

/** The response expected over a mount, from the response in process. */
export function heardAt(mount: MountName, told: Heard, ask: Ask): Heard {
  // The control API is not part of the app: the test calls it in process.
  if (['HTTP from a page', 'Playwright fixture'].includes(mount) && isSteering(ask)) return told
  return differences
    .filter(({ at }) => at.includes(mount))
    .reduce((heard, difference) => difference.heard(heard, ask), told)
}

/** Checks that cannot be decided over a mount. */
export const undecided: { readonly [Name in MountName]?: readonly string[] } = {
  // Without the header `date`, the time of the server is unknown.
  'HTTP from a page': [
    'keys.expiration-field',
    'keys.expired-is-rejected',
    'keys.expiry-shows-in-the-record',
    'login.exp-claim-is-two-hours-away',
    'timestamps.agree-with-the-clock',
    'timestamps.local-time-is-not-labelled-utc',
  ],
}
