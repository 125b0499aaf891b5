import { setTimeout as delay } from 'node:timers/promises'
import type { Fixture } from '../../../contract/fixture.ts'
import { readProfile } from '../../../contract/profile.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createFake } from '../../../mocks/fake.ts'
import { createVirtualClock } from '../virtual-clock.ts'
import type { Answer } from './oracle.ts'
import { readPatiently, within } from './read-patiently.ts'
import { requestTo, type Sent } from '../requests.ts'
import { startWatchdog } from './watchdog.ts'

/** The setup of a fake under test. */
export type Stage = {
  readonly fixture: Fixture
  readonly scenarios: readonly Scenario[]
  /** Picks over the defaults. */
  readonly picks?: object
}

/** Limits for waiting for a response, and for reading it. */
type Waiting = {
  /**
   * Iterations of the event loop after which a response may stay missing, because of a fault or a
   * frozen clock. By default a missing response is a problem.
   */
  readonly turns?: number
  /** The number of times that a silent stream is read again before the reader disconnects. */
  readonly patience?: number
  /** Whether a fault may break the body. */
  readonly mayBreak?: boolean
}

/** Milliseconds for a response in virtual time; enough to load modules on a busy machine. */
const deadlineMs = 60_000

const watchdog = startWatchdog()

async function inTime<Result>(response: Promise<Result>): Promise<Result | undefined> {
  const decided = new AbortController()
  const { signal } = decided
  const late = delay(deadlineMs, undefined, { signal }).catch(() => undefined)
  return Promise.race([response, late]).finally(() => decided.abort())
}

/** Starts a fake in virtual time; `problems` has its crashes, and calls without a response. */
export function openFuzzed({ fixture, scenarios, picks = {} }: Stage) {
  const problems: string[] = []
  let doing = ''
  const fake = createFake({
    fixture,
    scenarios,
    fixtures: { demo: async () => fixture },
    systemClock: createVirtualClock(),
    profile: readProfile({ picks }),
    onCrash: (error) =>
      problems.push(`${doing}: ${error instanceof Error ? error.stack : String(error)}`),
  })
  return {
    fake,
    problems,
    key: fake.world().keyring.valueOf(fixture.showcase.keys['full'] ?? ''),
    /** Sends a request and reads its response; `undefined` without one. */
    async send(
      operation: string,
      bearer: string | undefined,
      sent: Sent = {},
      { turns, patience = 40, mayBreak = false }: Waiting = {},
    ): Promise<Answer | undefined> {
      doing = `${operation} ${sent.text ?? JSON.stringify(sent.body) ?? ''}`.slice(0, 3000)
      watchdog.look(doing)
      const leaving = new AbortController()
      const request = requestTo(base, operation, { ...sent, signal: leaving.signal }, bearer)
      const pending = fake.fetch(request).catch(() => undefined)
      const response = await (turns === undefined ? inTime(pending) : within(pending, turns))
      if (response === undefined) {
        leaving.abort()
        watchdog.look()
        if (turns === undefined) problems.push(`${doing} → no response`)
        return undefined
      }
      const text = await readPatiently(response, leaving, patience).catch((error: unknown) => {
        if (!mayBreak) problems.push(`${doing} → a broken body: ${String(error)}`)
        return ''
      })
      watchdog.look()
      return { response, text }
    },
    close() {
      watchdog.look()
      fake.close()
    },
  }
}

const base = 'http://platform.test'
