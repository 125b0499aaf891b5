import type { RecordedExchange } from '../../contract/exchange.ts'
import { parseBody } from '../../contract/json.ts'
import type { FreshResponse } from './send-request.ts'
import { type FreeMaps, shapeDifferences } from './shape-differences.ts'
import { eventsOf, isCut, streamDifferences } from './stream-differences.ts'

/**
 * How a new response differs from the recorded one: its status, else its shape. Undefined if the
 * recording has no body to compare.
 */
export function compareAnswers(
  exchange: RecordedExchange,
  fresh: FreshResponse,
  isFree?: FreeMaps,
): readonly string[] | undefined {
  const { status, content, mimeType, json: value } = exchange
  if (fresh.status !== status) return [`${fresh.status} instead of ${status}`]
  if (content === undefined || exchange.isTruncated) return undefined
  const text = typeof content === 'string' ? content : ''
  const type = essence(mimeType)
  if (type === 'text/event-stream') {
    if (fresh.events.length === 0 && text !== '')
      return [`${essence(fresh.mimeType) || 'nothing'} instead of ${type}`]
    const recorded = eventsOf(text)
    const wasCut = isCut(recorded, exchange)
    return streamDifferences(recorded, fresh.events, wasCut, isFree)
  }
  if (value === undefined) {
    const other = essence(fresh.mimeType)
    return text !== '' && type !== other ? [`${other || 'nothing'} instead of ${type}`] : []
  }
  const other = parseBody(fresh.text)
  if (other === undefined) return ['the body is not JSON']
  return shapeDifferences(value, other, isFree)
}

const essence = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? ''
