import { setTimeout as delay } from 'node:timers/promises'
import type { Fixture } from '../../../contract/fixture.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createFake } from '../../../mocks/fake.ts'
import { createVirtualClock } from '../../support/virtual-clock.ts'
import { readPatiently, within } from './read-patiently.ts'
import { startWatchdog } from './watchdog.ts'

type Stage = { readonly fixture: Fixture; readonly scenarios: readonly Scenario[] }

/** A call of the platform, or of the control API if its path has no leading slash. */
export type DocumentCall = {
  /** `{made}` is replaced by the last id in the previous response. */
  readonly operation: string
  readonly body?: unknown
  /** Whether the remaining calls are skipped if this one is refused. */
  readonly opens?: true
  /** Whether a fault may prevent a response. */
  readonly mayWait?: true
}

/** Milliseconds for a response in virtual time; enough to load modules on a busy machine. */
const deadlineMs = 60_000
/** Characters of a response. */
const longestResponse = 8_000_000

const watchdog = startWatchdog()

async function inTime<Result>(response: Promise<Result>): Promise<Result | undefined> {
  const decided = new AbortController()
  const { signal } = decided
  const late = delay(deadlineMs, undefined, { signal }).catch(() => undefined)
  return Promise.race([response, late]).finally(() => decided.abort())
}

/** Sends documents to a new fake, then the calls that they affect. Returns crashes and exceeded limits. */
export async function playDocuments(
  stage: Stage,
  calls: readonly DocumentCall[],
): Promise<string[]> {
  const problems: string[] = []
  let doing = ''
  const fake = createFake({
    ...stage,
    systemClock: createVirtualClock(),
    onCrash: (error) =>
      problems.push(`${doing}: ${error instanceof Error ? error.stack : String(error)}`),
  })
  const key = fake.world().keyring.valueOf(stage.fixture.showcase.keys['full'] ?? '')
  let made = 'none'

  const send = async ({ operation, body, mayWait }: DocumentCall) => {
    const [method = '', path = ''] = operation.replace('{made}', made).split(' ')
    const isControl = !path.startsWith('/')
    const leaving = new AbortController()
    doing = `${operation} ${JSON.stringify(body) ?? ''}`.slice(0, 3000)
    watchdog.look(doing)
    const pending = fake
      .fetch(
        new Request(`http://127.0.0.1${isControl ? `/__control/${path}` : path}`, {
          method,
          signal: leaving.signal,
          headers: {
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(!isControl && { authorization: `Bearer ${key}` }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      )
      .catch(() => undefined)
    const response = await (mayWait ? within(pending, 300) : inTime(pending))
    if (response === undefined) {
      leaving.abort()
      watchdog.look()
      if (!mayWait) problems.push(`${doing} → no response`)
      return 0
    }
    const text = await readPatiently(response, leaving, 40).catch(() => '')
    watchdog.look()
    if (text.length > longestResponse) problems.push(`${doing} → ${text.length} characters`)
    if (response.status === 500) problems.push(`${doing} → 500 ${text.slice(0, 300)}`)
    made = /"(?:run_id|id)":"([^"]+)"/.exec(text)?.[1] ?? made
    return response.status
  }

  try {
    for (const call of calls) {
      const status = await send(call)
      if (call.opens && status >= 300) break
    }
  } finally {
    watchdog.look()
    fake.close()
  }
  return problems
}
