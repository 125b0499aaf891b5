import type { TurnEvent } from '../../contract/events.ts'
import type { Pace } from '../../contract/scripts/lines.ts'
import type { Passage } from './beats.ts'
import { typed } from './typing.ts'

type Said = Passage['said']

/** Characters of texts that are kept of one kind; beyond it all are forgotten. */
const mostKept = 2 ** 18

/**
 * Says texts part by part as events of one kind. What a script says in every turn, and without
 * chance, comes as the same events each time: their data is frozen, and shared by all transcripts.
 */
export function sayingAs(eventOf: (text: string) => TurnEvent) {
  /** By pace and text; nothing for one that was said once: most that is filled in never comes again. */
  const kept = new Map<string, Said | undefined>()
  let characters = 0
  const say = (text: string, pace: Pace | undefined, chance: () => number) =>
    typed(text, pace, chance).map(({ text: part, wait }) => ({ event: eventOf(part), wait }))

  return (text: string, pace: Pace | undefined, chance: () => number): Said => {
    if (pace?.jitter !== undefined || text.length > mostKept) return say(text, pace, chance)
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
    if (characters > mostKept) {
      kept.clear()
      characters = key.length
    }
    kept.set(key, undefined)
    return said
  }
}
