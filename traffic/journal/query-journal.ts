import { ownLimits } from '../../contract/limits.ts'
import { toOperationPattern } from '../../contract/operations/operation-pattern.ts'
import { encodeSse, toFrame } from '../../contract/sse.ts'
import { type FrameStream } from '../../contract/plain-http.ts'
import { errorCodeOf, type Journal, observationOf } from './journal.ts'
import { type JournalEntry, type RecordedBody, bodyText } from './journal-entry.ts'
import type {
  JournalLine,
  JournalRecord,
  JournalFilter,
  JournalStream,
  JournalBody,
} from '../../contract/control/journal.ts'
import type { DeliveryLog } from './delivery-log.ts'
import { maskQuery, maskText, maskHeader } from '../../secrets/mask.ts'
import { choicesShownBy } from '../../contract/choices/shown-choices.ts'
import { pathInWorld } from '../../contract/operations/path-table.ts'

/** A journal, with the name of its world, which each line shows. */
type WorldJournal = WorldRef & { readonly journal: Journal }

/** Lists the requests of a journal that match a filter, the newest last. */
export function listJournal(source: WorldJournal, filter: JournalFilter = {}): JournalLine[] {
  const wanted = source.journal.entries().filter(createMatcher(filter))
  const { limit = wanted.length } = filter
  return wanted
    .slice(Math.max(0, wanted.length - limit))
    .map((entry) => toJournalLine(source, entry))
}

/** Finds a request by its number; `undefined` if it is unknown or already dropped. */
export function findInJournal(source: WorldJournal, number: number): JournalRecord | undefined {
  const entry = source.journal.get(number)
  return entry && toJournalRecord(source, entry)
}

/** Creates a function that tests whether an entry matches a filter, apart from its limit. */
function createMatcher({ status, endpoint, method, since, q }: JournalFilter) {
  const wanted = q?.toLowerCase()
  const matchesEndpoint = endpoint === undefined ? undefined : toOperationPattern(endpoint)
  return (entry: JournalEntry): boolean =>
    (status === undefined || matchesStatus(entry.status, status)) &&
    matchesEndpoint?.({ ...entry, path: pathInWorld(entry.path), id: entry.endpoint }) !== false &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (since === undefined || entry.number > since) &&
    (!wanted || hasText(entry, wanted))
}

/** Searches the text of a record in which secrets are masked, so that no search finds a secret. */
function hasText(entry: JournalEntry, searchText: string): boolean {
  const { method, path, query, headers, requestBody, responseBody, faults } = entry
  const parts = function* (): Generator<string | undefined> {
    yield `${method} ${maskText(path)}`
    yield maskQuery(query)
    yield [entry.endpoint, entry.caller?.email, entry.scenario, errorCodeOf(entry), ...faults].join(
      ' ',
    )
    yield explanationOf(entry) ?? undefined
    for (const [name, value] of headers) yield `${name}: ${maskHeader(name, value)}`
    yield maskBody(requestBody)?.text
    yield maskBody(responseBody)?.text
  }
  for (const part of parts()) if (part?.toLowerCase().includes(searchText)) return true
  return false
}

const matchesStatus = (status: number | undefined, wantedStatus: string): boolean =>
  String(status).startsWith(wantedStatus.replace('xx', ''))

const keepaliveFrame = toFrame(encodeSse({ lines: [': keepalive'] }))

/** Caches the last frame: all readers receive the same one, so it is rendered once. */
let lastFrame:
  | { readonly event: string; readonly entry: JournalEntry; readonly text: string }
  | undefined

/**
 * Streams a journal as Server-Sent Events: a `call` after each response, and a `stream-ended` for
 * each stream that ended. With `since`, it starts with the recorded requests. A slow reader misses
 * the oldest waiting events and receives `lost` with their number. `after` starts a timer of the
 * machine, and returns a function that cancels it.
 */
export function followJournal(
  source: WorldJournal,
  filter: JournalFilter,
  after: (ms: number, run: () => void) => () => void,
): FrameStream {
  const render = (event: string, entry: JournalEntry) =>
    encodeSse({ id: entry.number, event, data: JSON.stringify(toJournalLine(source, entry)) })
  const isWanted = createMatcher(filter)
  const queue: string[] = []
  let lost = 0
  let isOver = false
  let wake: (() => void) | undefined

  const enqueue = (text: string) => {
    queue.push(text)
    if (queue.length <= ownLimits.journalQueue) return
    queue.shift()
    lost++
  }
  const end = () => {
    isOver = true
    unwatch()
    wake?.()
  }
  const unwatch = source.journal.watch((happened, entry) => {
    if (!isWanted(entry)) return
    const event = happened === 'answered' ? 'call' : 'stream-ended'
    if (lastFrame?.entry !== entry || lastFrame.event !== event)
      lastFrame = { event, entry, text: render(event, entry) }
    enqueue(lastFrame.text)
    wake?.()
  }, end)
  if (filter.since !== undefined)
    for (const entry of source.journal.entries())
      if (isWanted(entry)) enqueue(render('call', entry))

  const dequeueAll = () => {
    const notice =
      lost === 0 ? '' : encodeSse({ event: 'lost', data: JSON.stringify({ events: lost }) })
    lost = 0
    return notice + queue.splice(0).join('')
  }
  /** Waits for the next event or the keepalive interval. Returns true if the interval passed. */
  const isIdle = () =>
    new Promise<boolean>((resolve) => {
      const settle = (idle: boolean) => {
        cancel()
        wake = undefined
        resolve(idle)
      }
      const cancel = after(ownLimits.keepaliveMs, () => settle(true))
      wake = () => settle(false)
    })

  return {
    async pull() {
      for (;;) {
        const text = dequeueAll()
        if (text !== '') return [toFrame(text)]
        if (isOver) return undefined
        if (await isIdle()) return [keepaliveFrame]
      }
    },
    cancel: end,
  }
}

/** The name and the seed of the world that a line belongs to. */
export type WorldRef = { readonly name: string; readonly seed: string }

export const toJournalLine = ({ name, seed }: WorldRef, entry: JournalEntry): JournalLine => ({
  number: entry.number,
  time: isoTime(entry.at),
  world: name,
  seed,
  method: entry.method,
  path: maskText(entry.path),
  query: maskQuery(entry.query),
  endpoint: entry.endpoint ?? null,
  caller: entry.caller === undefined ? null : { ...entry.caller, key: entry.caller.key ?? null },
  scenario: entry.scenario ?? null,
  status: entry.status ?? null,
  code: errorCodeOf(entry) ?? null,
  condition: ['success', 'fault'].includes(entry.outcome) ? null : entry.outcome,
  faults: entry.faults,
  ms: entry.ms,
  size: entry.deliveries?.bytes ?? entry.responseBody?.length ?? null,
  explanation: explanationOf(entry),
  stream: entry.deliveries === undefined ? null : streamLine(entry.deliveries),
})

export const explanationOf = ({
  explanation,
  note,
}: Pick<JournalEntry, 'explanation' | 'note'>): string | null =>
  [explanation, note && maskText(note.text)].filter((one) => one !== undefined).join('; ') || null

const isoTime = (at: number) => new Date(at).toISOString()

const streamLine = ({ state, count, bytes, endedAt }: DeliveryLog): JournalStream => ({
  state,
  events: count,
  bytes,
  ended_at: endedAt === undefined ? null : isoTime(endedAt),
})

export const toJournalRecord = (place: WorldRef, entry: JournalEntry): JournalRecord => ({
  ...toJournalLine(place, entry),
  request: {
    headers: Object.fromEntries(
      Array.from(entry.headers, ([name, value]) => [name, maskHeader(name, value)]),
    ),
    body: maskBody(entry.requestBody),
  },
  response: { body: maskBody(entry.responseBody) },
  frames: (entry.deliveries?.frames ?? []).map(({ event, cursor, at, bytes }) => ({
    event,
    cursor: cursor ?? null,
    time: isoTime(at),
    bytes,
  })),
  frames_beyond: (entry.deliveries?.count ?? 0) - (entry.deliveries?.frames.length ?? 0),
  partial_bytes: entry.deliveries?.partial ?? 0,
  relied_on: choicesShownBy(entry.profile, observationOf(entry)),
})

/** Returns a body with masked secrets, and the length that the whole body has with these masks. */
function maskBody(body: RecordedBody | undefined): JournalBody | null {
  if (body === undefined) return null
  const text = maskText(bodyText(body))
  const isWhole = typeof body === 'string' || body.isWhole === true
  return { text, length: text.length + (isWhole ? 0 : body.length - body.text.length) }
}
