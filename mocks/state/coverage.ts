import { ownLimits } from '../../contract/limits.ts'
import type { Profile } from '../../contract/picks.ts'
import type { Seen } from '../../contract/relied-on.ts'

/** A call by its place: the world, and its number there. */
export type CallPlace = { readonly world: string; readonly number: number }

/** One way in which calls went, how many did, and the first of them. */
export type Tally = {
  readonly profile: Profile
  readonly seen: Seen
  calls: number
  readonly first: CallPlace[]
}

/** Calls that are remembered as examples of their way. */
const mostExamples = 5

/** Counts the ways in which calls went, so that nothing is forgotten when a journal forgets calls. */
export class Coverage {
  readonly #byProfile = new Map<Profile, Map<string, Tally>>()
  #ways = 0
  #uncounted = 0

  count(seen: Seen, profile: Profile, place: CallPlace): void {
    let tallies = this.#byProfile.get(profile)
    if (tallies === undefined) this.#byProfile.set(profile, (tallies = new Map()))
    const way = `${seen.endpoint ?? ''}\n${seen.outcome} ${seen.code ?? ''}\n${seen.events.join()}`
    let tally = tallies.get(way)
    if (tally === undefined) {
      if (this.#ways >= ownLimits.coverageWays) {
        this.#uncounted++
        return
      }
      this.#ways++
      tally = { profile, seen, calls: 0, first: [] }
      tallies.set(way, tally)
    }
    tally.calls++
    if (tally.first.length < mostExamples) tally.first.push(place)
  }

  /** Calls that went in ways for which there was no room. */
  get uncounted(): number {
    return this.#uncounted
  }

  *tallies(): Generator<Tally> {
    for (const tallies of this.#byProfile.values()) yield* tallies.values()
  }
}
