import { bodyForm } from '../../contract/body-form.ts'
import type { ProxyClock } from '../proxy/clock.ts'
import { isEventStream, pathOf, type RecordedExchange } from '../../contract/exchange.ts'
import { compareAnswers, eventsOf, isCut, toEvent, type HasFreeKeys } from './shape-differences.ts'
import {
  createCredentials,
  keysIn,
  type Login,
  type Tokens,
  tokensIn,
  UnknownUserError,
  type Users,
} from './credentials.ts'
import {
  freshRequest,
  UnsendableError,
  type RequestParts,
  loginIn,
  operationOf,
  reasonNotToSend,
  withLogin,
} from './fresh-request.ts'
import {
  createIdMap,
  isIdLike,
  kindOfPath,
  type LearnedMaps,
  noteIds,
  pairValues,
  pathParts,
  recordIds,
} from './id-map.ts'
import { describeFailure, type Fetch, type FreshResponse, sendRequest } from './send-request.ts'
import type { ReceivedEvent } from '../../contract/received-events.ts'

export type ReplayOptions = {
  /** The address of the target, such as `http://127.0.0.1:4010`. */
  readonly baseUrl: string
  readonly fetch: Fetch
  /** Also sends requests that change data. Default: only reads and sign-ins. */
  readonly writes: boolean
  /** The users of the target by their recorded email. `*` is the user for all other emails. */
  readonly users: Users
  /** The timeout for a response in milliseconds, in addition to twice the recorded time. */
  readonly timeout: number
  /** Waits between a cut and its resume as long as the recording did. Default: no wait. */
  readonly wait?: ProxyClock['wait']
  /** Aborts the replay, which then ends with the results that it has. */
  readonly stop?: AbortSignal
  /** Whether the keys of an object are data. Default: those of the fields in `freeFields`. */
  readonly isFree?: HasFreeKeys
}

/** The result of one entry of a recording. */
export type EntryResult = {
  readonly index: number
  readonly flow: string | undefined
  /** The method and the path, with `{id}` in place of ids. */
  readonly operation: string
  readonly recordedStatus: number
  /** The reason why the request was not sent. */
  readonly notSent?: string
  /** The status of the new response; 0 without a response. */
  readonly status?: number
  /** How the response differs; undefined if the recording has no body to compare. */
  readonly differences?: readonly string[] | undefined
}

/** The error for a target that can't be reached, or that refuses the sign-in. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** The maximum, in ms, that a recorded duration adds to a timeout. Recorded times can be wrong. */
const maxAddedTimeout = 3_600_000

/** After this number of requests without a response, the target counts as unreachable. */
const maxFailures = 3

/**
 * Sends the requests of a recording to a target, in order, with ids and credentials of the target,
 * and compares status and shape of the responses. Throws `UnreachableError` if the target doesn't
 * answer or refuses the sign-in, and `UnknownUserError` if the password of a user isn't known.
 *
 * @example
 * const options = { baseUrl: 'http://127.0.0.1:4010', fetch, writes: false, users, timeout: 30_000 }
 * const results = await replay(readHar(createReadStream('session.har')), options)
 */
export async function replay(
  exchanges: AsyncIterable<RecordedExchange>,
  options: ReplayOptions,
): Promise<readonly EntryResult[]> {
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '')
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  const { timeout, stop } = options
  const ids = createIdMap()
  const streams = createStreams(async (ms) => options.wait?.(ms, stop))
  /** The id of the first record of each known list on the target, by path. */
  const firstRecords = new Map<string, string | undefined>()
  /** The recorded paths whose responses are lists. */
  const recordedLists = new Set<string>()
  let loginPath = '/api/auth/login'
  let failures = 0

  const fail = (error: unknown): never => {
    throw new UnreachableError(`${baseUrl} does not respond: ${describeFailure(error)}`)
  }
  const signIn = async (login: Login): Promise<Tokens> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(login)
    const request = new Request(baseUrl + loginPath, { method: 'POST', headers, body })
    const response = await sendRequest(options.fetch, request, { timeout, stop }).catch(
      (error: unknown) => {
        if (stop?.aborted) throw error
        return fail(error)
      },
    )
    const tokens = tokensIn(response.json)
    if (tokens !== undefined) return tokens
    throw new UnreachableError(
      `The sign-in of ${login.email} failed with status ${response.status}: give --user, or --email and --password.`,
    )
  }
  const credentials = createCredentials(options.users, signIn)
  const learned: LearnedMaps = { ids, learnSecret: credentials.learnSecret }

  const partsFor = (exchange: RecordedExchange): RequestParts => ({
    baseUrl,
    ids,
    credentials,
    async firstRecord(list) {
      if (firstRecords.has(list)) return firstRecords.get(list)
      const token = await credentials.replace(exchange.request.bearer ?? '', false)
      const request = new Request(baseUrl + list, { headers: { authorization: `Bearer ${token}` } })
      const { status, json } = await sendRequest(options.fetch, request, { timeout, stop })
      const [first] = status === 200 ? recordIds(json) : []
      firstRecords.set(list, first)
      return first
    },
  })

  const learn = (exchange: RecordedExchange, request: Request, fresh: FreshResponse) => {
    if (fresh.status >= 400 || exchange.status >= 400) return
    const path = new URL(request.url).pathname.slice(prefix.length)
    const isRead = exchange.request.method === 'GET'
    const parts = pathParts(exchange, ids.isNoted)
    const isVague = parts.some(({ text, kind }) => ids.isVague(text, kind))
    const certainty = isRead ? (isVague ? 'position' : 'place') : 'created'
    pairValues(exchange.json, fresh.json, learned, certainty, kindOfPath(parts))
    const [first] = recordIds(fresh.json)
    if (first !== undefined && (isRead || !firstRecords.get(path))) firstRecords.set(path, first)
  }

  const send = async (exchange: RecordedExchange, request: Request): Promise<FreshResponse> => {
    const kind = kindOfPath(pathParts(exchange, ids.isNoted))
    const stream = streams.open(exchange, (recorded, fresh) =>
      pairValues(recorded, fresh, learned, 'created', kind),
    )
    const limit = timeout + Math.min(Math.ceil(exchange.ms) * 2, maxAddedTimeout)
    const read = { timeout: limit, stop, onEvent: stream.add }
    return sendRequest(options.fetch, request, read).finally(stream.end)
  }

  const results: EntryResult[] = []
  const play = async (exchange: RecordedExchange): Promise<void> => {
    const { index, flow, status: recordedStatus } = exchange
    const operation = operationOf(exchange, ids.isNoted)
    const done = (result: Partial<EntryResult>) =>
      void (results[index] = { index, flow, operation, recordedStatus, ...result })

    const login = loginIn(exchange)
    if (login !== undefined) {
      loginPath = pathOf(exchange)
      if (recordedStatus < 400) credentials.noteLogin(login, tokensIn(exchange.json))
    }
    noteRecorded(exchange)
    const notSent = reasonNotToSend(exchange, options.writes || login !== undefined)
    if (notSent !== undefined) return done({ notSent })

    const segments = pathOf(exchange).split('/')
    const newIds = segments.filter((text) => isIdLike(text) && ids.get(text) === undefined)
    await streams.follow(exchange.startedAt, newIds)
    const user = login && credentials.loginOf(login.email)
    const sent = login && user ? withLogin(exchange, login, user) : exchange
    const failed = (error: unknown) => {
      if (stop?.aborted) return done({ notSent: 'the replay was stopped' })
      failures += 1
      if (failures === maxFailures || results.every(({ status }) => status === undefined))
        fail(error)
      done({ status: 0, differences: [`no response: ${describeFailure(error)}`] })
    }
    const request = await freshRequest(sent, partsFor(exchange)).catch((error: unknown) => {
      if (error instanceof UnreachableError || error instanceof UnknownUserError) throw error
      if (error instanceof UnsendableError) done({ notSent: error.message })
      // The request needs an id or a token, for which the replay asks the target.
      else failed(error)
    })
    if (request === undefined) return
    const work = send(exchange, request).then((fresh) => {
      failures = 0
      learn(exchange, request, fresh)
      const tokens = login && tokensIn(fresh.json)
      if (tokens) credentials.useTokens(login.email, tokens)
      const differences = compareAnswers(exchange, fresh, options.isFree)
      done({ status: fresh.status, differences })
    }, failed)
    if (isEventStream(exchange)) streams.track(exchange, work)
    else await work
  }

  /** Notes the ids and keys of a recorded response, even if the request is not sent. */
  const noteRecorded = (exchange: RecordedExchange) => {
    const body = exchange.json
    const parts = pathParts(exchange, ids.isNoted)
    const kind = kindOfPath(parts)
    noteIds(body, ids, kind)
    const { method } = exchange.request
    const path = pathOf(exchange)
    const isList =
      bodyForm(body).list !== undefined || (method === 'POST' && recordedLists.has(path))
    if (method === 'GET' && isList) recordedLists.add(path)
    const target = parts.map(({ segment, text, kind: of }) => ids.get(text, of) ?? segment)
    if (isList) for (const id of recordIds(body)) ids.note(id, kind, `/${target.join('/')}`)
    for (const key of keysIn(body))
      credentials.noteOwner(key, credentials.emailIn(exchange.request.bearer))
  }

  for await (const exchange of exchanges) {
    if (stop?.aborted) break
    await play(exchange)
  }
  await streams.follow(Number.POSITIVE_INFINITY)
  return results
}

/** Milliseconds without an event after which the replay continues without a stream. */
const maxSilence = 5000

type OpenStream = {
  count: number
  isEnded: boolean
  /** Whether a request waited for this stream in vain, so that the next request does not wait. */
  isSilent: boolean
  wake: () => void
}

/**
 * Tracks the streams that stay open while other requests are sent. A request that the recording
 * sent during a stream, such as an approval, is sent after the same event of the new stream.
 */
function createStreams(wait: (ms: number) => Promise<void>) {
  const open = new Map<RecordedExchange, OpenStream>()
  const running = new Map<RecordedExchange, Promise<void>>()

  const reach = async (stream: OpenStream, events: number) => {
    const isReached = () => stream.isEnded || stream.isSilent || stream.count >= events
    while (!isReached()) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const silence = AbortSignal.timeout(maxSilence)
      stream.wake = resolve
      silence.addEventListener('abort', () => resolve(), { once: true })
      await promise
      if (silence.aborted) stream.isSilent = true
    }
  }

  return {
    /** Begins a stream, and calls `learn` with pairs of recorded and new events of one kind. */
    open(exchange: RecordedExchange, learn: (recorded: unknown, fresh: unknown) => void) {
      const state: OpenStream = { count: 0, isEnded: false, isSilent: false, wake: () => undefined }
      open.set(exchange, state)
      const recorded = eventsOf(exchange)
      const kinds = Map.groupBy(recorded, ({ kind }) => kind)
      // If the deployment broke the recorded stream, the target's stream is read to its end.
      const wasCut = exchange.ended === 'cut' && isCut(recorded, exchange)
      return {
        /** Returns false at the point where the recorded client cut the stream. */
        add(event: ReceivedEvent): boolean {
          const { kind, data } = toEvent(event)
          learn(kinds.get(kind)?.shift()?.data, data)
          state.count += 1
          state.isSilent = false
          state.wake()
          return !wasCut || state.count < recorded.length
        },
        end(): void {
          state.isEnded = true
          open.delete(exchange)
          state.wake()
        },
      }
    },
    /** Lets a stream continue while the next requests are sent. */
    track(exchange: RecordedExchange, work: Promise<void>): void {
      running.set(exchange, work)
      // An error is ignored here, because it is thrown when the stream is awaited.
      work.catch(() => undefined)
    },
    /**
     * Waits until each stream is where its recording was at `moment`, or has sent one of the ids.
     */
    async follow(moment: number, newIds: readonly string[] = []): Promise<void> {
      for (const [exchange, work] of running) {
        const end = exchange.startedAt + exchange.ms
        // An approval can end its stream in the same millisecond in which it was sent.
        if (end < moment || (end === moment && firstEventWithId(newIds, exchange) < 0)) {
          running.delete(exchange)
          await work
          // Waits like the recorded client: the turn must be stored before a resume.
          if (exchange.ended === 'cut' && Number.isFinite(moment))
            await wait(Math.min(moment - end, maxSilence))
        } else {
          const stream = open.get(exchange)
          const events = eventsBefore(exchange, moment, newIds)
          if (stream !== undefined) await reach(stream, events)
        }
      }
    },
  }
}

/** Counts the events that a recorded stream had sent before a request with these ids. */
function eventsBefore(
  exchange: RecordedExchange,
  moment: number,
  newIds: readonly string[],
): number {
  const { startedAt, ms, frames = [], events } = exchange
  if (frames.length === 0) return 0
  const found = firstEventWithId(newIds, exchange)
  if (found >= 0) return found + 1
  // The last frame arrives at the end, and its `t` counts from the arrival of the headers.
  const head = startedAt + Math.max(0, ms - (frames.at(-1)?.t ?? 0))
  return events.filter(({ at }) => head + at < moment).length
}

/** The index of the first event of a stream that has one of these ids; -1 if none has. */
const firstEventWithId = (ids: readonly string[], { events }: RecordedExchange): number =>
  events.findIndex(({ data }) => ids.some((id) => data.includes(id)))
