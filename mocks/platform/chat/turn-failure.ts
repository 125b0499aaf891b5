import type { FailLine } from '../../../contract/scripts/lines.ts'
import { secondsAt } from './react-runner.ts'
import type { RunContext } from './run-context.ts'
import type { ScriptEvents } from './timed-events.ts'

/** The last event before `end` of a turn that fails. */
export function* failTurn(
  context: RunContext,
  at: number,
  { error, message }: FailLine,
): ScriptEvents {
  if (!context.failsWithDone) {
    yield { at, event: { event: 'error', data: { error, message } } }
    return
  }
  const elapsed = yield* secondsAt(context, at)
  const text = `${error}: ${message}`
  const payload =
    context.mode === 'react'
      ? { answer: `Agent error: ${text}`, iterations: 0, elapsed }
      : { answer: `Pipeline error: ${text}`, achieved: false, confidence: 0, elapsed }
  // Not a canonical `done`, which has an answer of the model and its usage.
  yield { at, event: { event: 'violation', data: { name: 'done', payload } } }
}
