import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { createFake } from '../../mocks/fake.ts'
import { createVirtualWall } from '../virtual-wall.ts'
import { readPatiently, within } from './read-patiently.ts'
import { startWatchdog } from './watchdog.ts'

type Stage = { readonly fixture: Fixture; readonly scenarios: readonly Scenario[] }

/** A call, of the control API where its path does not begin with a slash. */
export type DocumentCall = {
  /** `{made}` stands for the id that the answer before told last. */
  readonly operation: string
  readonly body?: unknown
  /** Whether the calls that follow make no sense where this one is refused. */
  readonly opens?: true
  /** Whether a fault may keep it without an answer. */
  readonly mayWait?: true
}

/** Milliseconds until there is an answer where time costs nothing; what is first used is loaded in it. */
const deadlineMs = 20_000
/** Seconds of CPU of one call, however it was asked: a hundred times what the dearest takes. */
const mostCpu = 10
/** Characters of an answer. */
const longestAnswer = 8_000_000

const watchdog = startWatchdog()

async function inTime<Result>(answered: Promise<Result>): Promise<Result | undefined> {
  const until = performance.now() + deadlineMs
  while (performance.now() < until) {
    const result = await within(answered, 100)
    if (result !== undefined) return result
  }
  return undefined
}

/** Sends documents to a fresh fake and calls what they change; gives all that no call may do. */
export async function playDocuments(
  stage: Stage,
  calls: readonly DocumentCall[],
): Promise<string[]> {
  const problems: string[] = []
  let doing = ''
  const fake = createFake({
    ...stage,
    systemClock: createVirtualWall(),
    onCrash: (error) =>
      problems.push(`${doing}: ${error instanceof Error ? error.stack : String(error)}`),
  })
  const key = fake.world().keyring.valueOf(stage.fixture.showcase.keys['full'] ?? '')
  let made = 'none'

  const send = async ({ operation, body, mayWait }: DocumentCall) => {
    const [method = '', path = ''] = operation.replace('{made}', made).split(' ')
    const steers = !path.startsWith('/')
    const leaving = new AbortController()
    doing = `${operation} ${JSON.stringify(body) ?? ''}`.slice(0, 3000)
    watchdog.look(doing)
    const before = process.cpuUsage()
    const answered = fake
      .fetch(
        new Request(`http://127.0.0.1${steers ? `/__control/${path}` : path}`, {
          method,
          signal: leaving.signal,
          headers: {
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(!steers && { authorization: `Bearer ${key}` }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      )
      .catch(() => undefined)
    const response = await (mayWait ? within(answered, 300) : inTime(answered))
    if (response === undefined) {
      leaving.abort()
      watchdog.look()
      if (!mayWait) problems.push(`${doing} → no answer`)
      return 0
    }
    const text = await readPatiently(response, leaving, 40).catch(() => '')
    watchdog.look()
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1e6 > mostCpu) problems.push(`${doing} → over ${mostCpu} s of CPU`)
    if (text.length > longestAnswer) problems.push(`${doing} → ${text.length} characters`)
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
