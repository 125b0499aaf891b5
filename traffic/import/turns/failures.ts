import type { FailLine } from '../../../contract/scripts/lines.ts'
import { isAnswer, type TimedEvent, textOf } from './recorded-event.ts'

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
