import type { EventData } from '../../contract/events.ts'
import type { Scenario, ScriptLine } from '../../contract/scenario.ts'
import { type Beat, inDeltas, type Telling, tokensIn } from './beats.ts'
import { LoopTeller } from './tell-loop.ts'
import { tellPlan } from './tell-plan.ts'

const defaultPace = { words: 3, every: 22 }

/** What ends a turn besides `done`: known before it begins. */
export type Ending = {
  readonly suggestions: readonly string[] | undefined
  readonly title: string | undefined
  readonly titleFirst: boolean
  /** Whether an event says that what comes after `done` takes a moment. */
  readonly postProcessing?: boolean
}

/** Tells a script as beats in the order of their time, from the first event to `end`. */
export function* tell(
  script: Pick<Scenario, 'script' | 'pace' | 'usage'>,
  telling: Telling,
  query: string,
  ending: Ending,
): Generator<Beat> {
  const loop = new LoopTeller(telling)
  const pace = script.pace ?? defaultPace
  let at = 0
  let answer = ''
  let round = 1
  let verdict = { achieved: true, confidence: 1 }
  let compaction: EventData<'compact'> | undefined
  if (telling.mode === 'react') at = yield* loop.begin(at)
  if (telling.tools !== undefined) {
    const selection = { name: 'selecting_tools', status: 'done', round, total_tools: telling.tools }
    yield { at, event: { event: 'phase', data: selection as EventData<'phase'> } }
  }
  for (const line of script.script) {
    if ('pause' in line) at += line.pause
    else if ('think' in line) at = yield* loop.think(at, telling.fill(line.think))
    else if ('call' in line) at = yield* loop.call(at, [line.call])
    else if ('calls' in line) at = yield* loop.call(at, line.calls)
    else if ('compact' in line) compaction = line.compact
    else if ('plan' in line) {
      at = yield* tellPlan(telling, at, line.plan, round)
      verdict = line.plan
    } else if ('replan' in line) {
      round++
      const data = { name: 'replanning', status: 'start', round, reason: line.replan } as const
      yield { at, event: { event: 'phase', data } }
    } else {
      at = yield* loop.decide(at)
      const text = telling.fill(line.answer)
      at = yield* tellAnswer(at, text, pace, telling, compaction)
      compaction = undefined
      answer += text
    }
  }
  at = yield* loop.decide(at)
  const figures = {
    answer,
    elapsed: telling.seconds(at),
    ...usageOf(script, query, answer),
  }
  const done =
    telling.mode === 'react'
      ? {
          ...figures,
          iterations: loop.iterations,
          iter_elapsed: telling.seconds(at - loop.iterationBegan),
        }
      : { ...figures, achieved: verdict.achieved, confidence: verdict.confidence, rounds: round }
  yield { at, event: { event: 'done', data: done } }
  yield* tellEnding(at, ending)
}

function* tellAnswer(
  from: number,
  text: string,
  pace: { readonly words: number; readonly every: number },
  telling: Telling,
  compaction: EventData<'compact'> | undefined,
): Generator<Beat, number> {
  let at = from
  if (telling.mode === 'react')
    yield { at, event: { event: 'step', data: { type: 'answer', status: 'start' } } }
  if (compaction !== undefined) yield { at, event: { event: 'compact', data: compaction } }
  if (telling.sendsHeartbeat) yield { at, event: { event: 'heartbeat', data: {} } }
  yield { at, event: { event: 'answer', data: { type: 'start' } } }
  for (const delta of inDeltas(text, pace.words)) {
    at += pace.every
    yield { at, event: { event: 'answer', data: { type: 'delta', text: delta } } }
  }
  yield { at, event: { event: 'answer', data: { type: 'done' } } }
  return at
}

function* tellEnding(from: number, ending: Ending): Generator<Beat> {
  const { suggestions, title, titleFirst, postProcessing = false } = ending
  if (postProcessing && suggestions !== undefined)
    yield { at: from, event: { event: 'post_processing', data: {} } }
  const titled: Beat[] =
    title === undefined ? [] : [{ at: from + 150, event: { event: 'title', data: { title } } }]
  const suggested: Beat[] =
    suggestions === undefined
      ? []
      : [{ at: from + 150, event: { event: 'suggestions', data: [...suggestions] } }]
  yield* titleFirst ? [...titled, ...suggested] : [...suggested, ...titled]
  yield { at: from + 150, event: { event: 'end', data: {} } }
}

/** What the turn would have cost, from its texts unless the script says so. */
function usageOf(script: Pick<Scenario, 'script' | 'usage'>, query: string, answer: string) {
  const read = script.script.map(observed).join(' ')
  const prompt_tokens = script.usage?.prompt_tokens ?? 420 + tokensIn(query) + tokensIn(read)
  const completion_tokens = script.usage?.completion_tokens ?? tokensIn(answer)
  const total_tokens = prompt_tokens + completion_tokens
  return {
    tokens: total_tokens,
    usage: { prompt_tokens, completion_tokens, total_tokens },
    cache: {
      read_tokens: script.usage?.cache_read_tokens ?? Math.floor(prompt_tokens / 2),
      creation_tokens: 0,
    },
  }
}

function observed(line: ScriptLine): string {
  if ('call' in line) return line.call.observation ?? ''
  if ('calls' in line) return line.calls.map(({ observation = '' }) => observation).join(' ')
  return 'plan' in line ? line.plan.steps.map(({ result }) => result).join(' ') : ''
}
