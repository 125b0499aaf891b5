import type { RunOutcome } from './execute.ts'
import { endText, failuresOf } from './causes.ts'
import { type Player, SessionStop } from './player.ts'
import { commandTest, type UnstableTest } from '../contract/tolerance-report.ts'

/** The tests under the profile alone. */
export type Baseline = {
  /** The ids of the tests that pass each time, with the whole command. */
  readonly stable: Set<string>
  readonly setAside: UnstableTest[]
  /** The text by which the runner selects a test. */
  readonly selectors: ReadonlyMap<string, string>
  readonly runs: readonly RunOutcome[]
}

/**
 * Runs the command twice under the profile. Throws a `SessionStop` if it does not pass, or if no
 * request reached a fake.
 */
export async function runBaseline(player: Player): Promise<Baseline> {
  const first = await player.play('baseline', [])
  requireRunning(first)
  requireCalls(first)
  const second = await player.play('baseline', [])
  requireRunning(second)
  const runs = [first, second]
  const all = new Set([...first.results.keys(), ...second.results.keys(), commandTest])
  const failures = runs.map(
    (run) => new Map(failuresOf(run, all).map(({ test, message }) => [test, message])),
  )
  const broken = [...all].filter((test) => failures.every((failed) => failed.has(test)))
  if (broken.length > 0)
    throw new SessionStop({ code: 3, reason: brokenText(player.profile.name, broken, failures[0]) })
  const changing = [...all].filter(
    (test) =>
      failures.some((failed) => failed.has(test)) ||
      runs.some(({ results }) => results.get(test)?.status === 'flaky'),
  )
  const isSkipped = (test: string) => first.results.get(test)?.status === 'skipped'
  const stable = new Set([...all].filter((test) => !changing.includes(test) && !isSkipped(test)))
  if (stable.size === 0 || (changing.includes(commandTest) && first.results.size === 0))
    throw new SessionStop({
      code: 3,
      reason: `The command passes only sometimes under the profile \`${player.profile.name}\`. Make it reliable first: ${endText(first)}, then ${endText(second)}.`,
    })
  const selectors = [...first.results].map(([id, { selector }]) => [id, selector ?? ''] as const)
  return {
    stable,
    setAside: changing.map((test) => ({
      test,
      reason: 'its result changed between two runs of the baseline',
    })),
    selectors: new Map(selectors.filter(([, selector]) => selector !== '')),
    runs,
  }
}

function requireRunning({ end }: RunOutcome): void {
  if (!end.hasStarted)
    throw new SessionStop({ code: 3, reason: `The command did not start: ${end.problem}.` })
  if (end.isTimeout)
    throw new SessionStop({
      code: 3,
      reason: `The command was killed, because ${end.problem}. Use a command that ends by itself, such as \`vitest run\`, or a longer --timeout.${tailText(end.tail)}`,
    })
}

function requireCalls({ coverage, end }: RunOutcome): void {
  if (coverage.calls > 0) return
  if (end.code !== 0)
    throw new SessionStop({
      code: 3,
      reason: `The command failed before it sent a request: ${endText({ end })}.${tailText(end.tail)}`,
    })
  throw new SessionStop({
    code: 4,
    reason: `No request of the tests reached the fake. Point the client at the address in the environment variable UNDERSTUDY_URL, or write {url} in the command; in process, create the fake by \`useFake\` of agent-understudy/vitest or by the fixture of agent-understudy/playwright. A development server that runs already does not know the address: stop it.`,
  })
}

const maxNamed = 5

function brokenText(
  profile: string,
  broken: readonly string[],
  messages: ReadonlyMap<string, string> | undefined,
): string {
  const named = broken
    .slice(0, maxNamed)
    .map((test) => `\n  ${test}: ${messages?.get(test)?.split('\n').slice(0, 8).join('\n    ')}`)
  const more = broken.length > maxNamed ? `\n  and ${broken.length - maxNamed} more` : ''
  return `The tests must pass under the profile \`${profile}\` first. These fail:${named.join('')}${more}`
}

const tailText = (tail: string): string =>
  tail.trim() === '' ? ' It printed nothing.' : ` It printed:\n${tail.trim().slice(-1000)}`
