import { ownLimits } from '../../contract/limits.ts'
import type { FrameStream } from '../world/exchange.ts'
import type { JournalEntry } from '../state/journal-entry.ts'
import type { World } from '../state/world.ts'
import { type CallFilter, wantedBy } from './list-calls.ts'
import { lineOf } from './show.ts'

const keepalive = ': keepalive\n\n'

/** What happened last, as all readers of that journal are told: made once for all of them. */
let last:
  | { readonly event: string; readonly entry: JournalEntry; readonly text: string }
  | undefined

/**
 * The journal of a world as it is written: an event `call` for each call that was answered, and
 * `stream-ended` for each stream. `since` gives what is there before. A slow reader loses the oldest
 * of what waits, and is told of it by `lost`. Ends with the world.
 */
export function followJournal(world: World, filter: CallFilter): FrameStream {
  const frame = (event: string, entry: JournalEntry) =>
    `id: ${entry.number}\nevent: ${event}\ndata: ${JSON.stringify(lineOf(world, entry))}\n\n`
  const isWanted = wantedBy(filter)
  const waiting: string[] = []
  let lost = 0
  let over = false
  let interrupt: (() => void) | undefined

  const add = (text: string) => {
    waiting.push(text)
    if (waiting.length <= ownLimits.journalQueue) return
    waiting.shift()
    lost++
  }
  const end = () => {
    over = true
    unwatch()
    interrupt?.()
  }
  const unwatch = world.journal.watch((happened, entry) => {
    if (!isWanted(entry)) return
    const event = happened === 'answered' ? 'call' : 'stream-ended'
    if (last?.entry !== entry || last.event !== event)
      last = { event, entry, text: frame(event, entry) }
    add(last.text)
    interrupt?.()
  }, end)
  if (filter.since !== undefined)
    for (const entry of world.journal.entries()) if (isWanted(entry)) add(frame('call', entry))

  /** All that waits, and what was lost before it. */
  const take = () => {
    const told = lost === 0 ? '' : `event: lost\ndata: {"events":${lost}}\n\n`
    lost = 0
    return told + waiting.splice(0).join('')
  }
  /** Waits until something happens or the silence gets long; true for silence. */
  const isSilent = () =>
    new Promise<boolean>((resolve) => {
      const settle = (silent: boolean) => {
        callOff()
        interrupt = undefined
        resolve(silent)
      }
      const callOff = world.wall.after(ownLimits.keepaliveMs, () => settle(true))
      interrupt = () => settle(false)
    })

  return {
    async pull() {
      for (;;) {
        const text = take()
        if (text !== '') return text
        if (over) return undefined
        if (await isSilent()) return keepalive
      }
    },
    cancel: end,
  }
}
