import { type ObservedField, observedFields } from '../../../contract/choices/choice.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { FrameStream, PlainRequest, PlainResponse } from '../../../contract/plain-http.ts'
import type { PipelineContext } from '../../platform/request-context.ts'
import type {
  JournalCaller,
  JournalEntry,
  RecordedBody,
} from '../../../traffic/journal/journal-entry.ts'
import { DeliveryLog, WatchedReader } from '../../../traffic/journal/delivery-log.ts'
import { maskText } from '../../../secrets/mask.ts'
import type { World } from '../../world/world.ts'
import { type IncomingRequest, type Sender, senderOf } from '../request/incoming-request.ts'
import { explainHeader, type RefusedOrigin, refusedOriginOf } from '../request/response-headers.ts'
import { explain, explainOrigin } from './explain.ts'
import { conditionOf } from './refused-request.ts'

export type RequestLogOptions = {
  /** Whether the response to a request explains its refusal in a header. */
  readonly explains: (request: PlainRequest) => boolean
  /** Called after each response. For a stream, called again when the stream has ended. */
  readonly onRequest?: ((entry: JournalEntry, world: World) => void) | undefined
}

/** The faults that affected a request. */
export type AppliedFaults = {
  readonly ids: readonly string[]
  /** Whether a fault replaced the response of the platform. */
  readonly isReplaced: boolean
}

const noFault: AppliedFaults = { ids: [], isReplaced: false }

/** One running request of a world. `close` records it in the journal, with its response. */
export class RequestLogEntry {
  readonly number: number
  /** The context of the request; `undefined` if no operation matched. */
  context: PipelineContext | undefined
  error: unknown
  readonly #incoming: IncomingRequest
  readonly #options: RequestLogOptions
  readonly #refusedOrigin: RefusedOrigin | undefined
  readonly #at: number
  readonly #startedAt: number

  constructor(incoming: IncomingRequest, options: RequestLogOptions) {
    const { world, request, operationId } = incoming
    this.#incoming = incoming
    const { http } = world.behaviour(operationId).policy
    this.#refusedOrigin = http.origins && refusedOriginOf(request, http)
    this.#options = options
    this.number = world.journal.nextNumber()
    this.#at = world.clock.now()
    this.#startedAt = world.systemClock.now()
  }

  /** Records the response and returns it to send. */
  close(response: PlainResponse, faults: AppliedFaults = noFault): PlainResponse {
    const { world, request } = this.#incoming
    const entry = this.#entryOf(response, faults)
    world.journal.add(entry)
    this.#options.onRequest?.(entry, world)
    const { explanation, deliveries } = entry
    const explained =
      explanation === undefined || !this.#options.explains(request)
        ? response
        : { ...response, headers: { ...response.headers, ...explainHeader(explanation) } }
    if (deliveries === undefined || typeof response.body !== 'object') return explained
    return { ...explained, body: watchStream(world, entry, response.body, this.#options) }
  }

  #entryOf(response: PlainResponse, faults: AppliedFaults): JournalEntry {
    const { ids, isReplaced } = faults
    const { world, request, operationId, own, body } = this.#incoming
    const { body: sent } = response
    return {
      number: this.number,
      at: this.#at,
      method: request.method,
      path: request.path,
      query: request.query,
      headers: request.headers(),
      endpoint: operationId,
      own: own.operation && {
        name: `${own.operation.row.method} ${own.operation.row.path}`,
        isTemplate: own.operation.isTemplate === true,
      },
      // A fault may have replaced the response before the credential was checked.
      caller: journalCaller(
        world,
        isReplaced ? senderOf(this.#incoming) : this.context?.knownCaller,
      ),
      fields: observedFieldsOf(this.context),
      scenario: this.context?.scenario,
      turn: this.context?.turn,
      requestBody: recordBody(body.text),
      status: response.reset === true ? undefined : response.status,
      outcome: this.#outcome(isReplaced),
      faults: ids,
      explanation: this.#explain(faults, response),
      note: this.context?.note,
      responseBody: recordBody((typeof sent === 'object' ? sent.text : sent) ?? ''),
      ms: world.systemClock.now() - this.#startedAt,
      profile: world.profile,
      deliveries: this.#createDeliveryLog(response),
    }
  }

  /** Creates the log of an event stream. Returns `undefined` for a text or a file. */
  #createDeliveryLog({ body }: PlainResponse): DeliveryLog | undefined {
    const isFile = this.context?.operation.answer === 'download'
    if (typeof body !== 'object' || body.text !== undefined || isFile) return undefined
    return new DeliveryLog({ needsLastEvent: this.#incoming.operationId !== undefined })
  }

  #outcome(isReplaced: boolean): JournalEntry['outcome'] {
    if (isReplaced) return 'fault'
    return this.error === undefined ? 'success' : conditionOf(this.error)
  }

  /** Joins the explanations: refusal, faults, refused origin, ignored input and remarks. */
  #explain(
    { ids, isReplaced }: AppliedFaults,
    { status, reset }: PlainResponse,
  ): string | undefined {
    const { context, error } = this
    const { ignored = [], notes = [] } = context ?? {}
    const isUsual = error === undefined && ids.length + ignored.length + notes.length === 0
    if (isUsual && this.#refusedOrigin === undefined) return undefined
    const named = `fault${ids.length === 1 ? '' : 's'} ${ids.map((id) => `\`${id}\``).join(', ')}`
    const answer = reset === true ? 'no response' : String(status)
    // The body and the credentials, with the names of the contract, not of the deployment.
    const received = context && { body: context.rawBody, credentials: context.credentials }
    const reasons = [
      error !== undefined && explain({ ...this.#incoming, ...received, context, error }),
      ids.length > 0 && `${named} ${isReplaced ? 'replaced the response' : 'took effect'}`,
    ].filter((reason) => reason !== false)
    const parts = [
      reasons.length > 0 && `${answer}: ${reasons.join('; ')}`,
      this.#refusedOrigin !== undefined && explainOrigin(this.#refusedOrigin),
      ignored.length > 0 && maskText(`ignored: ${ignored.join(', ')}`),
      ...notes.map(maskText),
    ]
    return parts.filter((part) => part !== false).join('; ') || undefined
  }
}

/** Wraps the stream of a response, and counts it as open until it ends. */
function watchStream(
  world: World,
  entry: JournalEntry,
  frames: FrameStream,
  { onRequest }: RequestLogOptions,
): FrameStream {
  const { deliveries } = entry
  if (deliveries === undefined) return frames
  world.countStream(1)
  return new WatchedReader(frames, {
    deliveries,
    now: () => world.clock.now(),
    onEnd() {
      world.countStream(-1)
      world.journal.ended(entry)
      onRequest?.(entry, world)
    },
  })
}

/** Lists those fields and parameters of a request that the journal records. */
function observedFieldsOf(context: PipelineContext | undefined): readonly ObservedField[] {
  if (context === undefined) return noObservedFields
  const body = context.rawBody.value as Readonly<Record<string, unknown>> | null | undefined
  const query = context.query as Readonly<Record<string, unknown>> | undefined
  const fields = observedFields.filter((name) => (body?.[name] ?? query?.[name] ?? null) !== null)
  return fields.length === 0 ? noObservedFields : fields
}

const noObservedFields: readonly ObservedField[] = []

function journalCaller(world: World, caller: Sender | undefined): JournalCaller | undefined {
  if (caller === undefined) return undefined
  const { user, key } = caller
  const { callers } = world.journal
  let found = callers.get(key ?? user)
  if (found?.email !== user.email) {
    const prefix = key && world.keyring.prefixOf(key.id)
    const journalKey = key && { id: key.id, prefix: prefix ?? '', name: key.name }
    callers.set(key ?? user, (found = { email: user.email, key: journalKey }))
  }
  return found
}

/** Copies the recorded part of a body, because a slice would keep the complete text in memory. */
function recordBody(text: string): RecordedBody | undefined {
  if (text === '') return undefined
  const { length } = text
  if (length <= ownLimits.journalBody) return text
  const bytes = new TextEncoder().encode(text.slice(0, ownLimits.journalBody))
  return { text: new TextDecoder().decode(bytes), length }
}
