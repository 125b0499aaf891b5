import { isObject, parseJson } from '../../contract/json.ts'
import type { RecordedExchange } from '../har/read-entry.ts'
import { compareAnswers } from './compare-answers.ts'
import { createCredentials, type Tokens, tokensIn, type Users } from './credentials.ts'
import { freshRequest, NoRecordError } from './fresh-request.ts'
import { createIdMap, isIdLike } from './id-map.ts'
import { idOf, type Learned, noteIds, pairValues } from './pair-values.ts'
import { type Fetch, type FreshResponse, sendRequest } from './send-request.ts'
import type { FreeMaps } from './shape-differences.ts'
import { createStreams } from './open-streams.ts'

export type ReplayOptions = {
  /** The address of the target, such as `http://127.0.0.1:4010`. */
  readonly baseUrl: string
  readonly fetch: Fetch
  /** Also sends requests that change something. Default: reads and sign-ins. */
  readonly writes: boolean
  /** The users of the target, by the email in the recording; `*` for all others. */
  readonly users: Users
  /** Milliseconds for a response, in addition to twice the time that the recording took. */
  readonly timeout: number
  readonly isFree?: FreeMaps
}

/** What became of one entry. */
export type EntryResult = {
  readonly index: number
  readonly flow: string | undefined
  /** Method and path, with `{id}` for ids. */
  readonly operation: string
  /** Why it was not sent. */
  readonly notSent?: string
  readonly recordedStatus: number
  /** 0 if no response came. */
  readonly status?: number
  /** How the response differs; undefined if the recording has no body to compare. */
  readonly differences?: readonly string[]
}

/** The target can't be reached, so nothing can be compared. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** After so many requests without a response, the target counts as unreachable. */
const mostFailures = 3

/**
 * Sends the requests of a recording to a target, in order, with ids and credentials of the target,
 * and compares status and shape of the responses. Throws `UnreachableError` if the target doesn't
 * answer, and `UnknownUserError` if a user has no password.
 *
 * @example
 * const results = await replay(readHar(file), { baseUrl, fetch, writes: false, users, timeout: 30_000 })
 */
export async function replay(
  exchanges: AsyncIterable<RecordedExchange>,
  options: ReplayOptions,
): Promise<readonly EntryResult[]> {
  const player = createPlayer(options)
  const results: EntryResult[] = []
  for await (const exchange of exchanges)
    await player.play(exchange, (result) => (results[exchange.index] = result))
  await player.finish()
  return results.filter((result) => result !== undefined)
}

function createPlayer({ baseUrl, fetch, writes, users, timeout, isFree }: ReplayOptions) {
  let loginPath = '/api/auth/login'
  let failures = 0
  const ids = createIdMap()
  const lists = new Map<string, string>()
  const streams = createStreams()

  const signIn = async (login: { email: string; password: string }): Promise<Tokens> => {
    const url = baseUrl.replace(/\/+$/, '') + loginPath
    const headers = { 'content-type': 'application/json' }
    const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(login) })
    const response = await sendRequest(fetch, request, { timeout }).catch((error: unknown) => {
      throw new UnreachableError(`${baseUrl} does not answer: ${reasonOf(error)}`)
    })
    const tokens = tokensIn(parseJson(response.text))
    if (tokens !== undefined) return tokens
    throw new UnreachableError(
      `The sign-in of ${login.email} was answered with ${response.status}: see --user, --email and --password.`,
    )
  }
  const credentials = createCredentials(users, signIn)
  const learned: Learned = { ids, learnSecret: credentials.learnSecret }

  /** The id of any record in the list at a path of the target. */
  const findRecord = async (path: string, exchange: RecordedExchange) => {
    if (!lists.has(path)) {
      const token = bearerOf(exchange)
      const headers = token
        ? { authorization: `Bearer ${await credentials.replace(token, false)}` }
        : {}
      const request = new Request(baseUrl.replace(/\/+$/, '') + path, { headers })
      const response = await sendRequest(fetch, request, { timeout })
      lists.set(path, firstId(parseJson(response.text)) ?? '')
    }
    return lists.get(path) || undefined
  }

  const send = async (exchange: RecordedExchange, request: Request): Promise<FreshResponse> => {
    const stream = streams.open(exchange)
    const learnEvent = (recorded: unknown, fresh: unknown) =>
      pairValues(recorded, fresh, learned, 'created')
    try {
      return await sendRequest(fetch, request, {
        timeout: timeout + Math.ceil(exchange.ms) * 2,
        onEvent: (event, index) => stream.add(event, index, learnEvent),
      })
    } finally {
      stream.end()
    }
  }

  const learn = (exchange: RecordedExchange, request: Request, fresh: FreshResponse) => {
    const { request: recorded, response } = exchange
    const body = parseJson(textOf(response.body))
    if (fresh.status >= 400 || response.status >= 400) return noteIds(body, ids)
    const isVague = recorded.url.pathname.split('/').some(ids.isVague)
    const value = parseJson(fresh.text)
    const sure = recorded.method === 'GET' ? 'place' : 'created'
    pairValues(body, value, learned, isVague && sure === 'place' ? 'position' : sure)
    const first = firstId(value)
    const path = new URL(request.url).pathname.slice(
      new URL(baseUrl).pathname.replace(/\/+$/, '').length,
    )
    if (first !== undefined) lists.set(path, first)
  }

  return {
    async play(exchange: RecordedExchange, done: (result: EntryResult) => void): Promise<void> {
      const login = loginIn(exchange)
      const { index, flow, response } = exchange
      const about = {
        index,
        flow,
        operation: operationOf(exchange, ids.isNoted),
        recordedStatus: response.status,
      }
      if (login !== undefined) {
        loginPath = exchange.request.url.pathname
        if (response.status < 400) credentials.noteLogin(login)
      }
      const notSent = reasonNotToSend(exchange, writes || login !== undefined)
      if (notSent !== undefined) {
        const body = parseJson(textOf(response.body))
        noteIds(body, ids)
        noteKeys(body, (key) => credentials.noteOwner(key, credentials.emailIn(bearerOf(exchange))))
        return done({ ...about, notSent })
      }
      await streams.follow(exchange.startedAt)
      const standIn = (path: string) => findRecord(path, exchange)
      const parts = { baseUrl, ids, credentials, standIn }
      const sent = login === undefined ? exchange : withLogin(exchange, login, credentials.loginOf)
      let request: Request
      try {
        request = await freshRequest(sent, parts)
      } catch (error) {
        if (!(error instanceof NoRecordError)) throw error
        return done({ ...about, notSent: error.message })
      }
      const work = send(exchange, request).then(
        (fresh) => {
          failures = 0
          learn(exchange, request, fresh)
          const tokens = login && tokensIn(parseJson(fresh.text))
          if (tokens) credentials.useTokens(login.email, tokens)
          done({
            ...about,
            status: fresh.status,
            differences: compareAnswers(exchange, fresh, isFree),
          })
        },
        (error: unknown) => {
          failures += 1
          if (failures >= mostFailures || index === 0)
            throw new UnreachableError(`${baseUrl} does not answer: ${reasonOf(error)}`)
          done({ ...about, status: 0, differences: [`no response: ${reasonOf(error)}`] })
        },
      )
      if (isStream(exchange)) streams.track(exchange, work)
      else await work
    },
    finish: () => streams.follow(Number.POSITIVE_INFINITY),
  }
}

function reasonNotToSend({ request, response }: RecordedExchange, writes: boolean) {
  if (!request.url.pathname.startsWith('/api/')) return 'not a call of the API'
  if (response.status === 0) return 'the client left before the response'
  if (!writes && !/^(GET|HEAD|OPTIONS)$/.test(request.method)) return 'a write'
  return request.body === 'missing' ? 'the recording has no body' : undefined
}

const isStream = ({ response }: RecordedExchange) => /^text\/event-stream/i.test(response.mimeType)

const textOf = (body: string | Uint8Array | undefined) => (typeof body === 'string' ? body : '')

const bearerOf = ({ request }: RecordedExchange) =>
  /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

function loginIn({ request }: RecordedExchange) {
  if (request.method !== 'POST' || !/\/login$/.test(request.url.pathname)) return undefined
  const body = typeof request.body === 'string' ? parseJson(request.body) : undefined
  if (!isObject(body)) return undefined
  const { email, password } = body
  if (typeof email !== 'string' || typeof password !== 'string') return undefined
  return { email, password }
}

/** A recorded sign-in with the user of the target; a wrong password stays wrong. */
function withLogin(
  exchange: RecordedExchange,
  recorded: { email: string; password: string },
  loginOf: (email: string) => { email: string; password: string } | undefined,
): RecordedExchange {
  const { email, password } = loginOf(recorded.email) ?? recorded
  const fits = exchange.response.status < 400
  const login = { ...recorded, email, password: fits ? password : recorded.password }
  return { ...exchange, request: { ...exchange.request, body: JSON.stringify(login) } }
}

function operationOf({ request }: RecordedExchange, isId: (text: string) => boolean): string {
  const segments = request.url.pathname.split('/')
  const path = segments.map((text) => (isIdLike(text) || isId(text) ? '{id}' : text)).join('/')
  return `${request.method} ${path}`
}

/** The id of the first record in a list, in any envelope. */
function firstId(body: unknown): string | undefined {
  const data = isObject(body) ? (body['items'] ?? body['data']) : body
  const items = isObject(data) ? data['items'] : data
  return Array.isArray(items) ? items.map(idOf).find((id) => id !== undefined) : undefined
}

function noteKeys(body: unknown, note: (key: string) => void): void {
  const data = isObject(body) && isObject(body['data']) ? body['data'] : body
  if (!isObject(data)) return
  for (const key of [data['key'], data['api_key']]) if (typeof key === 'string') note(key)
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
