import type { PlainRequest, PlainResponse } from '../../recording/exchange.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { PresetLoader } from './presets.ts'

/** The context of an operation of the control API. */
export type ControlContext = {
  readonly request: PlainRequest
  /** The address at which the client reached the fake; empty if the request does not tell it. */
  readonly origin: string
  readonly worlds: Worlds
  /** Fixtures and profiles by name. */
  readonly presets: PresetLoader
  /** The world of the request; created when it is first read. */
  readonly world: World
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The parsed body; `undefined` without a body. */
  readonly body: unknown
}

/** Runs one operation. The result is sent as JSON, `undefined` as 204. Throws `ControlError`. */
type ControlRoute = (context: ControlContext) => unknown

/** Operations by method and path below `/__control/`, such as `DELETE worlds/{name}`. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

/** A response with another status or content than JSON with 200. */
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

/** JSON with another status than 200. */
export const jsonResponse = (status: number, value: unknown) =>
  new ControlResponse(status, { 'content-type': 'application/json' }, JSON.stringify(value))
