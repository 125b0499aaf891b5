import { readFileSync } from 'node:fs'
import type { Fixture } from '../contract/fixture.ts'
import { readProfile } from '../contract/profile.ts'
import type { Scenario } from '../contract/scenario.ts'
import { createFake } from '../mocks/fake.ts'
import { systemWall } from '../mocks/state/clock.ts'
import { moveToPresent } from '../mocks/state/dates.ts'
import type { Question } from '../mocks/sweep/prepare-turn.ts'
import type { SweepOptions } from '../mocks/sweep/sweep.ts'
import { chooseScript } from '../mocks/turns/choose-script.ts'

const readGenerated = <T>(file: string) =>
  JSON.parse(readFileSync(`generated/${file}`, 'utf8')) as T

const fixture = moveToPresent(readGenerated<Fixture>('fixtures/demo.json'), systemWall.now())
const scenarios = readGenerated<Scenario[]>('scenarios.json')
const deployed = readProfile(readGenerated('profiles/deployed-0.8.json'))

/** The options of a fake that is swept: the shipped fixture and scenarios. */
export const shipped = { fixture, scenarios }
/** A fake as a deployment in the field: its live events carry no cursor. */
export const shippedDeployed = { ...shipped, profile: deployed }

/** Every turn that a shipped scenario tells, wherever it tells it. */
export const shippedTurns: readonly (Question & { readonly scenario: string })[] =
  scenarios.flatMap((scenario) =>
    [scenario.match.endpoint].flat().map((mode) => turnOf(scenario, mode)),
  )

function turnOf({ name, match }: Scenario, mode: 'react' | 'dag') {
  const q = [match.query].flat().find((part) => !part.startsWith('/')) ?? ''
  const agent = createFake(shipped)
    .world()
    .store.agents.values()
    .find((one) => one.name === match.agent)
  if (chooseScript(scenarios, { mode, query: q, agent })?.name !== name)
    throw new Error(`“${q}” is answered by another scenario than ${name}.`)
  return { scenario: name, q, mode, ...(agent && { agent_id: agent.id }) }
}

/** The ways to sweep a shipped turn behind which it can be resumed without gap and duplicate. */
export const waysToSweep: Readonly<Record<string, Omit<SweepOptions, 'question' | 'client'>>> = {
  'while it runs': { fake: shipped },
  'when it has ended': { fake: shipped, turn: 'ended' },
  'while it runs, and its resume again': { fake: shipped, twice: true, sample: 300 },
  // It cancels a turn whose reader leaves, and stores none of it: what still runs is lost with its
  // stream. A turn that had ended is replayed from its start.
  'when it has ended, in the field': { fake: shippedDeployed, turn: 'ended' },
  'when it has ended, in the field, and its resume again': {
    fake: shippedDeployed,
    turn: 'ended',
    twice: true,
    sample: 300,
  },
}
