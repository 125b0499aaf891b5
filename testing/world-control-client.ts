import type { Duration } from '../contract/duration.ts'
import type { WorldControl } from '../mocks/control/world-control.ts'
import { sayCommand } from '../contract/control/director.ts'
import { callControl, type FakeConnection } from './control-client.ts'
import type { DirectorState } from '../contract/control/director.ts'
import type { ActiveChoice, ScenarioSummary, FaultStatus } from '../contract/control/worlds.ts'
import type { WorldTime } from '../contract/control/clock.ts'
import type { JournalLine } from '../contract/control/journal.ts'

type Async<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends (
    ...parameters: infer Parameters
  ) => infer Result
    ? (...parameters: Parameters) => Promise<Awaited<Result>>
    : never
}

/** The clock of a world. Durations are milliseconds, or text such as `2h`. */
type ClockControlClient = Async<Omit<WorldControl['clock'], 'step'>> & {
  /** Advances time to the next scheduled event, such as a beat of a stream or an expiry. */
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
export type WorldControlClient = Async<Pick<WorldControl, ControlMethod | 'delete'>> & {
  readonly [Group in ControlGroup]: Async<WorldControl[Group]>
} & {
  readonly name: string
  readonly clock: ClockControlClient
  /** Creates a copy of this world in its current state and returns the name of the copy. */
  fork(name?: string): Promise<string>
}

export function createWorldControlClient(
  connection: FakeConnection,
  name: string,
): WorldControlClient {
  const call = <Answer>(operation: string, body?: unknown) =>
    callControl<Answer>(connection, name, operation, body)
  const move = (body: object) => call<WorldTime>('POST clock', body)
  const command = (body: object) => call<DirectorState>('POST director', body)
  const listScenarios = async (operation: string, body?: unknown) =>
    (await call<{ scenarios: ScenarioSummary[] }>(operation, body)).scenarios
  return {
    name,
    clock: {
      now: async () => Date.parse((await call<WorldTime>('GET clock')).now),
      iso: async () => (await call<WorldTime>('GET clock')).now,
      advance: (duration: Duration) => move({ advance: duration }),
      freeze: (moment) => move({ freeze: moment === undefined ? true : toIso(moment) }),
      resume: ({ scale = 1 } = {}) => move({ scale }),
      scale: (factor) => move({ scale: factor }),
      step: () => move({ advance: 'next' }),
    },
    scenarios: {
      list: () => listScenarios('GET scenarios'),
      add: (scenarios) => listScenarios('POST scenarios', scenarios),
      remove: (one) => call(`DELETE scenarios${one === undefined ? '' : pathOf(one)}`),
    },
    records: {
      list: (kind, filter = {}) => call(`GET records${pathOf(kind)}${queryOf(filter)}`),
      read: (kind, id) => call(`GET records${pathOf(kind, id)}`),
      add: (kind, record) => call(`POST records${pathOf(kind)}`, record),
      change: (kind, id, fields) => call(`PATCH records${pathOf(kind, id)}`, fields),
      remove: (kind, id) => call(`DELETE records${pathOf(kind, id)}`),
      put: (records) => call('PUT records', records),
    },
    faults: {
      add: async (faults) => (await call<{ ids: string[] }>('POST faults', faults)).ids,
      list: async () => (await call<{ faults: FaultStatus[] }>('GET faults')).faults,
      remove: (id) => call(`DELETE faults${pathOf(id)}`),
      clear: () => call('DELETE faults'),
    },
    journal: {
      list: async (filter = {}) =>
        (await call<{ entries: JournalLine[] }>(`GET journal${queryOf(filter)}`)).entries,
      read: (number) => call(`GET journal${pathOf(String(number))}`),
      clear: () => call('DELETE journal'),
    },
    director: {
      state: () => call('GET director'),
      next: (scenario) => command({ next: scenario }),
      outline: (turn) => call(`GET director/turns${pathOf(turn)}`),
      say: (text, options = {}) => command(sayCommand(text, options)),
      pause: () => command({ pause: true }),
      resume: () => command({ resume: true }),
      step: () => command({ step: true }),
      skip: () => command({ skip: true }),
      speed: (speed) => command({ speed }),
    },
    coverage: () => call('GET coverage'),
    about: () => call(`GET worlds${pathOf(name)}`),
    choices: async () => (await call<{ choices: ActiveChoice[] }>('GET choices')).choices,
    play: (profile) => call('PUT choices', typeof profile === 'string' ? { profile } : profile),
    pick: (picks) => call('PATCH choices', { picks }),
    reset: () => call('POST reset'),
    snapshot: () => call('GET snapshot'),
    restore: (snapshot) => call('PUT snapshot', snapshot),
    fork: async (other) =>
      (await call<{ name: string }>(`POST worlds${pathOf(name)}/fork`, { name: other })).name,
    delete: () => call(`DELETE worlds${pathOf(name)}`),
  }
}

const pathOf = (...parts: readonly string[]) =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('')

function queryOf(filter: object): string {
  const present = Object.entries(filter).filter(([, value]) => value !== undefined)
  const pairs = present.map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

const toIso = (moment: string | number | Date) =>
  typeof moment === 'string' ? moment : new Date(moment).toISOString()
