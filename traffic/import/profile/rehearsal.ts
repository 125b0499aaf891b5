import { isSameJson, objectIn, objectsIn } from '../../../contract/json.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
import type { Condition } from '../../../contract/errors.ts'
import { operations as contract } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { ProfileDocument } from '../../../contract/profile.ts'
import type { Effect, Refusal } from '../../../contract/profile/effects.ts'
import { literalExpression } from './expression-text.ts'
import {
  effectListOf,
  entryOf,
  refusalListOf,
  refusalText,
  refusalWords,
  type Sections,
} from './profile-rules.ts'
import type { KnownRoute } from './recorded-route.ts'
import { type Outcome, outcomesOf, refusalIn, type Rehearsed } from './rehearsed.ts'

/** Sends the recorded requests to a new fake of a profile, and resolves to its responses. */
export type Play = (document: ProfileDocument) => Promise<readonly Rehearsed[]>

/** How often an import is played at most. */
const maxPlays = 24

/**
 * Drops the rules of a profile that a recording refutes: refusals, effects on other records, and
 * changes of an action. It also replaces the answer for a missing record. The recording is played with the profile, and again without the rules that
 * may have caused a difference. A rule goes if differences go with it, and none come. Only records
 * that the recording created count, because the earlier state of others is not known.
 * Resolves to the profile, and to a line for each changed rule.
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
    // A refusal hides what its operation changes, so refusals come first.
    const refusals = doubts.filter(({ part }) => part === 'refuses' || part === 'errors')
    const chosen = refusals.length > 0 ? refusals : doubts
    if (chosen.length === 0) break
    for (const { key } of chosen) tried.add(key)
    if (refusals.length > 0) await rehearsal.tryRefusals(refusals)
    else await rehearsal.tryChanges(doubts)
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
    return [...missingDoubts(this.document, this.#outcomes), ...doubtsOf(this.document, outcomes)]
  }

  /** Drops the refuted ones of some refusals. One play decides all, because each has its operation. */
  async tryRefusals(doubts: readonly Doubt[]): Promise<void> {
    const after = await this.#playWithout(doubts)
    const refuted = doubts.filter((doubt) => isRefusalRefuted(doubt, this.#outcomes, after))
    if (refuted.length === 0) return
    this.#drop(refuted, refuted.length === doubts.length ? after : await this.#playWithout(refuted))
  }

  /** Drops the refuted ones of some changes. Groups show which are worth a play of their own. */
  async tryChanges(doubts: readonly Doubt[]): Promise<void> {
    for (const group of [doubts, ...independentGroups(doubts)]) {
      if (this.isOver) return
      const without = await this.#playWithout(group)
      for (const doubt of group.filter((one) => explains(one, this.#outcomes, without))) {
        // Another dropped change may have been the cause.
        if (this.isOver || !isOpen(doubt, this.#outcomes)) continue
        const alone = await this.#playWithout([doubt])
        const isRefuted = explains(doubt, this.#outcomes, alone)
        if (isRefuted && !hasOtherDifferences(this.#outcomes, alone)) this.#drop([doubt], alone)
      }
    }
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
 * A rule of an operation: a refusal, an effect on other records, the changes of an action, or the
 * recorded answer for a missing record, which replaces the one of the base.
 */
type Rule =
  | { readonly part: 'refuses'; readonly rule: Refusal }
  | { readonly part: 'also'; readonly rule: Effect }
  | { readonly part: 'changes'; readonly rule: string }
  | { readonly part: 'errors'; readonly rule: MissingAnswer }

/** How an operation refuses a missing record. */
type MissingAnswer = Required<Pick<Refusal, 'status' | 'code'>> & Pick<Refusal, 'detail'>

/** A rule that the deployment may not have, and the exchanges that may differ because of it. */
type Doubt = Rule & {
  readonly key: string
  readonly known: KnownRoute
  readonly entries: readonly number[]
}

function describeDoubt({ known, part, rule }: Doubt): string {
  const what =
    part === 'refuses'
      ? `does not refuse with ${JSON.stringify(refusalText(rule))}`
      : part === 'also'
        ? `changes no ${rule.in}`
        : part === 'errors'
          ? `refuses a missing record with ${rule.status} ${JSON.stringify(refusalText(rule))}`
          : 'changes nothing'
  return `${known.method} ${known.path}: ${what}, as recorded`
}

const doubtKey = ({ method, path }: KnownRoute, rule: object) =>
  `${method} ${path} ${JSON.stringify(rule)}`

/** The rules of a profile that may have caused the differences in a rehearsal. */
function doubtsOf(document: ProfileDocument, outcomes: readonly Outcome[]): readonly Doubt[] {
  const sections = sectionsOf(document)
  const doubts = new Map<string, Doubt>()
  const add = (known: KnownRoute, rules: readonly Rule[], { exchange }: Outcome) => {
    for (const one of rules) {
      const key = doubtKey(known, one)
      const entries = [...(doubts.get(key)?.entries ?? []), exchange.index]
      doubts.set(key, { ...one, key, known, entries })
    }
  }
  /** Doubts what earlier requests changed, if an operation shows records of that kind. */
  const addCauses = (known: KnownRoute, one: Outcome, earlier: readonly Outcome[]) => {
    const shows = kindTest(sections, known)
    for (const cause of earlier) {
      const { known: changing } = cause
      if (changing === undefined || !mayCause(cause, one)) continue
      const rules = changesIn(sections, changing)
      add(
        changing,
        rules.filter((rule) => shows(kindOf(sections, changing, rule))),
        one,
      )
    }
  }
  const reads = new Map<string, number>()
  for (const [at, one] of outcomes.entries()) {
    const { exchange, known, status, address } = one
    const isRead = exchange.request.method === 'GET' && status < 400
    const since = reads.get(address) ?? -1
    if (isRead) reads.set(address, at)
    if (known === undefined || one.differences.size === 0) continue
    const isRefused = exchange.status >= 400
    if (!one.isSameStatus && status >= 400) add(known, refusalsSaid(sections, known, one), one)
    else if (isRefused !== status >= 400) continue
    else if (isRead || isRefused) addCauses(known, one, outcomes.slice(since + 1, at))
    else add(known, changesIn(sections, known), one)
  }
  return [...doubts.values()]
}

/** The recorded answers for records that an import lacks, where the base has another answer. */
function missingDoubts(document: ProfileDocument, outcomes: readonly Outcome[]): readonly Doubt[] {
  const sections = sectionsOf(document)
  const doubts = outcomes.flatMap((one): Doubt[] => {
    const { exchange, known, ids, status, isSameStatus } = one
    const isRefused = status === 404 && exchange.status >= 400 && exchange.status < 500
    if (known === undefined || isSameStatus || !isRefused) return []
    if (missingCondition(known) === undefined || refusalsSaid(sections, known, one).length > 0)
      return []
    const { code, detail } = refusalWords(objectIn(exchange.json))
    // A message with an id is that of one record.
    if (ids.some((id) => detail?.includes(id))) return []
    const rule = { status: exchange.status, code, ...(detail !== undefined && { detail }) }
    const key = doubtKey(known, rule)
    return [{ part: 'errors', rule, key, known, entries: [exchange.index] }]
  })
  return [...new Map(doubts.map((doubt) => [doubt.key, doubt])).values()]
}

/** The condition of an operation that loads a record, if there is no such record. */
function missingCondition({ operation }: KnownRoute): Condition | undefined {
  if (operation === undefined) return undefined
  const { loads }: Operation = contract[operation]
  return loads && (loads.missing ?? 'resource-missing')
}

/** The refusals of an operation with the code, the message or the place that a response has. */
function refusalsSaid(
  sections: Sections,
  known: KnownRoute,
  { status, json }: Outcome,
): readonly Rule[] {
  const problems = objectsIn(objectIn(json)['detail'])
  const isSaid = ({ at, ...rule }: Refusal) =>
    at === undefined
      ? (rule.status ?? 400) === status && refusalText(rule) === refusalIn(json)
      : problems.some(({ loc }) => isSameJson(loc, at))
  const list = refusalListOf(sections, known)?.list ?? []
  return list.filter(isSaid).map((rule) => ({ part: 'refuses', rule }))
}

/** What an operation changes. */
function changesIn(sections: Sections, known: KnownRoute): readonly Rule[] {
  const { changes } = entryOf(sections, known).part
  const effects = effectListOf(sections, known)?.list ?? []
  return [
    ...effects.map((rule): Rule => ({ part: 'also', rule })),
    ...(typeof changes === 'string' ? [{ part: 'changes', rule: changes } as const] : []),
  ]
}

/** Whether a request may have changed what a later one reads: a success, with the same record. */
const mayCause = ({ exchange: { request, text }, status }: Outcome, { ids }: Outcome): boolean =>
  request.method !== 'GET' &&
  status < 400 &&
  (ids.length === 0 || ids.some((id) => request.path.includes(id) || text.includes(id)))

/** The kind of the records that a rule changes. */
const kindOf = (sections: Sections, known: KnownRoute, { part, rule }: Rule): string =>
  part === 'also' ? rule.in : String(entryOf(sections, known).part['on'])

/** Tests whether an operation shows records of a kind: by its family, path, or expressions. */
function kindTest(sections: Sections, known: KnownRoute): (kind: string) => boolean {
  const path = known.path.replaceAll('-', '_')
  const text = JSON.stringify(entryOf(sections, known).part)
  return (kind) =>
    kindOfFamily(known.family ?? '') === kind || path.includes(kind) || text.includes(kind)
}

/**
 * Whether a rehearsal without a refusal refutes it: its operation got more of the recorded
 * statuses, and lost none. One rehearsal can decide the refusals of many operations.
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

/** Rules in groups in which no two may have caused one difference. */
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

/** A profile without some of its rules, or with the recorded answers for missing records. */
function withoutRules(document: ProfileDocument, doubts: readonly Doubt[]): ProfileDocument {
  const sections = sectionsOf(document)
  for (const { known, part, rule } of doubts) {
    if (part === 'changes') {
      const { section, name, part: entry } = entryOf(sections, known)
      section[name] = { ...entry, changes: literalExpression({}) }
    } else if (part === 'errors') {
      const { section, name, part: entry } = entryOf(sections, known)
      const condition = missingCondition(known) ?? 'resource-missing'
      section[name] = { ...entry, errors: { ...objectIn(entry['errors']), [condition]: rule } }
    } else if (part === 'refuses') {
      const refusals = refusalListOf(sections, known)
      refusals?.set(refusals.list.filter((other) => other !== rule))
    } else {
      const effects = effectListOf(sections, known)
      effects?.set(effects.list.filter((other) => other !== rule))
    }
  }
  return { ...document, ...sections }
}

const sectionsOf = ({ answers = {}, operations = {} }: ProfileDocument): Sections => ({
  answers: { ...answers },
  operations: { ...operations },
})
