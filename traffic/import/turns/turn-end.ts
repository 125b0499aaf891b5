import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { type LineWriter, withoutCursor } from './line-writer.ts'
import { type TimedEvent, textOf, isAnswer, usageIn } from './recorded-event.ts'
import type { FailLine } from '../../../contract/scripts/lines.ts'

/**
 * The failure of a turn. Deployments send an `error` event, or a `done` whose answer is the error:
 * without usage, and without an answer before it.
 */
export function failureIn(events: readonly TimedEvent[]): FailLine | undefined {
  const error = events.findLast(({ name }) => name === 'error')
  const done = events.find(({ name }) => name === 'done')
  if (error !== undefined && done === undefined) return failureOf(error)
  if (done === undefined || done.data['usage'] !== undefined) return undefined
  if (events.some((event) => isAnswer(event, 'delta'))) return undefined
  const text = textOf(done.data['answer']) ?? ''
  const [, kind = '', message = ''] =
    /^(?:Agent|Pipeline) error: ([^\s:]+): ([^]+)$/.exec(text) ?? []
  return kind === '' ? undefined : { error: kind, message }
}

function failureOf({ data, payload }: TimedEvent): FailLine {
  const { error, code, type, message, detail } = data
  const texts = [error, code, type].flatMap((value) => textOf(value) || [])
  const said = [message, detail, error].map(textOf).find(Boolean)
  return {
    error: texts[0] ?? 'Error',
    message: said ?? (typeof payload === 'string' && payload !== '' ? payload : 'The turn failed.'),
  }
}

/** Events that the fake sends by itself after `done`, from the other parts of a script. */
const closingEvents = new Set([
  'end',
  'resume_done',
  'suggestions',
  'title',
  'post_processing',
  'heartbeat',
])

/** Writes `done`, if it is not the one that the fake sends, and unknown events after it. */
export function writeEnd(
  writer: LineWriter,
  closing: readonly TimedEvent[],
  answer: string,
  mode: 'react' | 'dag',
): void {
  const [done, ...after] = closing
  if (done === undefined) return
  writer.waitFor(done)
  const unknown = after.filter(({ name }) => !closingEvents.has(name) && name !== 'done')
  const given = textOf(done.data['answer'])
  if ((given ?? answer) === answer && unknown.length === 0) return
  writer.write({ send: { done: completeDone(done.data, given ?? answer, mode) } })
  for (const event of unknown)
    writer.write({ violate: { [event.name]: withoutCursor(event.payload) } })
}

const count = (value: unknown) => (Number.isInteger(value) ? Number(value) : 0)

/** A `done` with all fields of the contract. */
function completeDone(data: JsonObject, answer: string, mode: 'react' | 'dag'): JsonObject {
  const usage = isObject(data['usage']) ? data['usage'] : {}
  const cache = isObject(data['cache']) ? data['cache'] : {}
  const prompt_tokens = count(usage['prompt_tokens'])
  const completion_tokens = count(usage['completion_tokens'])
  const total_tokens = prompt_tokens + completion_tokens
  return {
    answer,
    tokens: total_tokens,
    elapsed: Number(data['elapsed']) || 0,
    ...(mode === 'react'
      ? { iterations: count(data['iterations']), iter_elapsed: Number(data['iter_elapsed']) || 0 }
      : {
          achieved: data['achieved'] !== false,
          confidence: Number(data['confidence']) || 0,
          rounds: count(data['rounds']),
        }),
    usage: { prompt_tokens, completion_tokens, total_tokens },
    cache: {
      read_tokens: count(cache['read_tokens']),
      creation_tokens: count(cache['creation_tokens']),
    },
  }
}

/** The time from `done` to the events after it. */
export function closingTime(closing: readonly TimedEvent[]): Pick<Scenario, 'closing'> {
  const [done] = closing
  const next =
    closing.find(({ name }) => name === 'suggestions' || name === 'title') ??
    closing.find(({ name }) => name === 'end')
  const time = done === undefined || next === undefined ? 0 : next.t - done.t
  return time > 0 ? { closing: time } : {}
}

/** The suggestions, the title and the usage of a turn. */
export function closingParts(
  closing: readonly TimedEvent[],
): Pick<Scenario, 'suggestions' | 'title' | 'usage'> {
  const [done] = closing
  const suggestions = closing.find(({ name }) => name === 'suggestions')?.data['items']
  const title = textOf(closing.find(({ name }) => name === 'title')?.data['title'])
  const usage = usageIn(done?.data['usage'])
  const cache = done?.data['cache']
  const read = isObject(cache) ? cache['read_tokens'] : undefined
  return {
    ...(Array.isArray(suggestions) && suggestions.length > 0 && { suggestions }),
    ...(title !== undefined && title !== '' && { title }),
    ...(usage !== undefined && {
      usage: { ...usage, ...(Number.isInteger(read) && { cache_read_tokens: Number(read) }) },
    }),
  }
}
