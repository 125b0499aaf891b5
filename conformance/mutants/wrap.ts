import type { Fetch } from '../http/transport.ts'
import { type Call, type Route, changeRequest, matches, readCall } from './call.ts'
import { decodeSse, encodeSse, SseSplitter } from '../../contract/sse.ts'
import type { WireFrame } from './wire-frame.ts'
import { type JsonObject, isObject } from '../../contract/json.ts'
import { member } from '../session/json.ts'

type ResponseHandler<T> = (response: Response, call: Call) => T

/** Creates a wrapper that handles the calls of one route, and passes on all other calls. */
export function onCall(
  route: Route,
  handle: (call: Call, next: Fetch, hit: () => void) => Promise<Response>,
): Wrap {
  return (fetch, hit) => async (request) => {
    const call = await readCall(request)
    return matches(route, call) ? handle(call, fetch, hit) : fetch(request)
  }
}

/** Replaces a request by the result of `change`; `undefined` leaves it unchanged. */
export function onRequest(route: Route, change: (call: Call) => Request | undefined): Wrap {
  return onCall(route, async (call, next, hit) => {
    const other = change(call)
    if (other !== undefined) hit()
    return next(other ?? call.request)
  })
}

/** Replaces the body of a request by the result of `change`; `undefined` leaves it unchanged. */
export const onBody = (route: Route, change: (body: JsonObject) => JsonObject | undefined): Wrap =>
  onRequest(route, (call) => {
    const body = isObject(call.body) ? change(call.body) : undefined
    return body && changeRequest(call, { body })
  })

/** A fault: accepts an object in this field. The server gets another value or no value instead. */
export const acceptObject = (route: Route, field: string, instead?: unknown): Wrap =>
  onBody(route, (body) => (isObject(body[field]) ? { ...body, [field]: instead } : undefined))

/** Replaces the status of a response: `{ 422: 400 }` turns a 422 into a 400. */
export function onStatus(route: Route, statuses: Readonly<Record<number, number>>): Wrap {
  return onResponse(route, ({ status, body, headers }) => {
    const other = statuses[status]
    return other === undefined ? undefined : new Response(body, { status: other, headers })
  })
}

/** Replaces the JSON of a response; `undefined` leaves it unchanged. Streams stay unchanged. */
export function onJson(
  route: Route,
  rewrite: (json: unknown, call: Call, status: number) => unknown,
): Wrap {
  return onCall(route, async (call, next, hit) => {
    const response = await next(call.request)
    if (!isJson(response)) return response
    const text = await response.text()
    const json = text === '' ? undefined : rewrite(JSON.parse(text), call, response.status)
    if (json !== undefined) hit()
    return withBody(response, json === undefined ? text : JSON.stringify(json))
  })
}

/** Replaces a response by the result of `change`; `undefined` leaves it unchanged. */
export function onResponse(
  route: Route,
  change: ResponseHandler<Response | undefined | Promise<Response | undefined>>,
): Wrap {
  return onCall(route, async (call, next, hit) => {
    const response = await next(call.request)
    const other = await change(response, call)
    if (other !== undefined) hit()
    return other ?? response
  })
}

/** Replaces the response by `answer()` for each call for which `isMeant` returns true. */
export const respondWith = (
  route: Route,
  isMeant: (call: Call, status: number) => boolean,
  answer: () => Response,
): Wrap => onResponse(route, ({ status }, call) => (isMeant(call, status) ? answer() : undefined))

/** Replaces an error with this code by an error with another status and code. */
export const refuseAs = (route: Route, code: string, status: number, other: string): Wrap =>
  onResponse(route, async (response) => {
    if (response.status < 400) return undefined
    const body: unknown = await response.clone().json()
    return member(body, 'error') === code ? errorResponse(status, other) : undefined
  })

/** A fault: refuses invalid input with this status and code instead of 422. */
export const replaceValidationError = (
  route: Route,
  isMeant: (body: unknown) => boolean,
  status: number,
  code: string,
): Wrap =>
  respondWith(route, ({ body }, was) => was === 422 && isMeant(body), refusal(status, code))

/** Creates a function that tests whether a body lacks this field. */
export const lacksField = (field: string) => (body: unknown) => member(body, field) === undefined
export const hasObject = (field: string) => (body: unknown) => isObject(member(body, field))

/** Gives each server its own state: `create` is called once per server. */
export const withState =
  (create: () => Wrap): Wrap =>
  (fetch, hit) =>
    create()(fetch, hit)

/** Returns the frames to send instead of a frame. The same frame means that nothing changes. */
export type Rewrite = (frame: WireFrame, call: Call) => WireFrame | readonly WireFrame[]

/** Rewrites a stream frame by frame as the frames arrive. `start` is called once per stream. */
export function onEvents(route: Route, start: () => Rewrite): Wrap {
  return onCall(route, async (call, next, hit) => {
    const response = await next(call.request)
    if (!isStream(response) || response.body === null) return response
    const rewrite = start()
    const step = (block: string) => {
      const frame = decodeSse(block)
      const isEvent = frame.event !== undefined || frame.data !== undefined
      const made = isEvent ? rewrite(frame, call) : frame
      if (made !== frame) hit()
      return [made]
        .flat()
        .map((one) => encodeSse(one))
        .join('')
    }
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(framewise(step))
      .pipeThrough(new TextEncoderStream())
    return new Response(body, { status: response.status, headers: response.headers })
  })
}

/** Rewrites the frames of some event types. */
export const onEvent = (route: Route, types: string, rewrite: Rewrite): Wrap =>
  onEvents(
    route,
    () => (frame, call) =>
      types.split(' ').includes(frame.event ?? '') ? rewrite(frame, call) : frame,
  )

/** Returns the response with another body and without its old length. */
export function withBody(response: Response, body: string | Uint8Array<ArrayBuffer>): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(body, { status: response.status, headers })
}

export const jsonResponse = (status: number, json: unknown): Response =>
  Response.json(json, { status })

export const errorResponse = (status: number, error: string): Response =>
  jsonResponse(status, {
    success: false,
    error,
    message: 'The deliberate bug of this server refused the request.',
  })

/** Creates a function that answers with an error of this status and code. */
export const refusal = (status: number, code: string) => (): Response => errorResponse(status, code)

export const isStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.includes('json') ?? false

/** Rewrites each frame of a stream. */
function framewise(step: (frame: string) => string): TransformStream<string, string> {
  const splitter = new SseSplitter()
  return new TransformStream({
    transform(text, controller) {
      const out = splitter.add(text).map(step).join('')
      if (out !== '') controller.enqueue(out)
    },
    flush(controller) {
      const out = splitter.incompleteFrame
      if (out !== '') controller.enqueue(out)
    },
  })
}

/**
 * Wraps a correct server so that it shows a fault; calls `hit` each time the fault takes effect.
 */
export type Wrap = (fetch: Fetch, hit: () => void) => Fetch

/** A mutant: a wrapper that gives a correct server one fault. */
export type Mutant = {
  readonly id: string
  /** The id of the check that must fail on this mutant. */
  readonly killedBy: string
  /** Globs of checks that run first to produce traffic, if `killedBy` sends no requests. */
  readonly trafficFrom?: readonly string[]
  /**
   * Whether the actual value of a failure fits this fault, if a check has several mutants. For all
   * other failures of the check, its first mutant without `looksLike` is used.
   */
  readonly looksLike?: (got: string) => boolean
  /** The fault, in one sentence. */
  readonly description: string
  /** Called once per server, so that servers do not share recorded calls. */
  readonly wrap: Wrap
}

/** Creates mutants from a table whose keys are the ids of the mutants. */
export const mutants = (rows: Readonly<Record<string, Omit<Mutant, 'id'>>>): readonly Mutant[] =>
  Object.entries(rows).map(([id, mutant]) => ({ id, ...mutant }))
