import { ownLimits } from '../../../contract/limits.ts'
import type { FrameStream, PlainResponse } from '../../../recording/exchange.ts'
import type { PipelineContext } from '../../platform/request-context.ts'
import type { JournalCaller, JournalEntry, RecordedBody } from '../../../recording/journal-entry.ts'
import { DeliveryLog, watchReader } from '../../../recording/delivery-log.ts'
import type { World } from '../../world/world.ts'
import type { Explain } from './explain.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { explainHeader } from '../response-headers.ts'
import { conditionOf } from './refused-request.ts'

/** Who learns the outcome of a request. */
export type RequestLogOptions = {
  /** Whether error responses explain their cause in a header. */
  readonly explains: boolean
  /** Called after each response, and once more when a stream has ended. */
  readonly onRequest?: ((entry: JournalEntry, world: World) => void) | undefined
}

/** The faults that were applied to a request. */
export type AppliedFaults = {
  readonly ids: readonly string[]
  /** Whether a fault replaced the response of the platform. */
  readonly instead: boolean
}

const noFault: AppliedFaults = { ids: [], instead: false }

let explain: Explain | undefined

/** Imports the explanations with the first refusal. */
export async function loadExplanations(): Promise<void> {
  explain ??= (await import('./explain.ts')).explain
}

/** The log entry of a request that is in progress; `close` adds it to the journal. */
export class RequestLogEntry {
  readonly number: number
  /** The context of its checks; `undefined` if no operation was found. */
  context: PipelineContext | undefined
  /** What a check or the route threw. */
  error: unknown
  readonly #incoming: IncomingRequest
  readonly #options: RequestLogOptions
  readonly #at: number
  readonly #startedAt: number

  constructor(incoming: IncomingRequest, options: RequestLogOptions) {
    const { world } = incoming
    this.#incoming = incoming
    this.#options = options
    this.number = world.journal.nextNumber()
    this.#at = world.clock.now()
    this.#startedAt = world.systemClock.now()
  }

  /** Returns the response to send; records what its stream delivers. After an error, `loadExplanations` must have run. */
  close(response: PlainResponse, faults: AppliedFaults = noFault): PlainResponse {
    const { world } = this.#incoming
    const entry = this.#entryOf(response, faults)
    world.journal.add(entry)
    this.#options.onRequest?.(entry, world)
    const { explanation, deliveries } = entry
    const explained =
      explanation === undefined || !this.#options.explains
        ? response
        : { ...response, headers: { ...response.headers, ...explainHeader(explanation) } }
    if (deliveries === undefined || typeof response.body !== 'object') return explained
    return { ...explained, body: recordDeliveries(world, entry, response.body, this.#options) }
  }

  #entryOf(response: PlainResponse, applied: AppliedFaults): JournalEntry {
    const { ids, instead } = applied
    const { world, request, operationId, body } = this.#incoming
    return {
      number: this.number,
      at: this.#at,
      method: request.method,
      path: request.path,
      query: request.query,
      headers: request.headers(),
      endpoint: operationId,
      caller: journalCaller(this.context),
      scenario: this.context?.scenario,
      requestBody: keptPart(body.text),
      status: response.reset === true ? undefined : response.status,
      outcome: this.#outcome(instead),
      faults: ids,
      explanation: this.#explain(applied, response),
      responseBody: typeof response.body === 'string' ? keptPart(response.body) : undefined,
      ms: world.systemClock.now() - this.#startedAt,
      profile: world.profile,
      deliveries: typeof response.body === 'object' ? new DeliveryLog() : undefined,
    }
  }

  #outcome(instead: boolean): JournalEntry['outcome'] {
    if (instead) return 'fault'
    return this.error === undefined ? 'success' : conditionOf(this.error)
  }

  #explain({ ids, instead }: AppliedFaults, { status, reset }: PlainResponse): string | undefined {
    const { context, error } = this
    if (error === undefined && ids.length === 0) return undefined
    const named = `fault${ids.length === 1 ? '' : 's'} ${ids.map((id) => `\`${id}\``).join(', ')}`
    const result = reset === true ? 'no response' : String(status)
    if (instead) return `${result}: ${named} replaced the response`
    const why = error === undefined ? undefined : explain?.({ ...this.#incoming, context, error })
    if (ids.length === 0) return `${result}: ${why}`
    return `${result}: ${why === undefined ? '' : `${why}; `}${named} took effect`
  }
}

/** Records the deliveries of a stream, which counts as open until its reader has left. */
function recordDeliveries(
  world: World,
  entry: JournalEntry,
  frames: FrameStream,
  { onRequest }: RequestLogOptions,
): FrameStream {
  const { deliveries } = entry
  if (deliveries === undefined) return frames
  world.openStreams++
  world.config.streams.open++
  return watchReader(frames, {
    deliveries,
    now: () => world.clock.now(),
    onEnd() {
      world.openStreams--
      world.config.streams.open--
      world.journal.ended(entry)
      onRequest?.(entry, world)
    },
  })
}

function journalCaller(context: PipelineContext | undefined): JournalCaller | undefined {
  const caller = context?.knownCaller
  if (context === undefined || caller === undefined) return undefined
  const { user, key } = caller
  const { callers } = context.world.journal
  let shown = callers.get(key ?? user)
  if (shown?.email !== user.email) {
    const prefix = key && context.world.keyring.prefixOf(key.id)
    const shownKey = key && { id: key.id, prefix: prefix ?? '', name: key.name }
    callers.set(key ?? user, (shown = { email: user.email, key: shownKey }))
  }
  return shown
}

/** The part of a body that the journal keeps. A copy, because a slice would keep the whole text in memory. */
function keptPart(text: string): RecordedBody | undefined {
  if (text === '') return undefined
  const { length } = text
  if (length <= ownLimits.journalBody) return text
  const bytes = new TextEncoder().encode(text.slice(0, ownLimits.journalBody))
  return { text: new TextDecoder().decode(bytes), length }
}
