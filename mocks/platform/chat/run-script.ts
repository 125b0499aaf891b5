import { type ScriptEvent, type ScriptEvents, estimateTokens } from './timed-events.ts'
import { type Script, ScriptRunner } from './script-runner.ts'
import type { RunContext } from './run-context.ts'

/** What ends a turn besides `done`: known before it begins. */
export type TurnEnding = {
  readonly suggestions: readonly string[] | undefined
  readonly title: string | undefined
  readonly titleFirst: boolean
  /** Whether an event says that what comes after `done` takes a moment. */
  readonly postProcessing?: boolean
}

/** Tells a script as beats in the order of their time, from the first event to `end`. */
export function* runScript(
  script: Script,
  telling: RunContext,
  query: string,
  ending: TurnEnding,
): ScriptEvents {
  const teller = new ScriptRunner(script, telling)
  const { react: loop } = teller
  if (telling.mode === 'react') teller.time = yield* loop.startIteration(teller.time)
  if (telling.tools !== undefined) yield toolSelectionEvent(teller.time, telling.tools)
  yield* teller.run()
  if (!teller.isDone) yield doneEvent(teller, telling, computeUsage(script, query, teller))
  yield* endingEvents(teller.time, ending)
}

function doneEvent(
  { time: at, answer, round, verdict, react: loop }: ScriptRunner,
  telling: RunContext,
  usage: ReturnType<typeof computeUsage>,
): ScriptEvent {
  const figures = { answer, elapsed: telling.seconds(at), ...usage }
  const data =
    telling.mode === 'react'
      ? {
          ...figures,
          iterations: loop.iterations,
          iter_elapsed: telling.seconds(at - loop.iterationStartedAt),
        }
      : { ...figures, achieved: verdict.achieved, confidence: verdict.confidence, rounds: round }
  return { at, event: { event: 'done', data } }
}

function toolSelectionEvent(at: number, total_tools: number): ScriptEvent {
  const data = { name: 'selecting_tools', status: 'done', round: 1, total_tools } as const
  return { at, event: { event: 'phase', data } }
}

function* endingEvents(from: number, ending: TurnEnding): ScriptEvents {
  const { suggestions, title, titleFirst, postProcessing = false } = ending
  if (postProcessing && suggestions !== undefined)
    yield { at: from, event: { event: 'post_processing', data: {} } }
  const titled: ScriptEvent[] =
    title === undefined ? [] : [{ at: from + 150, event: { event: 'title', data: { title } } }]
  const suggested: ScriptEvent[] =
    suggestions === undefined
      ? []
      : [{ at: from + 150, event: { event: 'suggestions', data: [...suggestions] } }]
  yield* titleFirst ? [...titled, ...suggested] : [...suggested, ...titled]
  yield { at: from + 150, event: { event: 'end', data: {} } }
}

/** What the turn would have cost, from its texts unless the script says so. */
function computeUsage(
  { usage }: Script,
  query: string,
  { answer, toolTokens: read }: ScriptRunner,
) {
  const prompt_tokens = usage?.prompt_tokens ?? 420 + estimateTokens(query) + read
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
