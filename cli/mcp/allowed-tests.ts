import { readFlags } from '../flags.ts'
import { toleranceGrammar } from '../tolerance/flags.ts'
import {
  causeText,
  checkSession,
  playSession,
  progressText,
  withTemporaryFolder,
} from '../tolerance/session.ts'
import type { AllowedTests } from './tolerance-tools.ts'

/** The flags of `mcp` that sessions use, too. */
type SessionFlags = {
  readonly profile: string
  readonly fixture: string
  readonly scenarios: string | undefined
  readonly results: string | undefined
}

/**
 * Lets the assistant run the test command of the user, and no other; `undefined` without a command.
 * `close` ends a session that runs, with all of its processes.
 */
export function allowTests(
  command: readonly string[],
  given: SessionFlags,
): (AllowedTests & { close(): Promise<void> }) | undefined {
  const { profile, fixture, scenarios, results } = given
  if (command.length === 0) return undefined
  const stop = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  return {
    command,
    play({ only, faults, minutes }, onProgress) {
      const session = async () => {
        const line = [
          '--profile',
          profile,
          '--fixture',
          fixture,
          '--budget',
          `${minutes}m`,
          ...(scenarios === undefined ? [] : ['--scenarios', scenarios]),
          ...(results === undefined ? [] : ['--results', results]),
          ...(faults ? ['--faults'] : []),
          // With `=`, so that a value of the assistant is never read as a flag.
          ...only.map((behaviour) => `--only=${behaviour}`),
          '--',
          ...command,
        ]
        const flags = readFlags(line, toleranceGrammar)
        if (flags === undefined) throw new TypeError('The flags of a session ask for help.')
        await checkSession(flags)
        return withTemporaryFolder((folder) =>
          playSession(flags, folder, {
            stop: stop.signal,
            onCause: (cause) => onProgress(causeText(cause)),
            onRun: (outcome) => onProgress(progressText(outcome)),
          }),
        )
      }
      const played = session()
      running = played.catch(() => undefined)
      return played
    },
    async close() {
      stop.abort()
      await running
    },
  }
}
