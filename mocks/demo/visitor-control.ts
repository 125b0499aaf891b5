import { ownLimits } from '../../contract/limits.ts'
import { ApiError } from '../world/api-error.ts'
import {
  copyRequest,
  type PlainRequest,
  type PlainResponse,
  untilClosed,
} from '../../recording/exchange.ts'
import { ControlError } from '../control/control-error.ts'
import { jsonResponse } from '../control/control-context.ts'
import { type PresetLoader, presetLoader, type Presets } from '../control/presets.ts'
import { describeWorld } from '../control/worlds.ts'
import { parseBoundedJson } from '../../contract/json.ts'
import { chargeResponse, limitRate, worldFullMessage } from './limits.ts'
import { type BroughtKind, checkBrought } from './brought.ts'
import { permissionProblem, visitorOperation } from './permissions.ts'
import type { Visitor, Visitors } from './visitors.ts'

const { visitor: bounds } = ownLimits

export type VisitorControlOptions = {
  readonly visitors: Visitors
  readonly presets: Presets
  readonly handleControl: (request: PlainRequest) => Promise<PlainResponse>
  /** The token of the control API, which visitors never see. */
  readonly token: string
}

/** The control API for visitors: `GET` and `DELETE visitor`, and parts for their own world. */
export function createVisitorControl(options: VisitorControlOptions) {
  const { visitors, handleControl, token } = options
  const presets = presetLoader(options.presets)
  /** Handles a request to `path` below `/__control`. Throws `ControlError`. */
  return async (request: PlainRequest, visitor: Visitor, path: string): Promise<PlainResponse> => {
    const operation = visitorOperation(request.method, path)
    limit(visitors, visitor, operation?.cost)
    const world = visitors.worldOf(visitor)
    if (path === '/visitor' && request.method === 'DELETE') {
      visitors.end(visitor)
      return { status: 204, headers: {}, body: undefined }
    }
    if (path === '/visitor' && request.method === 'GET' && world !== undefined)
      return jsonResponse(200, {
        ...describeWorld(world),
        ttl_ms: visitors.idleMs,
        ends_in_ms: world.openStreams > 0 ? visitors.idleMs : visitors.remainingMs(visitor),
      })
    const why = permissionProblem(request.method, path, request.query)
    if (why !== undefined) throw new ControlError(403, why)
    // Reading does not count as activity, so an open page does not keep its world alive.
    if (request.method !== 'GET') visitors.touch(visitor)
    const adds = /^(POST|PUT|PATCH)$/.test(request.method) && path !== '/reset'
    if (adds && world !== undefined && visitors.isFull(world))
      throw new ControlError(503, worldFullMessage)
    const most = path === '/snapshot' ? bounds.snapshotBytes : bounds.bodyBytes
    const bytes = /^(GET|HEAD)$/.test(request.method) ? undefined : await request.read(most)
    if (bytes === 'too-large')
      throw new ControlError(413, `The body is too large: the limit is ${most} bytes.`)
    const body =
      operation?.brings === undefined || bytes === undefined
        ? bytes
        : await checkedBody(operation.brings, bytes, presets)
    const follows = path === '/journal' && new URLSearchParams(request.query).has('follow')
    if (follows && visitor.followers >= bounds.followers)
      throw new ControlError(
        503,
        `A visitor can have ${bounds.followers} open journal streams: close one first.`,
      )
    const vouched = {
      authorization: `Bearer ${token}`,
      'x-understudy-world': visitor.world,
      cookie: undefined,
      // The gateway has checked the origin of the request already.
      host: undefined,
      origin: undefined,
      'sec-fetch-site': undefined,
    }
    // Counted before the first await, so that concurrent requests cannot exceed the limit.
    const close = follows ? countReader(visitor) : undefined
    const read = async () => body ?? new Uint8Array()
    const sent = copyRequest(request, { headers: vouched, read })
    const handled = await handleControl(sent).catch((error: unknown) => {
      close?.()
      throw error
    })
    // If the visitor was removed in the meantime, the request may have created the world again.
    if (visitors.inWorld(visitor.world) !== visitor) visitors.end(visitor)
    const reply = chargeResponse(visitor, handled)
    if (close === undefined) return reply
    if (typeof reply.body === 'object') return { ...reply, body: untilClosed(reply.body, close) }
    close()
    return reply
  }
}

function limit(visitors: Visitors, visitor: Visitor, calls: number | undefined): void {
  try {
    limitRate(visitors, visitor, calls)
  } catch (error) {
    throw error instanceof ApiError ? new ControlError(429, error.message, error.headers) : error
  }
}

/** The body to handle. Throws a `ControlError` if a visitor may not send it. */
async function checkedBody(
  kind: BroughtKind,
  bytes: Uint8Array,
  presets: PresetLoader,
): Promise<Uint8Array> {
  let document: unknown
  try {
    const maxValues = kind === 'snapshot' ? Number.POSITIVE_INFINITY : ownLimits.bodyValues
    document = parseBoundedJson(new TextDecoder().decode(bytes), maxValues)
  } catch {
    // The control API reports that the text is not JSON, or has too many values.
    return bytes
  }
  const checked = await checkBrought(kind, document, presets)
  return checked === document ? bytes : new TextEncoder().encode(JSON.stringify(checked))
}

/** Counts a reader of the journal. The returned function uncounts it, once. */
function countReader(visitor: Visitor): () => void {
  visitor.followers++
  let open = true
  return () => {
    if (open) visitor.followers--
    open = false
  }
}
