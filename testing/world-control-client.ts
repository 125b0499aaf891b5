import type { Duration } from '../contract/duration.ts'
import type { ActiveChoice } from '../mocks/control/choices.ts'
import type { WorldTime } from '../mocks/control/clock.ts'
import type { DirectorState } from '../mocks/control/director.ts'
import type { listFaults } from '../mocks/control/faults.ts'
import type { ScenarioSummary } from '../mocks/control/scenarios.ts'
import type { WorldControl } from '../mocks/control/world-control.ts'
import type { JournalLine } from '../mocks/server/request-log/journal-record.ts'
import { callControl, type FakeConnection } from './control-client.ts'

type Async<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : never
}

/** The time of a world. Durations are milliseconds or such as `2h`. */
export type ClockControlClient = Async<Omit<WorldControl['clock'], 'step'>> & {
  /** Moves time to the next moment at which something falls due. */
  step(): Promise<WorldTime>
  /** So many seconds of the world to one of the machine. */
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
 * What steers a world wherever its fake is: the words of `fake.control()`, each with a promise. They
 * reject with a `ControlError`.
 */
export type WorldControlClient = Async<Pick<WorldControl, ControlMethod | 'delete'>> & {
  readonly [Room in ControlGroup]: Async<WorldControl[Room]>
} & {
  readonly name: string
  readonly clock: ClockControlClient
  /** Makes a second world that is what this one is now, and gives its name. */
  fork(name?: string): Promise<string>
}

/** Steers a world over the control API of its fake. */
export function createWorldControlClient(reach: FakeConnection, name: string): WorldControlClient {
  const ask = <Answer>(operation: string, body?: unknown) =>
    callControl<Answer>(reach, name, operation, body)
  const move = (body: object) => ask<WorldTime>('POST clock', body)
  const order = (body: object) => ask<DirectorState>('POST director', body)
  const outlines = async (operation: string, body?: unknown) =>
    (await ask<{ scenarios: ScenarioSummary[] }>(operation, body)).scenarios
  return {
    name,
    clock: {
      now: async () => Date.parse((await ask<WorldTime>('GET clock')).now),
      iso: async () => (await ask<WorldTime>('GET clock')).now,
      advance: (duration: Duration) => move({ advance: duration }),
      freeze: (moment) => move({ freeze: moment === undefined ? true : toIso(moment) }),
      resume: ({ scale = 1 } = {}) => move({ scale }),
      scale: (factor) => move({ scale: factor }),
      step: () => move({ advance: 'next' }),
    },
    scenarios: {
      list: () => outlines('GET scenarios'),
      add: (given) => outlines('POST scenarios', given),
      remove: (one) => ask(`DELETE scenarios${one === undefined ? '' : pathOf(one)}`),
    },
    records: {
      list: (kind, filter = {}) => ask(`GET records${pathOf(kind)}${queryOf(filter)}`),
      read: (kind, id) => ask(`GET records${pathOf(kind, id)}`),
      add: (kind, record) => ask(`POST records${pathOf(kind)}`, record),
      change: (kind, id, fields) => ask(`PATCH records${pathOf(kind, id)}`, fields),
      remove: (kind, id) => ask(`DELETE records${pathOf(kind, id)}`),
    },
    faults: {
      add: async (given) => (await ask<{ ids: string[] }>('POST faults', given)).ids,
      list: async () => (await ask<{ faults: ReturnType<typeof listFaults> }>('GET faults')).faults,
      remove: (id) => ask(`DELETE faults${pathOf(id)}`),
      clear: () => ask('DELETE faults'),
    },
    journal: {
      list: async (filter = {}) =>
        (await ask<{ entries: JournalLine[] }>(`GET journal${queryOf(filter)}`)).entries,
      read: (number) => ask(`GET journal${pathOf(String(number))}`),
      clear: () => ask('DELETE journal'),
    },
    director: {
      state: () => ask('GET director'),
      next: (scenario) => order({ next: scenario }),
      say: (text) => order({ say: text }),
      pause: () => order({ pause: true }),
      resume: () => order({ resume: true }),
      step: () => order({ step: true }),
      skip: () => order({ skip: true }),
      speed: (speed) => order({ speed }),
    },
    coverage: () => ask('GET coverage'),
    about: () => ask(`GET worlds${pathOf(name)}`),
    choices: async () => (await ask<{ choices: ActiveChoice[] }>('GET choices')).choices,
    play: (profile) => ask('PUT choices', typeof profile === 'string' ? { profile } : profile),
    pick: (picks) => ask('PATCH choices', { picks }),
    reset: () => ask('POST reset'),
    snapshot: () => ask('GET snapshot'),
    restore: (snapshot) => ask('PUT snapshot', snapshot),
    fork: async (other) =>
      (await ask<{ name: string }>(`POST worlds${pathOf(name)}/fork`, { name: other })).name,
    delete: () => ask(`DELETE worlds${pathOf(name)}`),
  }
}

const pathOf = (...parts: readonly string[]) =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('')

function queryOf(filter: object): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const pairs = given.map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

const toIso = (moment: string | number | Date) =>
  typeof moment === 'string' ? moment : new Date(moment).toISOString()
