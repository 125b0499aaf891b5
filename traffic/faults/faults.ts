import type { Fault, FaultCounts } from '../../contract/fault.ts'
import { ownLimits } from '../../contract/limits.ts'

/** A fault with its id, which is unique in its list. */
export type FaultWithId = Fault & { readonly id: string }

/** The error for a fault that can't be added: its id is in use, or the limit is reached. */
export class FaultError extends Error {
  override readonly name = 'FaultError'
}

/** The size of a fault for the limit of faults: the length of its longest list. */
const faultSize = ({ match: { endpoint, caller, nth } = {} }: Fault): number =>
  Math.max(...[endpoint, caller, nth].map((list) => (Array.isArray(list) ? list.length : 1)))

/** The storage of faults and their counters: a `Map`, or a table that persists its values. */
export type FaultTable<Value> = {
  readonly size: number
  get(key: string): Value | undefined
  set(key: string, value: Value): unknown
  delete(key: string): unknown
  entries(): Iterable<[string, Value]>
}

/** The fields of a request that a persistent fault compares. */
export type PersistentRequest = {
  readonly credential: string
  /** The method and the path of the request. */
  readonly target: string
  readonly now: number
  /** Whether the clock is frozen, so that a client can't wait for the end of a refusal. */
  readonly isFrozen: boolean
}

/** Milliseconds by which a client may retry too early, because timers are not exact. */
const clockTolerance = 50

/** The requests that a fault with `persists` refuses later, after the first refusal. */
type PersistingRefusal = RefusedPart & { readonly until: number }

/** What a later request must have to be refused again. */
type RefusedPart = Partial<Pick<PersistentRequest, 'credential' | 'target'>>

const refusalKeyOf = (counter: string, { credential = '', target = '' }: RefusedPart): string =>
  `${counter} ${credential} ${target}`

/** The faults that are injected into responses, in the order in which they were added. */
export class Faults {
  readonly #faults: FaultTable<FaultWithId>
  readonly #counts: FaultTable<FaultCounts>
  /** Refused requests, by counter, credential and target. Never stored: they contain secrets. */
  readonly #refusals = new Map<string, PersistingRefusal>()
  /** The number of list items in all faults. Every request is compared with each item. */
  #totalSize = 0

  constructor(faults: FaultTable<FaultWithId>, counts: FaultTable<FaultCounts>) {
    this.#faults = faults
    this.#counts = counts
    for (const [, fault] of this.#faults.entries()) this.#totalSize += faultSize(fault)
  }

  get size(): number {
    return this.#faults.size
  }

  /** Adds a fault and returns its id. Throws `FaultError`. */
  add(fault: Fault): string {
    const id = fault.id ?? this.#nextId()
    if (this.#faults.get(id) !== undefined)
      throw new FaultError(`Fault \`${id}\` exists already: delete it first.`)
    const parts = this.#totalSize + faultSize(fault)
    if (parts > ownLimits.faults)
      throw new FaultError(
        `A world can have ${ownLimits.faults} faults, and each listed endpoint, caller or number counts as one: delete some first.`,
      )
    this.#faults.set(id, { ...fault, id })
    this.#totalSize = parts
    return id
  }

  /** Adds all faults and returns their ids; adds none on an error. Throws `FaultError`. */
  addAll(faults: readonly Fault[]): string[] {
    const added: string[] = []
    try {
      for (const one of faults) added.push(this.add(one))
      return added
    } catch (error) {
      for (const id of added) this.remove(id)
      throw error
    }
  }

  /**
   * All faults, each with the number of requests that it matched (`met`) and affected (`struck`).
   */
  list(): (FaultWithId & FaultCounts)[] {
    return Array.from(this.#faults.entries(), ([id, one]) => ({ ...one, ...this.#countsOf(id) }))
  }

  /** Removes a fault. Returns false for an unknown id. */
  remove(id: string): boolean {
    const fault = this.#faults.get(id)
    if (fault === undefined) return false
    this.#totalSize -= faultSize(fault)
    this.#faults.delete(id)
    const isOfFault = (key: string) => key === id || key.startsWith(`${id} `)
    for (const key of this.#refusals.keys()) if (isOfFault(key)) this.#refusals.delete(key)
    for (const [key] of this.#counts.entries()) if (isOfFault(key)) this.#counts.delete(key)
    return true
  }

  clear(): void {
    for (const { id } of this.list()) this.remove(id)
  }

  /**
   * Returns the faults that affect a request of a session, and counts the request for each fault
   * that matches. If several faults replace the response, only the first applies; the others stay
   * unused.
   */
  takeMatching(
    fits: (fault: FaultWithId) => boolean,
    chance: (fault: FaultWithId) => number,
    session: () => string,
    request?: PersistentRequest,
  ): FaultWithId[] {
    let isReplaced = false
    return Array.from(this.#faults.entries(), ([, one]) => one).flatMap((one) => {
      const key = counterOf(one, session)
      const { met, struck } = this.#countsOf(key)
      const replaces = replacesResponse(one)
      const isHidden = replaces && isReplaced
      const held = request && !isHidden ? this.#findRefusal(one, key, request) : undefined
      if (request !== undefined && held !== undefined) {
        isReplaced = true
        return [withRemainingTime(one, held, request.now)]
      }
      if (struck === one.times || !fits(one)) return []
      const { nth, every = 1, probability = 1 } = one.match ?? {}
      const strikes =
        !isHidden &&
        (nth === undefined || [nth].flat().includes(met + 1)) &&
        (met + 1) % every === 0 &&
        (probability === 1 || chance(one) < probability)
      for (const counted of new Set([one.id, key])) this.#count(counted, 1, strikes ? 1 : 0)
      if (strikes && request !== undefined) this.#persistRefusal(one, key, request)
      isReplaced ||= strikes && replaces
      return strikes ? [one] : []
    })
  }

  /** Undoes the counting of a request that a fault could not affect. */
  takeBack(fault: FaultWithId, session: () => string): void {
    for (const counted of new Set([fault.id, counterOf(fault, session)]))
      if (this.#counts.get(counted) !== undefined) this.#count(counted, -1, -1)
  }

  #persistRefusal({ effect: { error } }: Fault, key: string, request: PersistentRequest): void {
    if (error?.persists === undefined) return
    const { credential, target, now } = request
    const held =
      error.persists === 'token'
        ? { credential, until: Infinity }
        : { credential, target, until: now + (error.retry_after ?? 0) * 1000 - clockTolerance }
    this.#refusals.set(refusalKeyOf(key, held), held)
    const [oldest] = this.#refusals.keys()
    if (this.#refusals.size > ownLimits.faultCounts && oldest !== undefined)
      this.#refusals.delete(oldest)
  }

  /** The earlier refusal that also refuses this request. */
  #findRefusal(
    { effect: { error } }: Fault,
    key: string,
    request: PersistentRequest,
  ): PersistingRefusal | undefined {
    if (error?.persists === 'time-unless-frozen' && request.isFrozen) return undefined
    const { credential } = request
    return [{ credential }, request]
      .map((one) => this.#refusals.get(refusalKeyOf(key, one)))
      .find((held) => isStillRefused(held, request))
  }

  #countsOf(key: string): FaultCounts {
    return this.#counts.get(key) ?? { met: 0, struck: 0 }
  }

  #count(key: string, moreMet: number, moreStruck: number): void {
    const { met, struck } = this.#countsOf(key)
    this.#counts.set(key, { met: met + moreMet, struck: struck + moreStruck })
    if (this.#counts.size <= ownLimits.faultCounts) return
    for (const [oldest] of this.#counts.entries())
      if (oldest.includes(' ')) return void this.#counts.delete(oldest)
  }

  #nextId(): string {
    let number = this.#faults.size + 1
    while (this.#faults.get(`fault-${number}`) !== undefined) number++
    return `fault-${number}`
  }
}

/** The counter of a fault for a session. A space separates the two, because no id contains one. */
const counterOf = ({ id, per }: FaultWithId, session: () => string): string =>
  per === undefined ? id : `${id} ${session()}`

/** Whether a fault replaces the whole response, so that only one such fault can apply. */
export const replacesResponse = ({ effect: { error, gateway, connection } }: Fault): boolean =>
  (error ?? gateway ?? connection) !== undefined

/** Whether a fault that refused an earlier request also refuses this request. */
const isStillRefused = (
  held: PersistingRefusal | undefined,
  { credential, target, now }: PersistentRequest,
): boolean =>
  held !== undefined &&
  now < held.until &&
  credential === held.credential &&
  (held.target === undefined || held.target === target)

/** Sets the `retry_after` of a fault for a later request to the seconds that remain. */
function withRemainingTime(
  fault: FaultWithId,
  { until }: PersistingRefusal,
  now: number,
): FaultWithId {
  const { error } = fault.effect
  if (error?.retry_after === undefined || until === Infinity) return fault
  const retry_after = Math.ceil((until + clockTolerance - now) / 1000)
  return { ...fault, effect: { ...fault.effect, error: { ...error, retry_after } } }
}
