import * as z from 'zod/mini'
import type { ConformanceRun } from '../../contract/control/conformance.ts'
import type { SystemClock } from '../../mocks/world/clock.ts'
import type { Connection } from './connection.ts'
import { actingTool, readingTool, ToolError, world } from './tool.ts'

/** Milliseconds that a call waits for the end of a run. Clients give up after a minute. */
const longestWait = 40_000
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
        world,
      },
      async run({ plan, only, world: of }) {
        await control('POST conformance', { world: of, body: { plan, ...(only && { only }) } })
        const end = clock.now() + longestWait
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
