import { readFileSync } from 'node:fs'
import type { Fixture } from '../../contract/fixture.ts'
import { readProfile } from '../../contract/profile.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { FakeOptions } from '../../mocks/fake-options.ts'
import { systemClock } from '../../mocks/world/clock.ts'
import { moveToPresent } from '../../mocks/world/dates.ts'
import type { Question } from '../../mocks/sweep/run-turn.ts'
import type { SweepOptions } from '../../mocks/sweep/sweep.ts'

const readGenerated = <T>(file: string) =>
  JSON.parse(readFileSync(`generated/${file}`, 'utf8')) as T

const fixture = moveToPresent(readGenerated<Fixture>('fixtures/demo.json'), systemClock.now())
const scenarios = readGenerated<Scenario[]>('scenarios.json')
const deployed = readProfile(readGenerated('profiles/deployed-0.8.json'))

/** The options of a fake for a sweep: the shipped fixture and scenarios. */
export const shipped = { fixture, scenarios }
/** A fake of a known deployment, whose live events have no cursors. */
export const shippedDeployed = { ...shipped, profile: deployed }

/** A turn of a shipped scenario, with that scenario alone matching any query. */
export type ShippedTurn = {
  readonly scenario: string
  readonly question: Question
  readonly scenarios: readonly Scenario[]
  /** Whether the turn has so many events that cutting it everywhere would take hours. */
  readonly isLong: boolean
}

/** Every turn of the shipped scenarios on every endpoint, except those that are broken on purpose. */
export const shippedTurns: readonly ShippedTurn[] = scenarios
  .filter(({ fault, violate }) => fault === undefined && violate === undefined)
  .flatMap((scenario) =>
    [scenario.match.endpoint].flat().map((mode) => ({
      scenario: scenario.name,
      question: { q: 'What about it?', mode },
      scenarios: [{ ...scenario, match: { endpoint: mode } }],
      isLong: JSON.stringify(scenario.script).length > 12_000,
    })),
  )

type Way = Omit<SweepOptions, 'question' | 'client' | 'fake'> & { readonly fake: FakeOptions }

/** The deployment stores neither the thinking of plan steps nor the routing. */
const isLiveOnly = (event: unknown): boolean =>
  /"event":"(thinking_delta|routing)"/.test(JSON.stringify(event))

/** The ways to cut a shipped turn for which a resume has no gaps and no duplicates. */
export const waysToSweep: Readonly<Record<string, Way>> = {
  'while it runs': { fake: shipped },
  'when it has ended': { fake: shipped, turn: 'ended' },
  'while it runs, and its resume again': { fake: shipped, twice: true, sample: 300 },
  // The deployment cancels a turn whose reader disconnects, and stores nothing of it: a running
  // turn is lost with its stream. A finished turn is replayed from its start.
  'when it has ended, in the field': { fake: shippedDeployed, turn: 'ended', isLiveOnly },
  'when it has ended, in the field, and its resume again': {
    fake: shippedDeployed,
    turn: 'ended',
    isLiveOnly,
    twice: true,
    sample: 300,
  },
}
