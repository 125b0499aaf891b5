import type { RecordedExchange } from '../har/read-entry.ts'
import type { FreshResponse } from './send-request.ts'
import { type FreeMaps, parseBody, shapeDifferences } from './shape-differences.ts'
import { eventsOf, isCut, streamDifferences, upToStep } from './stream-differences.ts'

/**
 * How a new response differs from the recorded one: its status, else its shape. Undefined if the
 * recording has no body to compare.
 */
export function compareAnswers(
  { response, isClosedByClient, isBroken, isTruncated }: RecordedExchange,
  fresh: FreshResponse,
  isFree?: FreeMaps,
): readonly string[] | undefined {
  if (fresh.status !== response.status) return [`${fresh.status} instead of ${response.status}`]
  if (response.body === undefined || isTruncated) return undefined
  const text = typeof response.body === 'string' ? response.body : ''
  const type = essence(response.mimeType)
  if (type === 'text/event-stream') {
    const other = essence(fresh.mimeType)
    if (other !== type && text !== '') return [`${other || 'nothing'} instead of ${type}`]
    const recorded = eventsOf(text)
    const compared = fresh.isCut === true ? upToStep(recorded, fresh.events) : recorded
    const wasCut = fresh.isCut === true || isCut(recorded, isClosedByClient || isBroken === true)
    return streamDifferences(compared, fresh.events, wasCut, isFree)
  }
  const value = parseBody(text)
  if (value === undefined) {
    const other = essence(fresh.mimeType)
    return text !== '' && type !== other ? [`${other || 'nothing'} instead of ${type}`] : []
  }
  const other = parseBody(fresh.text)
  if (other === undefined) return ['the body is not JSON']
  return shapeDifferences(value, other, isFree)
}

const essence = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? ''
