import type { ProfileDocument } from '../../../contract/profile.ts'
import {
  describeDoubt,
  type Doubt,
  fieldDoubts,
  ruleDoubts,
  withoutRules,
  wordDoubts,
} from './doubts.ts'
import { type Outcome, outcomesOf, type Rehearsed } from './rehearsed.ts'

/** Sends the recorded requests to a new fake of a profile, and resolves to its responses. */
export type Play = (document: ProfileDocument) => Promise<readonly Rehearsed[]>

/** The maximum number of times that an import is played. */
const maxPlays = 24

/**
 * Drops the rules of a profile that a recording refutes: refusals, effects on other records, and
 * changes of an action. If a refusal, also of a missing record, has other words, it gets the
 * recorded status, code and message. Plays the recording with the profile, and again with each
 * change that may explain differences. A change is kept if it removes differences and adds none.
 * Only records that the recording created count, because the earlier state of other records is not
 * known. Resolves to the profile, and to a line for each change.
 */
export async function withoutRefutedRules(
  document: ProfileDocument,
  created: ReadonlySet<string>,
  play: Play,
): Promise<{ readonly document: ProfileDocument; readonly dropped: readonly string[] }> {
  const rehearsal = new Rehearsal(document, play)
  await rehearsal.begin()
  const tried = new Set<string>()
  while (!rehearsal.isOver) {
    const doubts = rehearsal.doubts(created).filter(({ key }) => !tried.has(key))
    // A refusal hides what its operation changes, so the order is words, refusals, fields, changes.
    const single = [['words', 'errors'], ['refuses'], ['fields']]
      .map((parts) => doubts.filter(({ part }) => parts.includes(part)))
      .find((found) => found.length > 0)
    const chosen = single ?? doubts
    if (chosen.length === 0) break
    for (const { key } of chosen) tried.add(key)
    if (single === undefined) await rehearsal.tryChanges(doubts)
    else await rehearsal.tryTogether(single)
  }
  return rehearsal
}

/** A profile, and how the recording differs from it. */
class Rehearsal {
  document: ProfileDocument
  readonly dropped: string[] = []
  readonly #play: Play
  #plays = 0
  #outcomes: readonly Outcome[] = []

  constructor(document: ProfileDocument, play: Play) {
    this.document = document
    this.#play = play
  }

  async begin(): Promise<void> {
    this.#outcomes = await this.#playWithout([])
  }

  get isOver(): boolean {
    return this.#plays >= maxPlays
  }

  doubts(created: ReadonlySet<string>): readonly Doubt[] {
    const isOwn = ({ ids }: Outcome) => ids.every((id) => created.has(id))
    const outcomes = this.#outcomes.map((one) => (isOwn(one) ? one : { ...one, known: undefined }))
    return [
      ...wordDoubts(this.document, this.#outcomes),
      ...ruleDoubts(this.document, outcomes),
      ...fieldDoubts(this.#outcomes),
    ]
  }

  /**
   * Tests doubts together in one play, and drops what it refutes. Each is judged by its own
   * operation.
   */
  async tryTogether(doubts: readonly Doubt[]): Promise<void> {
    const after = await this.#playWithout(doubts)
    const refuted = doubts.filter((doubt) =>
      doubt.part === 'fields'
        ? explains(doubt, this.#outcomes, after)
        : isRefusalRefuted(doubt, this.#outcomes, after),
    )
    if (refuted.length === 0) return
    this.#drop(refuted, refuted.length === doubts.length ? after : await this.#playWithout(refuted))
  }

  /** Drops the refuted changes. Plays of groups show which changes are worth a separate test. */
  async tryChanges(doubts: readonly Doubt[]): Promise<void> {
    for (const group of [doubts, ...independentGroups(doubts)]) {
      if (this.isOver) return
      const without = await this.#playWithout(group)
      const candidates = group.filter((doubt) => explains(doubt, this.#outcomes, without))
      for (const independent of independentGroups(candidates)) await this.#tryEach(independent)
    }
  }

  /**
   * Drops those independent changes that are refuted. Tests all in one play; if it has new
   * differences, tests each half separately.
   */
  async #tryEach(doubts: readonly Doubt[]): Promise<void> {
    // A change that was dropped before may already have removed the difference.
    const open = doubts.filter((doubt) => isOpen(doubt, this.#outcomes))
    if (this.isOver || open.length === 0) return
    const after = await this.#playWithout(open)
    const refuted = open.filter((doubt) => explains(doubt, this.#outcomes, after))
    if (refuted.length === 0) return
    if (refuted.length < open.length) return this.#tryEach(refuted)
    if (!hasOtherDifferences(this.#outcomes, after)) return this.#drop(refuted, after)
    if (refuted.length === 1) return
    const middle = Math.ceil(refuted.length / 2)
    await this.#tryEach(refuted.slice(0, middle))
    await this.#tryEach(refuted.slice(middle))
  }

  async #playWithout(doubts: readonly Doubt[]): Promise<readonly Outcome[]> {
    this.#plays += 1
    const document = withoutRules(this.document, doubts)
    return outcomesOf(document, await this.#play(document))
  }

  #drop(doubts: readonly Doubt[], outcomes: readonly Outcome[]): void {
    this.document = withoutRules(this.document, doubts)
    this.#outcomes = outcomes
    this.dropped.push(...doubts.map(describeDoubt))
  }
}

/**
 * Whether a rehearsal without a refusal refutes the refusal: more responses of its operation have
 * the recorded status, and none lost it. One rehearsal can decide the refusals of many operations.
 */
function isRefusalRefuted(
  { known: { method, path }, entries }: Doubt,
  before: readonly Outcome[],
  after: readonly Outcome[],
): boolean {
  const [old, now] = [before, after].map((outcomes) => {
    const own = outcomes.filter(({ known }) => known?.method === method && known.path === path)
    return new Set(own.flatMap((one) => (one.isSameStatus ? [one.exchange.index] : [])))
  }) as [Set<number>, Set<number>]
  return entries.some((entry) => now.has(entry)) && old.isSubsetOf(now)
}

/** Whether an exchange of a doubt still differs. */
const isOpen = ({ entries }: Doubt, outcomes: readonly Outcome[]): boolean =>
  outcomes.some(
    ({ exchange, differences }) => differences.size > 0 && entries.includes(exchange.index),
  )

/** Whether a rehearsal without a rule has fewer differences in one of the doubted exchanges. */
function explains(
  { entries }: Doubt,
  before: readonly Outcome[],
  after: readonly Outcome[],
): boolean {
  const now = differencesByEntry(after)
  return before.some(({ exchange: { index }, differences }) => {
    const left = now.get(index)
    if (left === undefined || !entries.includes(index)) return false
    return left.size < differences.size && left.isSubsetOf(differences)
  })
}

/** Whether a rehearsal has differences that the one before did not have. */
function hasOtherDifferences(before: readonly Outcome[], after: readonly Outcome[]): boolean {
  const old = differencesByEntry(before)
  return after.some(({ exchange, differences }) => {
    const known = old.get(exchange.index)
    return known !== undefined && !differences.isSubsetOf(known)
  })
}

const differencesByEntry = (outcomes: readonly Outcome[]) =>
  new Map(outcomes.map(({ exchange, differences }) => [exchange.index, differences]))

/** Groups rules so that no two rules of a group can have caused the same difference. */
function independentGroups(doubts: readonly Doubt[]): readonly (readonly Doubt[])[] {
  const groups: { readonly doubts: Doubt[]; readonly entries: Set<number> }[] = []
  for (const doubt of doubts) {
    const own = new Set(doubt.entries)
    const group = groups.find(({ entries }) => own.isDisjointFrom(entries))
    if (group === undefined) groups.push({ doubts: [doubt], entries: own })
    else {
      group.doubts.push(doubt)
      for (const entry of own) group.entries.add(entry)
    }
  }
  return groups.map((group) => group.doubts)
}
