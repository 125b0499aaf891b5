import type { TurnEvent } from '../../../contract/events.ts'
import type { Pace } from '../../../contract/scripts/lines.ts'
import type { TextBatch } from './timed-events.ts'
import { chunkText } from './chunk-text.ts'

type DelayedEvents = TextBatch['said']

/** Characters of texts that are kept of one kind; beyond it all are forgotten. */
const maxCachedCharacters = 2 ** 18

/**
 * Says texts part by part as events of one kind. What a script says in every turn, and without
 * chance, comes as the same events each time: their data is frozen, and shared by all transcripts.
 */
export function createTextEvents(eventOf: (text: string) => TurnEvent) {
  /** By pace and text; nothing for one that was said once: most that is filled in never comes again. */
  const kept = new Map<string, DelayedEvents | undefined>()
  let characters = 0
  const say = (text: string, pace: Pace | undefined, chance: () => number) =>
    chunkText(text, pace, chance).map(({ text: part, wait }) => ({ event: eventOf(part), wait }))

  return (text: string, pace: Pace | undefined, chance: () => number): DelayedEvents => {
    if (pace?.jitter !== undefined || text.length > maxCachedCharacters)
      return say(text, pace, chance)
    const key = `${JSON.stringify(pace)}\n${text}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const said = say(text, pace, chance)
    if (kept.has(key)) {
      for (const { event } of said) Object.freeze(event.data)
      kept.set(key, said)
      return said
    }
    characters += key.length
    if (characters > maxCachedCharacters) {
      kept.clear()
      characters = key.length
    }
    kept.set(key, undefined)
    return said
  }
}
