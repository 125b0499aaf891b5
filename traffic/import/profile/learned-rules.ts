import { valueAt } from '../../../contract/body-form.ts'
import { isObject, isSameJson, type JsonObject } from '../../../contract/json.ts'
import { kindProperties, recordKinds } from '../../../contract/kinds.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { operations as contract } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { ProfileDocument } from '../../../contract/profile.ts'
import type { Families } from '../../../contract/profile/own-operations.ts'
import { type Refusal, refusal as refusalSchema } from '../../../contract/profile/effects.ts'
import { isSecretPlace } from '../../../secrets/forms.ts'
import type { EntryUse } from '../collector.ts'
import type { FamilyDraft } from './family-draft.ts'
import { fieldName, literalExpression } from './expression-text.ts'
import {
  entryOf,
  errorCodeIn,
  refusalListOf,
  refusalText,
  refusalWords,
  type Sections,
} from './profile-rules.ts'
import {
  createRouteTable,
  type KnownRoute,
  type PlayedRoute,
  routeNameOf,
  sentNames,
  type RecordedRefusal,
  hasSucceeded,
  type RecordedRoute,
  type Sample,
} from './recorded-route.ts'

/** The input for rules: the routes that the base lacks, with their families. */
type RuleSources = {
  readonly draft: FamilyDraft
  readonly open: readonly RecordedRoute[]
}

/** Adds rules from recorded refusals, and gives rules of the base their recorded words. */
export function withRefusals(
  document: ProfileDocument,
  played: readonly PlayedRoute[],
  { draft, open }: RuleSources,
) {
  const sections = { answers: { ...document.answers }, operations: { ...document.operations } }
  for (const one of played) renameRules(sections, one)
  const made = createdRoutes(sections.operations, draft.families, open)
  for (const one of made) requireFields(sections, one)
  const learned = [...played, ...made].flatMap((one): EntryUse[] => {
    const { rules, entries } = learnRefusals(one, made.includes(one))
    if (rules.length === 0 || !withRules(sections, one.known, rules)) return []
    const what = `${routeNameOf(one.route)}: refuses this input`
    return entries.map((entry) => ({ entry, as: 'operation', what }))
  })
  return { document: { ...document, ...nonEmptySections(sections) }, learned }
}

/** The rules of one operation, with the exchanges that they come from. */
type LearnedRules = { readonly rules: readonly Refusal[]; readonly entries: readonly number[] }

/**
 * The refusals of a route that depend only on its input: on a refused value, or on the whole body.
 * If other requests with the same input succeeded, the state decides, and no rule can express that.
 */
function learnRefusals({ route, known }: PlayedRoute, isMade: boolean): LearnedRules {
  const row: Operation | undefined = known.operation && contract[known.operation]
  const learned = route.refusals.flatMap((refusal) => {
    const isAccepted = route.samples.some(({ sent }) => isSameJson(sent, refusal.sent))
    // The fake already refuses input that the schema of the contract does not accept.
    const isPlayed = row?.body?.safeParse(refusal.sent).success === false
    const isOfInput = refusal.status === 400 || refusal.status === 422
    const rules =
      !isOfInput || isAccepted || isPlayed
        ? []
        : rulesOfRefusal(refusal, route.samples, row === undefined && !isMade)
    return rules.filter(isExpressible).map((rule) => ({ rule, entry: refusal.entry }))
  })
  const rules = [...new Map(learned.map(({ rule }) => [JSON.stringify(rule), rule])).values()]
  // One refusal for the state of a record must not disable an operation that the base plays.
  const isForEveryRequest = isMade || route.refusals.every(({ status }) => status === 400)
  const isAlwaysRefused = !hasSucceeded(route) && isForEveryRequest
  return {
    rules: isAlwaysRefused ? [...rules, ...refuseAllRule(route)] : rules,
    entries: learned.map(({ entry }) => entry),
  }
}

/**
 * The rule for an operation that was always refused: refuse every request. Missing records and
 * records of other users need no rule.
 */
function refuseAllRule({ refusals }: RecordedRoute): Refusal[] {
  const last = refusals.findLast(({ status }) => status === 400 || status === 409)
  if (last === undefined) return []
  const rule = { when: literalExpression(true), ...toRefusal(last) }
  return isExpressible(rule) ? [rule] : []
}

/** Whether a profile can have this rule: its texts and its path may be too long. */
const isExpressible = (rule: Refusal): boolean => refusalSchema.safeParse(rule).success

function rulesOfRefusal(
  refusal: RecordedRefusal,
  accepted: readonly Sample[],
  isOwn: boolean,
): readonly Refusal[] {
  const { sent, json } = refusal
  const { detail } = json
  if (Array.isArray(detail)) return detail.flatMap((item: unknown) => inputRule(item, sent, isOwn))
  // A refused password gives no rule for other passwords, and a profile must not contain secrets.
  const fields = Object.entries(isObject(sent) ? sent : {}).filter(
    ([name, value]) => !isSecretPlace([name], String(value)),
  )
  if (fields.length === 0) return []
  // A value that another request sent with success did not cause the refusal.
  const isSeen = ([name, value]: (typeof fields)[number]) =>
    accepted.some((one) => isObject(one.sent) && isSameJson(one.sent[name], value))
  const unseen = fields.filter((field) => !isSeen(field))
  const same = (unseen.length > 0 ? unseen : fields).map(([name, value]) =>
    equalsExpression(`$body.${fieldName(name)}`, value),
  )
  return [{ when: same.join(' && '), ...toRefusal(refusal) }]
}

/** The status and the words of a recorded refusal, in the form of a rule. */
const toRefusal = ({ status, json }: RecordedRefusal): Omit<Refusal, 'when'> => ({
  ...(status !== 400 && { status }),
  ...refusalWords(json),
})

const equalsExpression = (place: string, value: unknown) =>
  `${place} == ${literalExpression(value)}`

/** The rule for one invalid value. Wrong types need no rule in families of the base. */
function inputRule(item: unknown, sent: unknown, isOwn: boolean): readonly Refusal[] {
  if (!isObject(item) || !Array.isArray(item['loc'])) return []
  const { loc, type, msg, ctx } = item
  const at = (loc as readonly unknown[]).map(String)
  if (at[0] !== 'body' || at.length < 2 || type === 'missing') return []
  if (isOwn && type !== 'value_error') return []
  // Not every deployment repeats the input.
  const input = item['input'] ?? valueAt(sent, at.slice(1))
  // A rule for null would also refuse requests without the field.
  if (input === undefined || input === null || isSecretPlace(at, String(input))) return []
  const place = (loc as readonly unknown[]).slice(1).map(stepExpression).join('')
  const rule = {
    when: equalsExpression(`$body${place}`, input),
    at,
    type: String(type),
    detail: String(msg).replace(/^Value error, /, ''),
    ...(isObject(ctx) && type !== 'value_error' && { args: literalExpression(ctx) }),
  }
  return [rule]
}

/** Writes one step of an expression's path: to an item of a list, or to a field. */
const stepExpression = (step: unknown): string =>
  typeof step === 'number' ? `[${step}]` : `.${fieldName(String(step))}`

/** The routes of the families that an import creates. */
function createdRoutes(
  operations: JsonObject,
  families: FamilyDraft['families'],
  routes: readonly RecordedRoute[],
): PlayedRoute[] {
  const made = Object.entries(operations).filter(([name]) => families.has(name))
  const table = createRouteTable({ operations: Object.fromEntries(made) as Families })
  return routes.flatMap((route) => {
    const known = table.find(route.method, route.pattern)
    return known?.family === undefined ? [] : [{ route, known }]
  })
}

const anyScalar = 'string|number|boolean|object|null'

/** Finds required fields: requests without them were refused. */
function requireFields(sections: Sections, { route, known }: PlayedRoute): void {
  const { section, name, part } = entryOf(sections, known)
  const key = part['kind'] === 'collection' ? 'input' : 'body'
  if (part['kind'] !== 'action' && known.action !== 'create') return
  const items = route.refusals.flatMap(({ json: { detail } }) =>
    Array.isArray(detail) ? detail.filter(isObject) : [],
  )
  const places = items.flatMap(({ type, loc }) =>
    type === 'missing' && Array.isArray(loc) ? [loc] : [],
  )
  const missing = new Set(
    places.flatMap(([at, field, ...more]) =>
      at === 'body' && field !== undefined && more.length === 0 ? [field] : [],
    ),
  )
  const required = [...missing].flatMap((field) => {
    const valueIn = ({ sent }: { readonly sent: unknown }) => isObject(sent) && sent[field]
    if (route.samples.some((sample) => valueIn(sample) === undefined)) return []
    const isList = [...route.samples, ...route.refusals].map(valueIn).some(Array.isArray)
    return [[field, isList ? ['any'] : anyScalar] as const]
  })
  const sent = sentNames(route.refusals).difference(new Set(required.map(([field]) => field)))
  const all = {
    ...Object.fromEntries([...sent].map((field) => [`${field}?`, 'any'])),
    ...((part[key] ?? {}) as JsonObject),
  }
  const kept = Object.entries(all).filter(
    ([written]) => !required.some(([field]) => written === `${field}?`),
  )
  const fields = Object.fromEntries([...kept, ...required])
  if (Object.keys(fields).length > 0) section[name] = { ...part, [key]: fields }
}

const nonEmptySections = (sections: Sections): Partial<Sections> =>
  Object.fromEntries(
    Object.entries(sections).filter(([, entries]) => Object.keys(entries).length > 0),
  )

/** Adds rules to an operation. Rules from the recording come first. */
function withRules(sections: Sections, knownRoute: KnownRoute, rules: readonly Refusal[]): boolean {
  const found = refusalListOf(sections, knownRoute)
  if (found === undefined) return false
  const { list, set } = found
  const fresh = rules
    .filter((one) => !list.some((other) => isSameRule(other, one)))
    .slice(0, Math.max(0, ownLimits.ownEffects - list.length))
  if (fresh.length > 0) set([...fresh, ...list])
  return fresh.length > 0
}

/**
 * Gives a rule of the base the recorded code and message, if the rule depends on the state or a
 * file. It must be the only rule with its status that the recording never shows. Its condition
 * stays as in the base.
 */
function renameRules(sections: Sections, { route, known }: PlayedRoute): void {
  const found = refusalListOf(sections, known)
  if (found === undefined) return
  const { list, set } = found
  const words = new Set(list.map(refusalText))
  const missing = missingCodes(sections)
  for (const status of [400, 403, 404, 409, 422]) {
    const isOfInput = status === 400 || status === 422
    const seen = route.refusals.filter(
      (one) => one.status === status && !(isOfInput && one.sent !== undefined),
    )
    const others = seen.filter(
      ({ json }) =>
        !words.has(refusalText(refusalWords(json))) && !missing.has(errorCodeIn(json) ?? ''),
    )
    const shown = new Set(seen.map(({ json }) => refusalText(refusalWords(json))))
    const hasCode = others.some(({ json }) => errorCodeIn(json) !== null)
    const same = list.filter(
      (one) =>
        (one.status ?? 400) === status &&
        one.at === undefined &&
        typeof one.code === (hasCode ? 'string' : 'undefined'),
    )
    const unseen = same.filter((one) => !shown.has(refusalText(one)))
    // If all codes were seen, any rule is possible: a missing record may have caused a code.
    const [rule, ...more] = unseen.length > 0 ? unseen : same
    const last = others.at(-1)
    if (rule === undefined || last === undefined || more.length > 0) continue
    if (new Set(others.map(({ json }) => errorCodeIn(json))).size > 1) continue
    const { code, detail } = refusalWords(last.json)
    const renamed = { ...rule, code, ...(detail !== undefined && { detail }) }
    set(list.map((one) => (one === rule ? renamed : one)))
    return
  }
}

/** The error codes of 404 responses for missing records. */
function missingCodes({ operations }: Sections): ReadonlySet<unknown> {
  const families = Object.values(operations).map((family) => (family as JsonObject)['missing'])
  return new Set([...recordKinds.map((kind) => kindProperties(kind).code), ...families])
}

/** Whether a base already refuses this input: with the same code, or at the same place. */
const isSameRule = (knownRule: Refusal, { code, at, detail }: Refusal) =>
  at === undefined
    ? knownRule.code === code && code !== null
    : isSameJson(knownRule.at, at) && knownRule.detail === detail
