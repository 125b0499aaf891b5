import { callOf } from '../contract/control/call.ts'
import type { WorldTime } from '../contract/control/clock.ts'
import { bindMethods, type ClientMethod, controlMethods } from '../contract/control/methods.ts'
import type { WorldControl } from '../mocks/control/world-control.ts'
import { callControl, type FakeConnection } from './control-client.ts'

type AsyncMethods<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends (
    ...parameters: infer Parameters
  ) => infer Result
    ? (...parameters: Parameters) => Promise<Awaited<Result>>
    : never
}

/** The clock of a world. Durations are milliseconds, or text such as `2h`. */
type ClockControlClient = AsyncMethods<Omit<WorldControl['clock'], 'step'>> & {
  /** Advances time to the next scheduled event, such as an event of a stream or an expiry. */
  step(): Promise<WorldTime>
  /** Sets the number of seconds that pass in the world per real second. */
  scale(factor: number): Promise<WorldTime>
}

type ControlGroup = 'records' | 'faults' | 'journal' | 'director' | 'scenarios'
type ControlMethod =
  | 'coverage'
  | 'about'
  | 'choices'
  | 'play'
  | 'pick'
  | 'reset'
  | 'snapshot'
  | 'restore'

/**
 * Controls a world over HTTP or in process: the methods of `fake.control()`, each returning a
 * promise. They reject with a `ControlError` if the fake refuses a call.
 *
 * @example
 * ```ts
 * await fake.clock.advance('3h')
 * await fake.faults.add({ match: { endpoint: 'chat.react' }, effect: { stream: { cut: { after_event: 5 } } } })
 * ```
 */
export type WorldControlClient = AsyncMethods<Pick<WorldControl, ControlMethod | 'delete'>> & {
  readonly [Group in ControlGroup]: AsyncMethods<WorldControl[Group]>
} & {
  readonly name: string
  readonly clock: ClockControlClient
  /** Creates a copy of this world in its current state and returns the name of the copy. */
  fork(name?: string): Promise<string>
}

/** The methods of a table over HTTP: all of them return promises. */
type MethodsOverHttp<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends ClientMethod<infer _, infer Given, infer Result>
    ? (...given: Given) => Promise<Result>
    : MethodsOverHttp<Table[Key]>
}

export function createWorldControlClient(
  connection: FakeConnection,
  name: string,
): WorldControlClient {
  const methods = bindMethods(controlMethods, async ({ call, result }, given) =>
    result((await callControl(connection, name, call(...given))) as never),
  ) as MethodsOverHttp<typeof controlMethods>
  const worldParams = { params: { name } }
  return {
    ...methods,
    name,
    about: () => callControl(connection, name, callOf('GET worlds/{name}', worldParams)),
    async fork(other) {
      const call = callOf('POST worlds/{name}/fork', { ...worldParams, body: { name: other } })
      return (await callControl(connection, name, call)).name
    },
    delete: () => callControl(connection, name, callOf('DELETE worlds/{name}', worldParams)),
  }
}
