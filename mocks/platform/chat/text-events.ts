import type { TurnEvent } from '../../../contract/events.ts'
import type { Pace, ScriptLine } from '../../../contract/scripts/lines.ts'
import { chunkText } from '../../../contract/scripts/chunk-text.ts'
import type { TextBatch } from './timed-events.ts'

type TextEvents = TextBatch['events']

/** The maximum number of characters of cached texts of one kind. Above it, the cache is cleared. */
const maxCachedCharacters = 2 ** 18

/**
 * Returns a function that converts a text to timed events of one kind, chunk by chunk. A text
 * without jitter is cached on its second use. Transcripts share cached events, so these are frozen.
 */
export function createTextEvents(toEvent: (chunk: string) => TurnEvent) {
  /** Cached chunks by pace and text. `undefined` marks a text that was used only once. */
  const cache = new Map<string, TextEvents | undefined>()
  let characters = 0
  const toEvents = (text: string, pace: Pace | undefined, random: () => number) =>
    chunkText(text, pace, random).map(({ text: chunk, delay }) => ({
      event: toEvent(chunk),
      delay,
    }))

  return (text: string, pace: Pace | undefined, random: () => number): TextEvents => {
    if (pace?.jitter !== undefined || text.length > maxCachedCharacters)
      return toEvents(text, pace, random)
    const key = `${JSON.stringify(pace)}\n${text}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const events = toEvents(text, pace, random)
    if (cache.has(key)) {
      for (const { event } of events) Object.freeze(event.data)
      cache.set(key, events)
      return events
    }
    characters += key.length
    if (characters > maxCachedCharacters) {
      cache.clear()
      characters = key.length
    }
    cache.set(key, undefined)
    return events
  }
}

/** Whether an open answer stays open at this line. All other lines end the answer. */
export const continuesAnswer = (line: ScriptLine): boolean =>
  'answer' in line || 'pause' in line || ('send' in line && 'heartbeat' in line.send)
