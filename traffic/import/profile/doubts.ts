import { bodyForm, isEnvelope, recordIn } from '../../../contract/body-form.ts'
import type { Condition } from '../../../contract/errors.ts'
import { isSameJson, type JsonObject, objectIn, objectsIn } from '../../../contract/json.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
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
import { type Outcome, refusalIn } from './rehearsed.ts'

/**
 * What a recording may refute: a refusal, an effect on other records, the changes of an action, or
 * fields of a response. Or recorded words that may replace the words of a refusal (`words`), or of
 * the error for a missing record (`errors`).
 */
type Rule =
  | { readonly part: 'refuses'; readonly rule: Refusal }
  | { readonly part: 'also'; readonly rule: Effect }
  | { readonly part: 'changes'; readonly rule: string }
  | { readonly part: 'words'; readonly rule: Refusal; readonly words: RefusalWords }
  | { readonly part: 'errors'; readonly condition: Condition; readonly words: RefusalWords }
  | { readonly part: 'fields'; readonly names: readonly string[]; readonly inEnvelope: boolean }

type RefusalWords = Required<Pick<Refusal, 'status' | 'code'>> & Pick<Refusal, 'detail'>

/** A rule that the deployment may not have, and the exchanges that may differ because of it. */
export type Doubt = Rule & {
  readonly key: string
  readonly known: KnownRoute
  readonly entries: readonly number[]
}

export function describeDoubt(doubt: Doubt): string {
  const { method, path } = doubt.known
  return `${method} ${path}: ${describeRule(doubt)}, as recorded`
}

const sayWords = ({ status = 400, ...words }: Partial<Refusal>) =>
  `${status} ${JSON.stringify(refusalText(words))}`

function describeRule(one: Rule): string {
  switch (one.part) {
    case 'refuses':
      return `does not refuse with ${JSON.stringify(refusalText(one.rule))}`
    case 'also':
      return `changes no ${one.rule.in}`
    case 'changes':
      return 'changes nothing'
    case 'fields':
      return `sends no ${one.names.join(', ')}`
    case 'words':
      return `refuses with ${sayWords(one.words)} instead of ${sayWords(one.rule)}`
    case 'errors':
      return `refuses a missing record with ${sayWords(one.words)}`
  }
}

const doubtKey = ({ method, path }: KnownRoute, rule: object) =>
  `${method} ${path} ${JSON.stringify(rule)}`

/** The rules of a profile that may have caused the differences in a rehearsal. */
export function ruleDoubts(
  document: ProfileDocument,
  outcomes: readonly Outcome[],
): readonly Doubt[] {
  const sections = sectionsOf(document)
  const doubts = new Map<string, Doubt>()
  const add = (known: KnownRoute, rules: readonly Rule[], { exchange }: Outcome) => {
    for (const one of rules) {
      const key = doubtKey(known, one)
      const entries = [...(doubts.get(key)?.entries ?? []), exchange.index]
      doubts.set(key, { ...one, key, known, entries })
    }
  }
  /** Doubts the changes by earlier requests, if the operation shows records of the changed kind. */
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

/** The refusals whose recorded words differ from those of the profile. */
export function wordDoubts(
  document: ProfileDocument,
  outcomes: readonly Outcome[],
): readonly Doubt[] {
  const sections = sectionsOf(document)
  const doubts = outcomes.flatMap((one): Doubt[] => {
    const { exchange, known, ids, status, isSameStatus } = one
    const isRefused = status >= 400 && exchange.status >= 400 && exchange.status < 500
    if (known === undefined || isSameStatus || !isRefused) return []
    const { code, detail } = refusalWords(objectIn(exchange.json))
    // A message that contains an id applies to one record only.
    if (ids.some((id) => detail?.includes(id))) return []
    const words = { status: exchange.status, code, ...(detail !== undefined && { detail }) }
    const rule = wordsToReplace(sections, one, known, words)
    if (rule === undefined) return []
    const key = doubtKey(known, rule)
    return [{ ...rule, key, known, entries: [exchange.index] }]
  })
  return [...new Map(doubts.map((doubt) => [doubt.key, doubt])).values()]
}

/** The refusal whose words the recorded words may replace. */
function wordsToReplace(
  sections: Sections,
  outcome: Outcome,
  known: KnownRoute,
  words: RefusalWords,
): Rule | undefined {
  const [said, ...others] = refusalsSaid(sections, known, outcome)
  if (said === undefined) {
    const condition = outcome.status === 404 ? missingCondition(known) : undefined
    return condition && { part: 'errors', condition, words }
  }
  const { rule } = said
  const isOther = refusalListOf(sections, known)?.list.some(
    (one) => one !== rule && refusalText(one) === refusalText(words),
  )
  const isAlike = outcome.status === words.status || refusalText(rule) === refusalText(words)
  return others.length > 0 || rule.at !== undefined || isOther === true || !isAlike
    ? undefined
    : { part: 'words', rule, words }
}

/** The fields that all played responses of an operation have, and no recorded response has. */
export function fieldDoubts(outcomes: readonly Outcome[]): readonly Doubt[] {
  const both = outcomes.filter(
    ({ known, isSameStatus, status, exchange, json }) =>
      known !== undefined &&
      isSameStatus &&
      status < 300 &&
      isRecord(exchange.json) &&
      isRecord(json),
  )
  const byOperation = Map.groupBy(both, ({ known }) => known && `${known.method} ${known.path}`)
  return [...byOperation.values()].flatMap((own): Doubt[] => {
    const [{ known, exchange, json } = {}] = own
    const names = Object.keys(recordIn(json) ?? {}).filter((name) =>
      own.every(
        (one) =>
          Object.hasOwn(recordIn(one.json) ?? {}, name) &&
          !Object.hasOwn(recordIn(one.exchange.json) ?? {}, name),
      ),
    )
    if (known === undefined || names.length === 0) return []
    const rule = { part: 'fields', names, inEnvelope: isEnvelope(exchange?.json) } as const
    const entries = own.map((one) => one.exchange.index)
    return [{ ...rule, key: doubtKey(known, rule), known, entries }]
  })
}

const isRecord = (body: unknown) =>
  bodyForm(body).list === undefined && recordIn(body) !== undefined

/** The condition with which an operation refuses if the record that it loads is missing. */
function missingCondition({ operation }: KnownRoute): Condition | undefined {
  if (operation === undefined) return undefined
  const { loads }: Operation = contract[operation]
  return loads && (loads.missing ?? 'resource-missing')
}

/**
 * The refusals of an operation that match a response: by code, by message, or by the invalid field.
 */
function refusalsSaid(
  sections: Sections,
  known: KnownRoute,
  { status, json }: Outcome,
): readonly Extract<Rule, { readonly part: 'refuses' }>[] {
  const problems = objectsIn(objectIn(json)['detail'])
  const isSaid = ({ at, ...rule }: Refusal) =>
    at === undefined
      ? (rule.status ?? 400) === status && refusalText(rule) === refusalIn(json)
      : problems.some(({ loc }) => isSameJson(loc, at))
  const list = refusalListOf(sections, known)?.list ?? []
  return list.filter(isSaid).map((rule) => ({ part: 'refuses', rule }))
}

/** The rules by which an operation changes records. */
function changesIn(sections: Sections, known: KnownRoute): readonly Rule[] {
  const { changes } = entryOf(sections, known).part
  const effects = effectListOf(sections, known)?.list ?? []
  return [
    ...effects.map((rule): Rule => ({ part: 'also', rule })),
    ...(typeof changes === 'string' ? [{ part: 'changes', rule: changes } as const] : []),
  ]
}

/**
 * Whether a request may have changed what a later one reads: it succeeded, and names the record.
 */
const mayCause = ({ exchange: { request, text }, status }: Outcome, { ids }: Outcome): boolean =>
  request.method !== 'GET' &&
  status < 400 &&
  (ids.length === 0 || ids.some((id) => request.path.includes(id) || text.includes(id)))

/** The kind of the records that a rule changes. */
const kindOf = (sections: Sections, known: KnownRoute, one: Rule): string =>
  one.part === 'also' ? one.rule.in : String(entryOf(sections, known).part['on'])

/** Tests whether an operation shows records of a kind: by its family, path, or expressions. */
function kindTest(sections: Sections, known: KnownRoute): (kind: string) => boolean {
  const path = known.path.replaceAll('-', '_')
  const text = JSON.stringify(entryOf(sections, known).part)
  return (kind) =>
    kindOfFamily(known.family ?? '') === kind || path.includes(kind) || text.includes(kind)
}

/** Removes the doubted rules and fields from a profile, and sets the recorded words. */
export function withoutRules(document: ProfileDocument, doubts: readonly Doubt[]): ProfileDocument {
  const sections = sectionsOf(document)
  for (const { known, ...one } of doubts) {
    if (one.part === 'changes') {
      const { section, name, part: entry } = entryOf(sections, known)
      section[name] = { ...entry, changes: literalExpression({}) }
    } else if (one.part === 'fields') {
      const { section, name, part: entry } = entryOf(sections, known)
      if (known.operation !== undefined || entry['kind'] === 'action')
        section[name] = withoutFields(entry, known, one)
    } else if (one.part === 'errors') {
      const { section, name, part: entry } = entryOf(sections, known)
      const errors = { ...objectIn(entry['errors']), [one.condition]: one.words }
      section[name] = { ...entry, errors }
    } else if (one.part === 'also') {
      const effects = effectListOf(sections, known)
      effects?.set(effects.list.filter((other) => other !== one.rule))
    } else {
      const refusals = refusalListOf(sections, known)
      const left = one.part === 'words' ? [{ ...one.rule, ...one.words }] : []
      refusals?.set(refusals.list.flatMap((other) => (other === one.rule ? left : [other])))
    }
  }
  return { ...document, ...sections }
}

/** Removes fields from the responses of an answer or an action. */
function withoutFields(
  entry: JsonObject,
  { operation }: KnownRoute,
  { names, inEnvelope }: Extract<Rule, { readonly part: 'fields' }>,
): JsonObject {
  const left = `from_items(items(@)[?!contains(${literalExpression(names)}, [0])])`
  if (operation !== undefined && typeof entry['body'] === 'string') {
    const body = inEnvelope ? `merge(@, { data: data | ${left} })` : left
    return { ...entry, body: `(${entry['body']}) | ${body}` }
  }
  const place = operation === undefined ? 'answer' : 'record'
  return { ...entry, [place]: `(${String(entry[place] ?? '@')}) | ${left}` }
}

const sectionsOf = ({ answers = {}, operations = {} }: ProfileDocument): Sections => ({
  answers: { ...answers },
  operations: { ...operations },
})
