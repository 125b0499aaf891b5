import { expect } from 'vitest'
import type { MountName } from './mounts.ts'
import type { Ask, Heard } from './exchange.ts'

/** A difference between a mount and the fake in process. */
export type Difference = {
  readonly at: readonly MountName[]
  readonly what: string
  readonly why: string
  /** The response over the mount; unchanged if the difference does not apply. */
  readonly heard: (expected: Heard, ask: Ask) => Heard
}

const mocked = ['MSW in Node', 'MSW in a page'] as const
const pages = ['fetch in a page', 'MSW in a page', 'HTTP from a page'] as const

const withHeaders = (expected: Heard, headers: object): Heard => ({
  ...expected,
  headers: { ...expected.headers, ...headers },
})
const without = (expected: Heard, hidden: (name: string) => boolean): Heard => ({
  ...expected,
  headers: Object.fromEntries(Object.entries(expected.headers).filter(([name]) => !hidden(name))),
})

const beginning = (expected: Heard): Heard => ({
  ...expected,
  body: expect.toSatisfy((body) => expected.body.startsWith(String(body))),
})

const isAnswered = ({ ended }: Heard) => ended !== 'unanswered'
const isSteering = ({ path }: Ask) => path.includes('/__control/')
const isStream = ({ headers }: Heard) =>
  headers['content-type']?.startsWith('text/event-stream') === true
/** A truncated text with the declared length of the whole text. */
const isPart = ({ headers }: Heard) => 'content-length' in headers
const isRetried = ({ path }: Ask) => path.startsWith('/w/retried/api/')

/** The response headers that scripts of another origin can read. */
const shown = ['cache-control', 'content-length', 'content-type', 'x-understudy-explain']

/** The differences, in the order in which they apply to a response. */
export const differences: readonly Difference[] = [
  {
    at: ['HTTP from a page'],
    what: 'A request whose connection is reset once, for example by a fault with `"times": 1`, gets a response.',
    why: 'Chromium repeats a request, even a `POST`, if a reused connection breaks. Use a fault without `times` and remove it afterwards.',
    heard: (expected, ask) =>
      isRetried(ask) && !isAnswered(expected)
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
        : expected,
  },
  {
    at: pages,
    what: 'The test cannot set the request headers `Origin` and `Access-Control-Request-Headers`.',
    why: 'Scripts in a page may not set them. A request that stays in the page has neither, so its response has no CORS headers.',
    heard: (expected, { headers, method }) => {
      if (!headers.some(([name]) => name === 'origin')) return expected
      const same = without(expected, (name) =>
        /^access-control-allow-(cred|orig)|^vary$/.test(name),
      )
      return method === 'OPTIONS'
        ? withHeaders(same, { 'access-control-allow-headers': 'authorization, content-type' })
        : same
    },
  },
  {
    at: ['MSW in a page', 'HTTP from a page', 'Playwright fixture'],
    what: 'Less of a truncated text or stream may be received, or nothing.',
    why: 'When a connection breaks, the browser drops data that the page has not read yet; the busier it is, the more.',
    heard: (expected) => (expected.ended === 'broken' ? beginning(expected) : expected),
  },
  {
    at: mocked,
    what: 'Streams have `transfer-encoding: chunked`, and so do truncated bodies, instead of `content-length`.',
    why: 'Without it, MSW in Node reports a truncated body as complete.',
    heard(expected) {
      if (!isStream(expected) && !isPart(expected)) return expected
      const same = without(expected, (name) => name === 'content-length')
      return withHeaders(same, { 'transfer-encoding': 'chunked' })
    },
  },
  {
    at: ['Node HTTP', 'HTTP from a page', 'Playwright fixture'],
    what: 'Texts have a `content-length`, streams have `transfer-encoding: chunked`.',
    why: 'HTTP has to mark the end of a body.',
    heard(expected, { method }) {
      if (!isAnswered(expected) || expected.status === 204 || isPart(expected)) return expected
      if (isStream(expected)) return withHeaders(expected, { 'transfer-encoding': 'chunked' })
      // Only the server knows the length of an unsent body.
      const length = method === 'HEAD' ? expect.stringMatching(/^\d+$/) : lengthOf(expected.body)
      return withHeaders(expected, { 'content-length': length })
    },
  },
  {
    at: ['Node HTTP'],
    what: 'The `base_url` of a world is absolute, such as `http://127.0.0.1:4010/w/red`.',
    why: 'A server knows its address. In process there is none, so the path is returned.',
    heard(expected, ask) {
      if (!isSteering(ask) || !expected.body.includes('"base_url":"/')) return expected
      const body = expect.toSatisfy((text) => withoutAddress(String(text)) === expected.body)
      const length = expect.stringMatching(/^\d+$/)
      return { ...withHeaders(expected, { 'content-length': length }), body }
    },
  },
  {
    at: ['Node HTTP', 'Playwright fixture'],
    what: 'Every response has `connection` and `keep-alive`.',
    why: 'They describe the connection between server and client.',
    heard: (expected, { method }) => {
      if (!isAnswered(expected)) return expected
      if (method === 'HEAD') return withHeaders(expected, { connection: 'close' })
      return withHeaders(expected, { connection: 'keep-alive', 'keep-alive': 'timeout=5' })
    },
  },
  {
    at: ['Node HTTP'],
    what: 'Responses of the control API and to preflight requests have the `date` of the machine.',
    why: 'They belong to no world, so they have no world time; Node adds the date to every response.',
    heard: (expected, ask) =>
      isAnswered(expected) && (isSteering(ask) || ask.method === 'OPTIONS' || isContract(ask))
        ? withHeaders(expected, { date: expect.stringMatching(/ GMT$/) })
        : expected,
  },
  {
    at: ['Playwright fixture'],
    what: 'Responses to requests other than `GET` have CORS headers for the origin of the app.',
    why: 'The browser sends `Origin` with every request other than `GET`, even if the request is redirected.',
    heard: (expected, { method }) =>
      isAnswered(expected) && method !== 'GET'
        ? withHeaders(expected, {
            'access-control-allow-credentials': 'true',
            'access-control-allow-origin': expect.stringMatching(/^http:/),
            vary: 'Origin',
            ...('x-understudy-explain' in expected.headers && {
              'access-control-expose-headers': 'x-understudy-explain',
            }),
          })
        : expected,
  },
  {
    at: ['HTTP from a page'],
    what: `Only these response headers are visible: ${shown.map((name) => `\`${name}\``).join(', ')}.`,
    why: 'CORS hides all other headers of another origin unless the response exposes them; the fake exposes only its own one.',
    heard: (expected) => without(expected, (name) => !shown.includes(name)),
  },
]

const withoutAddress = (text: string) =>
  text.replaceAll(/"base_url":"http:\/\/127\.0\.0\.1:\d+/g, '"base_url":"')

const isContract = ({ path }: Ask) => path.endsWith('/openapi.json')
const lengthOf = (latin1: string) => String(latin1.length)

/** The response expected over a mount, from the response in process. */
export function heardAt(mount: MountName, expected: Heard, ask: Ask): Heard {
  // The control API is not part of the app: the test calls it in process.
  if (['HTTP from a page', 'Playwright fixture'].includes(mount) && isSteering(ask)) return expected
  return differences
    .filter(({ at }) => at.includes(mount))
    .reduce((heard, difference) => difference.heard(heard, ask), expected)
}

/** Checks that cannot be decided over a mount. */
export const undecided: { readonly [Name in MountName]?: readonly string[] } = {
  // Without the header `date`, the time of the server is unknown.
  'HTTP from a page': [
    'credentials.refusals-have-their-code-everywhere',
    'credentials.refused-after-another-toggle',
    'credentials.refused-at-the-end',
    'keys.expiration-field',
    'keys.expired-is-rejected',
    'keys.expired-is-rejected-everywhere',
    'keys.expiry-shows-in-the-record',
    'login.exp-claim-is-two-hours-away',
    'timestamps.agree-with-the-clock',
    'timestamps.local-time-is-not-labelled-utc',
  ],
}
