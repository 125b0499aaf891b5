import type { PlainRequest, PlainResponse } from '../../recording/exchange.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { PresetLoader } from './presets.ts'

/** What an operation of the control API works with. */
export type ControlContext = {
  readonly request: PlainRequest
  readonly worlds: Worlds
  /** The fixtures and profiles that worlds can be ordered with. */
  readonly presets: PresetLoader
  /** The world of the call, made when it is first asked for. */
  readonly world: World
  /** The parts of the path that stand in braces, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The parsed body; `undefined` for a call without one. */
  readonly body: unknown
}

/**
 * Answers one operation of the control API: a value is sent as JSON, `undefined` as 204, a
 * `ControlReply` as it is. May throw `ControlError`.
 */
export type ControlRoute = (visit: ControlContext) => unknown

/** Operations by method and path behind `/__control/`, as `DELETE worlds/{name}`. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

/** An answer that is not a value of JSON with 200. */
export class ControlResponse implements PlainResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: PlainResponse['body']

  constructor(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: PlainResponse['body'],
  ) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** A value of JSON with a status of its own. */
export const jsonResponse = (status: number, value: unknown) =>
  new ControlResponse(status, { 'content-type': 'application/json' }, JSON.stringify(value))
