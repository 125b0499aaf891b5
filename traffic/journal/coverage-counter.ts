import type { ObservedCall } from '../../contract/choices/shown-choices.ts'
import { conditions, invalidCode } from '../../contract/errors.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { Profile } from '../../contract/picks.ts'
import { bodyText, type JournalEntry } from './journal-entry.ts'
import type { RequestRef } from '../../contract/control/journal.ts'

/**
 * The number of requests with the same observable outcome under a profile, and the first of them.
 */
export type Tally = {
  readonly profile: Profile
  readonly seen: ObservedCall
  calls: number
  readonly first: RequestRef[]
}

/** The maximum number of requests that a tally keeps as examples. */
const maxExamples = 5

/** The key of an outcome. The most frequent ones need no concatenation. */
function keyOf({ endpoint, outcome, code, events, fields }: ObservedCall): string {
  const isPlain = events.length === 0 && fields.length === 0
  if (outcome === 'success' && endpoint !== undefined && isPlain) return endpoint
  return `${endpoint ?? ''}\n${outcome} ${code ?? ''}\n${events.join()}\n${fields.join()}`
}

/** Counts requests by the properties that they reveal, also after a journal drops entries. */
export class CoverageCounter {
  readonly #byProfile = new WeakMap<Profile, Map<string, Tally>>()
  /** The counts by the content of profiles, because a restored world has a new object. */
  readonly #byContent = new Map<string, Map<string, Tally>>()
  /** The calls of operations of profiles, by their method and path. */
  readonly own = new Map<string, { calls: number; readonly isTemplate: boolean }>()
  /** The number of requests that no operation matches, by their method and path. */
  readonly unknownRoutes = new Map<string, number>()
  #tallyCount = 0
  #uncounted = 0

  count(seen: ObservedCall, profile: Profile, request: RequestRef): void {
    const tallies = this.#byProfile.get(profile) ?? this.#register(profile)
    const key = keyOf(seen)
    let tally = tallies.get(key)
    if (tally === undefined) {
      if (this.#tallyCount >= ownLimits.coverageWays) {
        this.#uncounted++
        return
      }
      this.#tallyCount++
      tally = { profile, seen, calls: 0, first: [] }
      tallies.set(key, tally)
    }
    tally.calls++
    if (tally.first.length < maxExamples) tally.first.push(request)
  }

  /** Counts a call of an operation of a profile. */
  countOwn({ name, isTemplate }: NonNullable<JournalEntry['own']>): void {
    const known = this.own.get(name)
    if (known !== undefined) known.calls++
    else if (this.own.size < ownLimits.coverageWays) this.own.set(name, { calls: 1, isTemplate })
  }

  /** Counts a request that no operation matches. */
  countUnknown(route: string): void {
    const calls = this.unknownRoutes.get(route)
    const isFull = this.unknownRoutes.size >= ownLimits.unknownRoutes
    if (calls !== undefined || !isFull) this.unknownRoutes.set(route, (calls ?? 0) + 1)
  }

  #register(profile: Profile): Map<string, Tally> {
    const content = JSON.stringify([profile.name, profile.picks, profile.at])
    const tallies = this.#byContent.get(content) ?? new Map<string, Tally>()
    this.#byProfile.set(profile, tallies)
    // Beyond the limit nothing is counted, so profiles are not kept in memory either.
    if (this.#tallyCount < ownLimits.coverageWays) this.#byContent.set(content, tallies)
    return tallies
  }

  /** Requests with a new outcome after the limit was reached. */
  get uncounted(): number {
    return this.#uncounted
  }

  *tallies(): Generator<Tally> {
    for (const tallies of this.#byContent.values()) yield* tallies.values()
  }
}

/** Returns the properties of the deployment that a request reveals. */
export const observationOf = (entry: JournalEntry): ObservedCall => ({
  endpoint: entry.endpoint,
  outcome: entry.outcome,
  code: contractCode(entry),
  events: entry.deliveries?.events ?? [],
  fields: entry.fields,
})

/** The path of a request that no operation matches, with `{id}` for each part that looks like an id. */
export function unknownRoute({ method, path, outcome }: JournalEntry): string | undefined {
  if (outcome !== 'route-unknown') return undefined
  const parts = path.replace(/^\/w\/[^/]*/, '').split('/')
  const shape = parts.map((part) => (/\d/.test(part) || part.length > longestPart ? '{id}' : part))
  return `${method} ${shape.join('/').slice(0, longestPath)}`
}

const longestPart = 40
const longestPath = 120

function contractCode(entry: JournalEntry): string | undefined {
  const { outcome } = entry
  if (outcome === 'success') return undefined
  if (outcome === 'invalid') return invalidCode
  return outcome === 'fault' ? errorCodeOf(entry) : conditions[outcome]
}

/** Finds the error code in a response body, in any of the forms that deployments use. */
export function errorCodeOf({ status, responseBody }: JournalEntry): string | undefined {
  if (status === undefined || status < 400 || responseBody === undefined) return undefined
  return /"(?:error|error_code)":\s*"(\w+)"/.exec(bodyText(responseBody))?.[1]
}
