import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scenario.ts'
import type { Behaviours } from '../behaviour/compile.ts'
import { type Clock, createClock, type Wall } from './clock.ts'
import type { Approvals } from './approvals.ts'
import { Cursors } from './cursors.ts'
import { Keyring } from './keyring.ts'
import { createRandom, type Random } from './random.ts'
import { RunCounts } from './run-counts.ts'
import { RunningTurns } from './running-turns.ts'
import type { RunningRun } from './running-run.ts'
import { SearchIndex } from './search-index.ts'
import { Sessions } from './sessions.ts'
import { createStore, type Grounds, type Store } from './store.ts'
import { TokenCounts } from './token-counts.ts'
import { Usage } from './usage.ts'

/** What a world is made from; several can share all of it. */
export type WorldPlan = {
  readonly fixture: Fixture
  readonly grounds: Grounds
  readonly scenarios: readonly Scenario[]
  /** How the deployment answers: one compiled profile for all worlds that play it. */
  readonly behaviour: Behaviours
  readonly seed: string
  /** What tokens and keys are derived from; the seed itself where nothing needs to be secret. */
  readonly secret: string
  /** Divides the pauses between the beats of streams; `Infinity` leaves none. */
  readonly speed: number
  readonly wall: Wall
  /** Told of what fails while nobody waits for an answer. */
  readonly onCrash?: ((error: unknown) => void) | undefined
}

/** Everything that exists for one isolated tenant. */
export type World = {
  readonly name: string
  readonly seed: string
  readonly clock: Clock
  readonly wall: Wall
  readonly random: Random
  readonly store: Store
  readonly jwtSecret: Uint8Array
  readonly keyring: Keyring
  readonly sessions: Sessions
  readonly usage: Usage
  readonly tokens: TokenCounts
  readonly cursors: Cursors
  readonly running: RunningTurns
  /** The workflow runs that are pending or running, by id. */
  readonly runs: Map<string, RunningRun>
  readonly runCounts: RunCounts
  readonly approvals: Approvals
  readonly search: SearchIndex
  readonly scenarios: readonly Scenario[]
  readonly routing: Fixture['routing']
  readonly tools: Fixture['tools']
  readonly speed: number
  readonly behaviour: Behaviours
}

export function createWorld(name: string, plan: WorldPlan): World {
  const store = createStore(plan.grounds)
  const secretOf = (purpose: string) => sha256(utf8ToBytes(`${plan.secret}\n${name}\n${purpose}`))
  const keyring = new Keyring(secretOf('keys'), name)
  for (const { id } of plan.fixture.api_keys) keyring.valueOf(id)
  return {
    name,
    seed: plan.seed,
    clock: createClock(plan.wall, plan.onCrash),
    wall: plan.wall,
    random: createRandom(`${plan.seed}\n${name}`),
    store,
    jwtSecret: secretOf('tokens'),
    keyring,
    sessions: new Sessions(),
    usage: new Usage(),
    tokens: new TokenCounts(store),
    cursors: new Cursors(store),
    running: new RunningTurns(),
    runs: new Map(),
    runCounts: new RunCounts(),
    approvals: new Map(),
    search: new SearchIndex(store),
    scenarios: plan.scenarios,
    routing: plan.fixture.routing,
    tools: plan.fixture.tools,
    speed: plan.speed,
    behaviour: plan.behaviour,
  }
}
