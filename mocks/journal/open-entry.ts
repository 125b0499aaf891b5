import type { Call, Reply } from '../call.ts'
import type { World } from '../state/world.ts'
import { watchReader } from './watch-reader.ts'

/** One call of a world as it goes on; `close` makes the reply out of it that is sent. */
export type OpenEntry = {
  /** Its place among the calls of this world, from 1. */
  readonly number: number
  close(reply: Reply): Reply
}

/** Begins to record a call in the journal of its world. */
export function openEntry(world: World, _call: Call): OpenEntry {
  return {
    number: world.journal.next(),
    close(reply) {
      if (typeof reply.body !== 'object') return reply
      world.streams++
      return { ...reply, body: watchReader(reply.body, () => world.streams--) }
    },
  }
}
