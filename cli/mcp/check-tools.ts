import { isError } from '../../contract/realm-safe.ts'
import * as z from 'zod/mini'
import type { ToleranceReport } from '../../contract/tolerance-report.ts'
import type { SystemClock } from '../../mocks/world/clock.ts'
import { toTerminal } from '../../testing/tolerance/summary.ts'
import { UsageError } from '../command-line.ts'
import { actingTool, readingTool, ToolError, worldArgument } from './tool.ts'
import type { ConformanceRun } from '../../contract/control/conformance.ts'
import type { Connection } from './connection.ts'

/** The settings of a session of `tolerance`. */
export type SessionSettings = {
  readonly only: readonly string[]
  readonly faults: boolean
  readonly minutes: number
}

/** The test command that the user allows the assistant to run. */
export type AllowedTests = {
  readonly command: readonly string[]
  /**
   * Plays a session. Throws `UsageError` for impossible settings. `onProgress` gets each line about
   * a run or a cause as soon as it is known.
   */
  play(settings: SessionSettings, onProgress: (line: string) => void): Promise<ToleranceReport>
}

/** Maximum milliseconds that a call waits for a run or session. Clients give up after a minute. */
const maxWaitMs = 40_000
const maxSessionMinutes = 60
/** The maximum number of progress lines in a result: the last ones. */
const shownLines = 15

/** The current or last session of `tolerance` of a connection. Only one can run at a time. */
type Session = {
  readonly lines: string[]
  readonly ended: Promise<void>
  result?: ToleranceReport | Error
}

/** Tools that run the tests of the user's client under behaviours that the specification allows. */
export function toleranceTools(tests: AllowedTests | undefined, clock: SystemClock) {
  let session: Session | undefined
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

  function begin({ play }: AllowedTests, order: SessionSettings): Session {
    const lines: string[] = []
    const begun: Session = {
      lines,
      ended: play(order, (line) => void lines.push(line)).then(
        (report) => void (begun.result = report),
        (error: unknown) => void (begun.result = isError(error) ? error : new Error(String(error))),
      ),
    }
    return begun
  }

  return {
    run_tolerance: actingTool({
      says: 'Runs the test command of the user while fakes play every behaviour that the specification leaves open, and returns which behaviours break which tests, with the first exchange that differs and what a tolerant client does. Only the command that the user allowed is run.',
      more: 'Call read_tolerance for the rest.',
      takes: {
        only: [
          z.optional(
            z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(50)),
          ),
          'plays only these behaviours, such as records.timestamps=naive, lists.* or fault:cut-*',
        ],
        faults: [z.optional(z.boolean()), 'also plays faults of the network'],
        minutes: [
          z.optional(z.int().check(z.gte(1), z.lte(maxSessionMinutes))),
          'ends the session after this time; 10 by default',
        ],
      },
      async run({ only = [], faults = false, minutes = 10 }) {
        if (tests === undefined)
          throw new ToolError(
            'No test command is allowed here. Ask the user to start `agent-understudy mcp -- npx playwright test`, with the command of the tests after `--`. This tool then runs that command, and no other.',
          )
        if (session !== undefined && session.result === undefined)
          throw new ToolError('A session is running: call `read_tolerance` for its progress.')
        session = begin(tests, { only, faults, minutes })
        await Promise.race([session.ended, wait(maxWaitMs)])
        return sessionText(session)
      },
    }),
    read_tolerance: readingTool({
      says: 'Returns the progress or the report of the last session of `run_tolerance`.',
      takes: {},
      run() {
        if (session === undefined)
          throw new ToolError('There is no session yet: call `run_tolerance`.')
        return sessionText(session)
      },
    }),
  }
}

function sessionText({ result, lines }: Session): string {
  if (result instanceof UsageError) throw new ToolError(result.message)
  if (isError(result)) throw result
  if (result !== undefined) return toTerminal(result)
  const hiddenCount = lines.length - shownLines
  return [
    'The session goes on: call `read_tolerance` for the report.',
    ...(hiddenCount > 0 ? [`${hiddenCount} earlier lines are not shown.`] : []),
    ...lines.slice(-shownLines),
  ].join('\n')
}

const pollInterval = 200

/** Tools that run the conformance suite against the fake and read the result. */
export function conformTools({ control }: Connection, clock: SystemClock) {
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  const lastRun = async (): Promise<ConformanceRun> => {
    const { run } = await control('GET conformance')
    if (run === null) throw new ToolError('There is no run yet: call `run_conform`.')
    return run
  }
  return {
    run_conform: actingTool({
      says: 'Runs the conformance suite against the fake, with the fixture and the choices of the world, and returns the failures. `smoke` only reads, `core` needs no turn.',
      more: 'Call read_conform for the rest.',
      takes: {
        plan: [z.enum(['smoke', 'core', 'turn']), 'the checks to run'],
        only: [
          z.optional(z.array(z.string())),
          'of these, the checks with these ids, such as `keys.*`',
        ],
        world: worldArgument,
      },
      async run({ plan, only, world: of }) {
        await control('POST conformance', { world: of, body: { plan, ...(only && { only }) } })
        const end = clock.now() + maxWaitMs
        let run = await lastRun()
        while (run.state !== 'over' && clock.now() < end) {
          await wait(pollInterval)
          run = await lastRun()
        }
        return runText(run)
      },
    }),
    read_conform: readingTool({
      says: 'Returns the state, the verdicts and the failures of the last run of the conformance suite.',
      takes: {},
      run: async () => runText(await lastRun()),
    }),
  }
}

function runText(run: ConformanceRun): string {
  const { plan, state, done, checks, verdicts, conclusion, failures } = run
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`)
  const head =
    state === 'over'
      ? (conclusion ?? 'The run is over.')
      : 'The run goes on: call `read_conform` for the result.'
  return [
    head,
    `Plan ${plan}: ${done} of ${checks} checks are decided. ${counts.join(', ')}.`,
    ...failures.map(({ id, verdict, clause, says, message, played }) =>
      [
        '',
        `${verdict}: ${id} (${clause}): ${says}`,
        `  ${message}`,
        ...played.map(({ choice, option }) => `  explained by the pick ${choice}: ${option}`),
      ].join('\n'),
    ),
  ].join('\n')
}
