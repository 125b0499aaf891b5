import { type ScriptEvent, type ScriptEvents, estimateTokens } from './timed-events.ts'
import { runnerPausesOf, roundSeconds, waitAndReadSeconds } from './react-runner.ts'
import { ScriptRunner } from './script-runner.ts'
import type { Script } from './playable-turn.ts'
import type { RunContext } from './run-context.ts'

/** The contents of the events after `done`. They are known before the turn starts. */
export type TurnEnding = {
  readonly suggestions: readonly string[] | undefined
  readonly title: string | undefined
  readonly titleFirst: boolean
  /** Whether a `post_processing` event comes before the suggestions. */
  readonly postProcessing?: boolean
}

/** Yields all events of a turn in the order of their times, from the first event to `end`. */
export function* runScript(
  script: Script,
  context: RunContext,
  query: string,
  ending: TurnEnding,
): ScriptEvents {
  const runner = new ScriptRunner(script, context)
  if (context.mode === 'react') runner.time = yield* runner.react.startIteration(runner.time)
  yield* runner.run()
  if (runner.hasFailed) {
    yield { at: runner.time, event: { event: 'end', data: {} } }
    return
  }
  if (!runner.isDone) {
    const elapsed = yield* waitAndReadSeconds(context, runner.time)
    yield doneEvent(runner, context, elapsed, computeUsage(script, query, runner, context))
  }
  yield* endingEvents(runner.time, ending, script.closing ?? runnerPausesOf(context).closing)
}

function doneEvent(
  { time: at, answer, round, verdict, react }: ScriptRunner,
  context: RunContext,
  elapsed: number,
  usage: ReturnType<typeof computeUsage>,
): ScriptEvent {
  const figures = { answer, elapsed, ...usage }
  const data =
    context.mode === 'react'
      ? {
          ...figures,
          iterations: react.iterations,
          iter_elapsed: roundSeconds(elapsed - react.iterationStartedAt),
        }
      : { ...figures, achieved: verdict.achieved, confidence: verdict.confidence, rounds: round }
  return { at, event: { event: 'done', data } }
}

function* endingEvents(from: number, ending: TurnEnding, pause: number): ScriptEvents {
  const { suggestions, title, titleFirst, postProcessing = false } = ending
  if (postProcessing && suggestions !== undefined)
    yield { at: from, event: { event: 'post_processing', data: {} } }
  const titled: ScriptEvent[] =
    title === undefined ? [] : [{ at: from + pause, event: { event: 'title', data: { title } } }]
  const suggested: ScriptEvent[] =
    suggestions === undefined
      ? []
      : [{ at: from + pause, event: { event: 'suggestions', data: [...suggestions] } }]
  yield* titleFirst ? [...titled, ...suggested] : [...suggested, ...titled]
  yield { at: from + pause, event: { event: 'end', data: {} } }
}

/**
 * The token usage of the turn: from the script, else estimated from the texts. The tokens of the
 * earlier turns are added, because a model reads these turns again.
 */
function computeUsage(
  { usage }: Script,
  query: string,
  { answer, toolTokens }: ScriptRunner,
  { historyTokens }: RunContext,
) {
  const ofTurn = usage?.prompt_tokens ?? 420 + estimateTokens(query) + toolTokens
  const prompt_tokens = ofTurn + historyTokens
  const completion_tokens = usage?.completion_tokens ?? estimateTokens(answer)
  const total_tokens = prompt_tokens + completion_tokens
  return {
    tokens: total_tokens,
    usage: { prompt_tokens, completion_tokens, total_tokens },
    cache: {
      read_tokens: usage?.cache_read_tokens ?? Math.floor(prompt_tokens / 2),
      creation_tokens: 0,
    },
  }
}
