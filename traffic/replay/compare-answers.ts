import { isEventStream, type RecordedExchange } from '../../contract/exchange.ts'
import type { FreshResponse } from './send-request.ts'
import { type FreeMaps, shapeDifferences } from './shape-differences.ts'
import { eventsOf, isCut, streamDifferences, upToStep } from './stream-differences.ts'

/**
 * How a new response differs from the recorded one: its status, else its shape. Undefined if the
 * recording has no body to compare.
 */
export function compareAnswers(
  exchange: RecordedExchange,
  fresh: FreshResponse,
  isFree?: FreeMaps,
): readonly string[] | undefined {
  const { status, content, mimeType, json } = exchange
  if (fresh.status !== status) return [`${fresh.status} instead of ${status}`]
  if (content === undefined || exchange.isTruncated) return undefined
  const [type, other] = [essence(mimeType), essence(fresh.mimeType)]
  const otherType = [`${other || 'nothing'} instead of ${type}`]
  if (isEventStream(exchange)) {
    if (!isEventStream(fresh)) return content === '' ? [] : otherType
    const [before, after] = [eventsOf(exchange), eventsOf(fresh)]
    const isOtherCut = isCut(after, fresh)
    const compared = isOtherCut ? upToStep(before, after) : before
    return streamDifferences(compared, after, isOtherCut || isCut(before, exchange), isFree)
  }
  if (json === undefined)
    return typeof content === 'string' && content !== '' && type !== other ? otherType : []
  return fresh.json === undefined
    ? ['the body is not JSON']
    : shapeDifferences(json, fresh.json, isFree)
}

const essence = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? ''
