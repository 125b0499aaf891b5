import { ownLimits } from '../../../contract/limits.ts'
import type { FrameStream, PlainResponse } from '../../../recording/exchange.ts'
import type { PipelineContext } from '../../platform/request-context.ts'
import type { JournalCaller, JournalEntry, RecordedBody } from '../../../recording/journal-entry.ts'
import { DeliveryLog, watchReader } from '../../../recording/delivery-log.ts'
import type { World } from '../../world/world.ts'
import type { Explain } from './explain.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { conditionOf, explainHeader } from './refused-request.ts'

/** Who receives the outcome of requests. */
export type RequestLogOptions = {
  /** Whether the response explains a refusal in a header. */
  readonly explains: boolean
  /** Called for each answered request, and for a stream again when it has ended. */
  readonly onRequest?: ((entry: JournalEntry, world: World) => void) | undefined
}

/** The faults that affected a request. */
export type AppliedFaults = {
  readonly ids: readonly string[]
  /** Whether a fault answered instead of the platform. */
  readonly instead: boolean
}

const noFault: AppliedFaults = { ids: [], instead: false }

let explain: Explain | undefined

/** Imports the explanations of refusals, on the first refusal. */
export async function loadExplanations(): Promise<void> {
  explain ??= (await import('./explain.ts')).explain
}

/** One running request of a world. `close` records it in the journal, with its response. */
export class RequestLogEntry {
  readonly number: number
  /** Its context; `undefined` if no operation matched. */
  context: PipelineContext | undefined
  /** The error that was thrown, if any. */
  error: unknown
  readonly #received: IncomingRequest
  readonly #audience: RequestLogOptions
  readonly #at: number
  readonly #began: number

  constructor(received: IncomingRequest, audience: RequestLogOptions) {
    const { world } = received
    this.#received = received
    this.#audience = audience
    this.number = world.journal.nextNumber()
    this.#at = world.clock.now()
    this.#began = world.systemClock.now()
  }

  /**
   * Records the response, and returns it as it is sent. Refused requests need `loadExplanations`
   * before.
   */
  close(reply: PlainResponse, faults: AppliedFaults = noFault): PlainResponse {
    const { world } = this.#received
    const entry = this.#entryOf(reply, faults)
    world.journal.add(entry)
    this.#audience.onRequest?.(entry, world)
    const { explanation, deliveries: ledger } = entry
    const explained =
      explanation === undefined || !this.#audience.explains
        ? reply
        : { ...reply, headers: { ...reply.headers, ...explainHeader(explanation) } }
    if (ledger === undefined || typeof reply.body !== 'object') return explained
    return { ...explained, body: watched(world, entry, reply.body, this.#audience) }
  }

  #entryOf(reply: PlainResponse, met: AppliedFaults): JournalEntry {
    const { ids, instead } = met
    const { world, request, operationId: operation, body } = this.#received
    return {
      number: this.number,
      at: this.#at,
      method: request.method,
      path: request.path,
      query: request.query,
      headers: request.headers(),
      endpoint: operation,
      caller: callerOf(this.context),
      scenario: this.context?.scenario,
      requestBody: kept(body.text),
      status: reply.reset === true ? undefined : reply.status,
      outcome: this.#outcome(instead),
      faults: ids,
      explanation: this.#explain(met, reply),
      responseBody: answeredBy(reply, ids),
      ms: world.systemClock.now() - this.#began,
      profile: world.profile,
      deliveries: typeof reply.body === 'object' ? new DeliveryLog() : undefined,
    }
  }

  #outcome(instead: boolean): JournalEntry['outcome'] {
    if (instead) return 'fault'
    return this.error === undefined ? 'success' : conditionOf(this.error)
  }

  #explain({ ids, instead }: AppliedFaults, { status, reset }: PlainResponse): string | undefined {
    const { context: visit, error } = this
    if (error === undefined && ids.length === 0) return undefined
    const named = `fault${ids.length === 1 ? '' : 's'} ${ids.map((id) => `\`${id}\``).join(', ')}`
    const answer = reset === true ? 'no answer' : String(status)
    if (instead) return `${answer}: ${named} answered instead`
    const why =
      error === undefined ? undefined : explain?.({ ...this.#received, context: visit, error })
    if (ids.length === 0) return `${answer}: ${why}`
    return `${answer}: ${why === undefined ? '' : `${why}; `}${named} struck`
  }
}

/** Wraps the stream of a response, and counts it as open until it ends. */
function watched(
  world: World,
  entry: JournalEntry,
  frames: FrameStream,
  { onRequest: onCall }: RequestLogOptions,
): FrameStream {
  const { deliveries: ledger } = entry
  if (ledger === undefined) return frames
  world.openStreams++
  world.config.streams.open++
  return watchReader(frames, {
    deliveries: ledger,
    now: () => world.clock.now(),
    onEnd() {
      world.openStreams--
      world.config.streams.open--
      world.journal.ended(entry)
      onCall?.(entry, world)
    },
  })
}

function callerOf(visit: PipelineContext | undefined): JournalCaller | undefined {
  const caller = visit?.knownCaller
  if (visit === undefined || caller === undefined) return undefined
  const { user, key } = caller
  const { callers } = visit.world.journal
  let shown = callers.get(key ?? user)
  if (shown?.email !== user.email) {
    const prefix = key && visit.world.keyring.prefixOf(key.id)
    const shownKey = key && { id: key.id, prefix: prefix ?? '', name: key.name }
    callers.set(key ?? user, (shown = { email: user.email, key: shownKey }))
  }
  return shown
}

/** The body of a response. One that a fault may have damaged can't be rendered again. */
function answeredBy(
  { body, again }: PlainResponse,
  faults: readonly string[],
): RecordedBody | undefined {
  if (typeof body !== 'string') return undefined
  const { length } = body
  if (again === undefined || faults.length > 0 || length > ownLimits.journalBody) return kept(body)
  return new MadeAgain(length, again)
}

/** A body that is rendered again when it is read, which takes less memory than to keep it. */
class MadeAgain {
  readonly length: number
  readonly #again: () => string

  constructor(length: number, again: () => string) {
    this.length = length
    this.#again = again
  }

  get text(): string {
    return this.#again()
  }
}

/**
 * The recorded part of a body. It is copied, because a slice would keep the whole text in memory.
 */
function kept(text: string): RecordedBody | undefined {
  if (text === '') return undefined
  const { length } = text
  if (length <= ownLimits.journalBody) return text
  const bytes = new TextEncoder().encode(text.slice(0, ownLimits.journalBody))
  return { text: new TextDecoder().decode(bytes), length }
}
