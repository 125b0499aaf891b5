import type { AnswerOf, ParamsOf, ReadBody } from '../../contract/control/operation.ts'
import type { ControlName, ControlOperations } from '../../contract/control/operations.ts'
import type { PlainRequest, PlainResponse } from '../../contract/plain-http.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { PresetLoader } from './presets.ts'

type SharedContext = {
  /** The address at which the client reached the fake; empty if the request does not contain it. */
  readonly origin: string
  readonly worlds: Worlds
  /** Fixtures and profiles by name. */
  readonly presets: PresetLoader
  readonly query: URLSearchParams
  /** The header `accept` of the request. */
  readonly accept: string | undefined
}

/** The context of any operation, without the exact types of one operation. */
export type AnyContext = SharedContext & {
  readonly world: World | undefined
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** The parsed body; `undefined` without a body. */
  readonly body: unknown
}

/** The context of a route that a server adds to the control API. */
export type ControlContext = AnyContext & {
  readonly request: PlainRequest
  /** The world of the request; created when it is first read. */
  readonly world: World
}

/** Runs one operation. The result is sent as JSON, `undefined` as 204. Throws `ControlError`. */
type ControlRoute = (context: ControlContext) => unknown

/** Operations by method and path below `/__control/`, such as `DELETE worlds/{name}`. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

/** The context of an operation in `ControlOperations`, called in process or over HTTP. */
export type OperationContext<Name extends ControlName> = SharedContext & {
  readonly params: ParamsOf<Name>
  /** The body, checked with the schema of the operation. */
  readonly body: ReadBody<ControlOperations[Name]>
} & (ControlOperations[Name] extends { readonly of: 'fake' } ? unknown : { readonly world: World })

type Outcome<Row> = Row extends { readonly isAsync: true }
  ? Promise<AnswerOf<Row> | ControlResponse>
  : AnswerOf<Row> | ControlResponse

/** The function of each operation in `ControlOperations`. The functions throw `ControlError`. */
export type ControlFunctions = {
  readonly [Name in ControlName]: (
    context: OperationContext<Name>,
  ) => Outcome<ControlOperations[Name]>
}

/** Functions without exact types. A caller has to check the parameters and the body first. */
export const asRoutes = (functions: Partial<ControlFunctions>) =>
  functions as Readonly<Record<string, unknown>> as Readonly<
    Record<string, (context: AnyContext) => unknown>
  >

/** A response whose content is not JSON, or whose status is not the usual one of its operation. */
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

/** Creates a JSON response. Browsers cache a 410 forever, unless a header forbids it. */
export const jsonResponse = (
  status: number,
  value: unknown,
  headers: PlainResponse['headers'] = {},
) =>
  new ControlResponse(
    status,
    { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    JSON.stringify(value),
  )
