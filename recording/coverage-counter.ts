import { ownLimits } from '../contract/limits.ts'
import type { Profile } from '../contract/picks.ts'
import type { ObservedCall } from '../contract/choices/shown-choices.ts'

/** A call by its place: the world, and its number there. */
export type RequestRef = { readonly world: string; readonly number: number }

/** One way in which calls went, how many did, and the first of them. */
export type Tally = {
  readonly profile: Profile
  readonly seen: ObservedCall
  calls: number
  readonly first: RequestRef[]
}

/** Calls that are remembered as examples of their way. */
const mostExamples = 5

/** What is the same for calls that went the same way; most succeed, for which none is put together. */
function wayOf({ endpoint, outcome, code, events }: ObservedCall): string {
  if (outcome === 'success' && endpoint !== undefined && events.length === 0) return endpoint
  return `${endpoint ?? ''}\n${outcome} ${code ?? ''}\n${events.join()}`
}

/** Counts the ways in which calls went, so that nothing is forgotten when a journal forgets calls. */
export class CoverageCounter {
  readonly #byProfile = new WeakMap<Profile, Map<string, Tally>>()
  /** The same by what profiles say: a world that is restored has another object of the same. */
  readonly #byContent = new Map<string, Map<string, Tally>>()
  #ways = 0
  #uncounted = 0

  count(seen: ObservedCall, profile: Profile, place: RequestRef): void {
    const tallies = this.#byProfile.get(profile) ?? this.#meet(profile)
    const way = wayOf(seen)
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

  #meet(profile: Profile): Map<string, Tally> {
    const content = JSON.stringify([profile.name, profile.picks, profile.at])
    const tallies = this.#byContent.get(content) ?? new Map<string, Tally>()
    this.#byProfile.set(profile, tallies)
    // Where no way is counted any more, no profile is remembered either.
    if (this.#ways < ownLimits.coverageWays) this.#byContent.set(content, tallies)
    return tallies
  }

  /** Calls that went in ways for which there was no room. */
  get uncounted(): number {
    return this.#uncounted
  }

  *tallies(): Generator<Tally> {
    for (const tallies of this.#byContent.values()) yield* tallies.values()
  }
}
