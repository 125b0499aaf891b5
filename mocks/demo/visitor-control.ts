import { ownLimits } from '../../contract/limits.ts'
import { ApiError } from '../world/api-error.ts'
import {
  copyRequest,
  type PlainRequest,
  type PlainResponse,
  untilClosed,
} from '../../contract/plain-http.ts'
import { ControlError } from '../control/control-error.ts'
import { jsonResponse } from '../control/control-context.ts'
import { type PresetLoader, presetLoader, type Presets } from '../control/presets.ts'
import { originOf } from '../control/access.ts'
import { describeWorld, withOrigin } from '../control/worlds.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { readBodyOnce } from '../server/receive-request.ts'
import { chargeResponse, limitRate, worldFullMessage } from './limits.ts'
import type { Visitor, Visitors } from './visitors.ts'
import { controlOperations } from '../../contract/control/operations.ts'
import { namedTable } from '../../contract/operations/path-table.ts'
import type { ControlOperation, VisitorAccess } from '../../contract/control/operation.ts'
import { foreignResponsePart, type ResponsePart } from '../../contract/profile/over-base.ts'
import { toProfileDocument } from '../../contract/profile.ts'

const { visitor: visitorLimits } = ownLimits

export type VisitorControlOptions = {
  readonly visitors: Visitors
  /** The profiles of this server, which visitors may choose and restore. */
  readonly presets: Presets
  /** Handles the accepted requests: to the page, the platform and the control API. */
  readonly handle: (request: PlainRequest) => Promise<PlainResponse>
  /** The token of the control API, which visitors never see. */
  readonly token: string
  /** The public URL of the server, behind a proxy or with a host name. */
  readonly publicUrl: URL | undefined
}

/** The control API for visitors: `GET` and `DELETE visitor`, and some operations on their own world. */
export function createVisitorControl(options: VisitorControlOptions) {
  const { visitors, handle, token } = options
  const presets = presetLoader(options.presets)
  /** Handles a request to `path` below `/__control`. Throws `ControlError`. */
  return async (request: PlainRequest, visitor: Visitor, path: string): Promise<PlainResponse> => {
    const operation = visitorOperation(request.method, path)
    limitControlRate(visitors, visitor, operation?.cost)
    const world = visitors.worldOf(visitor)
    if (path === '/visitor' && request.method === 'DELETE') {
      visitors.end(visitor)
      return { status: 204, headers: {}, body: undefined }
    }
    if (path === '/visitor' && request.method === 'GET' && world !== undefined)
      return jsonResponse(200, {
        ...withOrigin(originOf(request, options.publicUrl), describeWorld(world)),
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
    const most = path === '/snapshot' ? visitorLimits.snapshotBytes : visitorLimits.bodyBytes
    const bytes = /^(GET|HEAD)$/.test(request.method) ? undefined : await request.read(most)
    if (bytes === 'too-large')
      throw new ControlError(413, `The body is too large: the limit is ${most} bytes.`)
    const body =
      operation?.brings === undefined || bytes === undefined
        ? bytes
        : await checkBody(operation.brings, request, bytes, presets)
    const follows = path === '/journal' && new URLSearchParams(request.query).has('follow')
    if (follows && visitor.followers >= visitorLimits.followers)
      throw new ControlError(
        503,
        `A visitor can have ${visitorLimits.followers} open journal streams: close one first.`,
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
    // The reader is counted before the first await, so that concurrent requests cannot exceed the
    // limit.
    const close = follows ? countReader(visitor) : undefined
    const read = async () => body ?? new Uint8Array()
    const sent = copyRequest(request, { headers: vouched, read })
    const handled = await handle(sent).catch((error: unknown) => {
      close?.()
      throw error
    })
    // If the visitor was removed during the request, the request may have created the world again.
    if (visitors.inWorld(visitor.world) !== visitor) visitors.end(visitor)
    const reply = chargeResponse(visitor, handled)
    if (close === undefined) return reply
    if (typeof reply.body === 'object') return { ...reply, body: untilClosed(reply.body, close) }
    close()
    return reply
  }
}

function limitControlRate(visitors: Visitors, visitor: Visitor, calls: number | undefined): void {
  try {
    limitRate(visitors, visitor, calls)
  } catch (error) {
    throw error instanceof ApiError ? new ControlError(429, error.message, error.headers) : error
  }
}

/** Returns the body to handle. Throws a `ControlError` 403 if a visitor may not send the body. */
async function checkBody(
  kind: keyof typeof bodyChecks,
  request: PlainRequest,
  bytes: Uint8Array,
  presets: PresetLoader,
): Promise<Uint8Array> {
  const maxValues = kind === 'snapshot' ? Number.POSITIVE_INFINITY : ownLimits.bodyValues
  const { problem, value: document } = await readBodyOnce(request, bytes, maxValues)
  // The control API refuses a text that is not JSON or has too many values.
  if (problem !== undefined || !isObject(document)) return bytes
  const checked = await bodyChecks[kind](document, presets)
  return checked === document ? bytes : new TextEncoder().encode(JSON.stringify(checked))
}

/**
 * Counts a reader of the journal. The returned function ends the count; a second call has no
 * effect.
 */
function countReader(visitor: Visitor): () => void {
  visitor.followers++
  let open = true
  return () => {
    if (open) visitor.followers--
    open = false
  }
}

const visitorOperationTable = namedTable(
  Object.entries<ControlOperation>(controlOperations).flatMap(([name, { visitors }]) =>
    visitors === undefined ? [] : [[name, visitors === true ? {} : visitors] as const],
  ),
)

/** Finds the operation that a visitor calls; `undefined` if it is not open to visitors. */
export const visitorOperation = (method: string, path: string): VisitorAccess | undefined =>
  visitorOperationTable.find(path)?.value.get(method)

/** Returns why a visitor may not call this operation; `undefined` if the visitor may call it. */
function permissionProblem(method: string, path: string, query: string): string | undefined {
  if (visitorOperation(method, path) === undefined)
    return path.startsWith('/scenarios')
      ? 'Visitors can’t add scripts: that needs the control token.'
      : 'Visitors can only control their own world. Everything else needs the control token.'
  if (path === '/coverage' && new URLSearchParams(query).get('of') === 'all')
    return 'Visitors can only read the coverage of their own world: omit `of=all`.'
  return undefined
}

/**
 * Checks the data that visitors send to their worlds. Others can open such a world by a link, on
 * our origin. So data and picks are allowed, but no operations, answers, headers or scripts.
 */
const bodyChecks = {
  /** Checks the body of `PUT choices`: the name of a profile, or a profile. */
  profile: async (document: JsonObject, presets: PresetLoader) => {
    await refuseForeignParts(document, presets)
    return document
  },
  /** Checks the body of `PATCH choices`: the picks to change. */
  picks: async (document: JsonObject) => {
    refuseResponsePart(foreignResponsePart({ picks: document['picks'] }))
    return document
  },
  /** Checks the body of `PUT snapshot`: a profile, scripts, and the scripts of running turns. */
  snapshot: async (document: JsonObject, presets: PresetLoader) => {
    const { scenarios, profile } = document
    if (!Array.isArray(scenarios) || scenarios.length > 0)
      throw forbiddenError(
        'Visitors can only restore snapshots without scripts: `"scenarios": []`.',
      )
    await refuseForeignParts(profile, presets)
    return withoutTurnScripts(document)
  },
}

const forbiddenError = (message: string) => new ControlError(403, message)

/** Refuses a profile with parts that write responses, unless a profile of this server has them. */
async function refuseForeignParts(profile: unknown, presets: PresetLoader): Promise<void> {
  if (!isObject(profile)) return
  // The profile of this server that the document is based on.
  const name = String(profile['name']).replace(/, changed$/, '')
  const isOffered = presets.profileNames.includes(name)
  const offered = isOffered ? toProfileDocument(await presets.profile(name)) : undefined
  refuseResponsePart(foreignResponsePart(profile, offered))
}

function refuseResponsePart(part: ResponsePart | undefined): void {
  if (part === undefined) return
  throw forbiddenError(
    `Visitors can only bring picks that set no headers: leave out ${part}, or choose a profile of this server by its name.`,
  )
}

/** Removes the scripts of running turns: after a restore, such a turn ends with its last event. */
function withoutTurnScripts(snapshot: JsonObject): JsonObject {
  const { tables } = snapshot
  if (!isObject(tables) || !isObject(tables['turns'])) return snapshot
  const turns = Object.entries(tables['turns']).map(([id, turn]) => [
    id,
    isObject(turn) ? { ...turn, playing: undefined } : turn,
  ])
  return { ...snapshot, tables: { ...tables, turns: Object.fromEntries(turns) } }
}
