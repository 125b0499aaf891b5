import { type JsonObject, isObject, isSameJson } from '../../../contract/json.ts'
import { type OperationId, operations as contract } from '../../../contract/operations.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import type { Answers } from '../../../contract/profile/answers.ts'
import { effectivePicks } from '../../../contract/profile/over-base.ts'
import { type ProfileDocument, toProfileDocument } from '../../../contract/profile.ts'
import type { RecordedExchange } from '../../../contract/exchange.ts'
import type { Collected, Collector, Unused, Use } from '../collector.ts'
import {
  type PlayedRoute,
  type SeededFamilies,
  withRecordedSeeds,
  likeFamilies,
} from './base-families.ts'
import {
  rankBases,
  type BaseScore,
  type ImportedProfile,
  type ProfileImportOptions,
} from './choose-base.ts'
import { createFamilyDraft, type FamilyDraft } from './family-draft.ts'
import { inferAnswers, type InferredAnswers } from './infer-answers.ts'
import { inferFamilies } from './infer-families.ts'
import {
  patternText,
  createRouteLog,
  isSuccess,
  logLimits,
  type RecordedRoute,
  type RouteLog,
  type KnownRoute,
  type RecordedRefusal,
} from './recorded-route.ts'
import { isEnvelope } from '../../../contract/body-form.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Refusal } from '../../../contract/profile/effects.ts'
import { isSecretPlace } from '../../../secrets/forms.ts'
import { fieldName, literal } from './expression-text.ts'

/**
 * Collects the profile of an import: the base profile that explains most of the recordings, and the
 * operations, answers and seeds in which the deployment differs from it.
 *
 * @example
 * const collector = createProfileCollector({ bases: [{ name: 'documented', profile: documented }] })
 * for await (const exchange of readHar(file)) collector.add(exchange)
 * const { result } = collector.finish()
 */
export function createProfileCollector(options: ProfileImportOptions): Collector<ImportedProfile> {
  const log = createRouteLog()
  return {
    add: (exchange: RecordedExchange) => log.add(exchange),
    finish: () => finish(log, options),
  }
}

function finish(
  log: RouteLog,
  { bases, picks = () => ({}) }: ProfileImportOptions,
): Collected<ImportedProfile> {
  const ranked = rankBases(bases, log.routes())
  const [chosen] = ranked
  if (chosen === undefined) throw new TypeError('An import needs at least one base profile.')
  const { profile, table, routes } = chosen
  const found = routes.flatMap((route) => {
    const known = table.find(route.method, route.pattern)
    return known === undefined ? [] : [{ route, known }]
  })
  const like = likeFamilies(profile, found)
  const played = found.filter(({ route }) => !like.open.has(route))
  const seeded = withRecordedSeeds(like.families, played)
  const kept = new Set(played.map(({ route }) => route))
  const open = routes.filter((route) => !kept.has(route))
  const bodies = routes.flatMap(({ samples }) => samples.map(({ json }) => json))
  const given = joinedPicks(toProfileDocument(profile).picks, picks(), bodies)
  const error = given['errors.success-error-field'] === 'null' ? 'null' : 'absent'
  const draft = createFamilyDraft(table, Object.keys(seeded.families), error)
  const inferred = inferAnswers(profile, played, draft.bodies)
  const allPicks = withLists(given, inferred.lists)
  inferFamilies(draft, open)
  const answers = like.isForeign ? withoutShapes(profile.answers) : profile.answers
  const { document, learned } = withRefusals(
    documentOf(answers, seeded, draft, inferred, allPicks),
    played,
  )
  const changed = new Map([...like.changed, ...inferred.changed])
  const own = [...draft.played].map(([route, how]) => [route, `${nameOf(route)}: ${how}`] as const)
  const uses = [...usesOf([...usesOfBase(played, seeded, changed), ...own]), ...learned]
  return {
    result: {
      document,
      base: baseOf(ranked.map(({ score }) => score)),
      operations: [...changed, ...draft.played].map(([route, how]) => `${nameOf(route)}: ${how}`),
      notes: [...inferred.notes, ...draft.notes, ...limitNotes(log)],
    },
    uses,
    unused: [...log.unused, ...failures(routes, uses)],
  }
}

/** A document with the rules that recorded refusals taught. */
function withRefusals(document: ProfileDocument, played: readonly PlayedRoute[]) {
  const sections = { answers: { ...document.answers }, operations: { ...document.operations } }
  for (const one of played) renameRules(sections, one)
  const learned = played.flatMap((one): Use[] => {
    const { rules, entries } = learnRefusals(one)
    if (rules.length === 0 || !withRules(sections, one.known, rules)) return []
    const what = `${nameOf(one.route)}: refuses this input`
    return entries.map((entry) => ({ entry, as: 'operation', what }))
  })
  return { document: { ...document, ...withParts(sections) }, learned }
}

const nameOf = ({ method, pattern }: RecordedRoute) => `${method} ${patternText(pattern)}`

function documentOf(
  given: Answers | undefined,
  { families }: SeededFamilies,
  draft: FamilyDraft,
  inferred: InferredAnswers,
  picks: JsonObject,
): ProfileDocument {
  const known = Object.entries(given ?? {}).map(
    ([id, answer]) => [operationName(id as OperationId), answer] as const,
  )
  const answers = { ...Object.fromEntries(known), ...inferred.answers }
  const operations = { ...families, ...Object.fromEntries(draft.families) }
  return {
    name: 'imported',
    picks: effectivePicks({ picks, answers }),
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(Object.keys(operations).length > 0 && { operations }),
  }
}

/** The answers of another deployment, without the shapes that this one may not have. */
const withoutShapes = (answers: Answers = {}): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, { shape: _shape, ...answer }]) => [id, answer]),
  )

function baseOf(scores: readonly BaseScore[]): ImportedProfile['base'] {
  const [first] = scores
  const { name = '', known = 0, sameShape = 0, of = 0 } = first ?? {}
  const reason = `it has the operation of ${known} of ${of} successful exchanges, and the shape of ${sameShape}`
  return { name, reason, scores }
}

/** The use of each route of the base, in words. */
function usesOfBase(
  played: readonly PlayedRoute[],
  { used }: SeededFamilies,
  changed: ReadonlyMap<RecordedRoute, string>,
) {
  const recorded = played.filter(({ route }) => route.samples.length > 0)
  return recorded.map(({ route, known: { method, path } }) => {
    const seeds = used.get(route)
    const how = changed.get(route) ?? 'as the base has it'
    const what = seeds === undefined ? `${method} ${path}: ${how}` : `the records of ${seeds}`
    return [route, what] as const
  })
}

const usesOf = (routes: Iterable<readonly [RecordedRoute, string]>): Use[] =>
  [...routes].flatMap(([{ entries }, what]) =>
    entries.filter(isSuccess).map(({ entry }) => ({ entry, as: 'operation' as const, what })),
  )

function failures(routes: readonly RecordedRoute[], uses: readonly Use[]): Unused[] {
  const used = new Set(uses.map(({ entry }) => entry))
  return routes.flatMap(({ entries }) =>
    entries
      .filter(({ entry }) => !used.has(entry))
      .map(({ entry, status }) => ({
        entry,
        reason: isSuccess({ status })
          ? 'its body was not recorded, or is too long'
          : `a response of ${status} says nothing about the operation`,
      })),
  )
}

function limitNotes({ limited: { routes, bodies } }: RouteLog): string[] {
  const { routes: mostRoutes, characters } = logLimits
  const pathsLeft = `${routes} exchanges are left out: at most ${mostRoutes} different paths are kept`
  const bodiesLeft = `${bodies} bodies are left out: at most ${characters} characters are kept`
  return [...(routes > 0 ? [pathsLeft] : []), ...(bodies > 0 ? [bodiesLeft] : [])]
}

/** The option of `errors.success-error-field` that most bodies show; `undefined` without envelopes. */
function successErrorField(bodies: readonly unknown[]): 'null' | 'absent' | undefined {
  const envelopes = bodies.filter(isEnvelope)
  if (envelopes.length === 0) return undefined
  const withError = envelopes.filter((body) => 'error' in body).length
  return withError * 2 > envelopes.length ? 'null' : 'absent'
}

/**
 * The picks of a base, with those that were read from the recordings, and what the bodies show
 * by themselves: the field `error` of successes. Operations that were not recorded stay as in the base.
 */
function joinedPicks(base: JsonObject, picks: JsonObject, bodies: readonly unknown[]): JsonObject {
  const error = successErrorField(bodies)
  const seen = { ...(error !== undefined && { 'errors.success-error-field': error }), ...picks }
  const joined = Object.entries(seen).map(([id, pick]) => {
    const { at = {}, ...usual } = placesOf(pick)
    return [id, withPlaces({ ...placesOf(base[id]), ...usual }, at)] as const
  })
  return { ...base, ...Object.fromEntries(joined) }
}

/** Picks with the forms of single lists. */
function withLists(all: JsonObject, lists: Readonly<Record<string, string>>): JsonObject {
  if (Object.keys(lists).length === 0) return all
  return { ...all, 'lists.envelope': withPlaces(placesOf(all['lists.envelope']), lists) }
}

/** A pick for all operations, and those of single ones. */
type Places = { readonly default?: unknown; readonly at?: JsonObject }

const placesOf = (pick: unknown): Places =>
  isObject(pick) && ('at' in pick || 'default' in pick)
    ? (pick as Places)
    : pick === undefined
      ? {}
      : { default: pick }

/** A pick as a profile has it, with further ones of single operations. */
function withPlaces({ default: usual, at = {} }: Places, more: JsonObject): unknown {
  const all = Object.entries({ ...at, ...more }).filter(([, pick]) => !isSameJson(pick, usual))
  if (all.length === 0) return usual
  return { ...(usual !== undefined && { default: usual }), at: Object.fromEntries(all) }
}

/** A part of a profile that may have refusals: an answer, or a family. */
type Part = { readonly refuses?: unknown }
/** The rules of one operation, with the exchanges that taught them. */
type Learned = { readonly rules: readonly Refusal[]; readonly entries: readonly number[] }

/**
 * The refusals of a route that its input alone decides: a value that was refused, or the same body.
 * What was accepted elsewhere depends on the state, so that no rule can say it.
 */
function learnRefusals({ route, known }: PlayedRoute): Learned {
  const row: Operation | undefined = known.operation && contract[known.operation]
  const learned = route.refusals.flatMap((refusal) => {
    const isAccepted = route.samples.some(({ sent }) => isSameJson(sent, refusal.sent))
    // What the schema of the contract refuses needs no rule.
    const isPlayed = row?.body?.safeParse(refusal.sent).success === false
    const isOfInput = refusal.status === 400 || refusal.status === 422
    const rule = !isOfInput || isAccepted || isPlayed ? undefined : ruleOf(refusal, row === undefined)
    return rule === undefined ? [] : [{ rule, entry: refusal.entry }]
  })
  return { rules: learned.map(({ rule }) => rule), entries: learned.map(({ entry }) => entry) }
}

function ruleOf({ status, sent, json }: RecordedRefusal, isOwn: boolean): Refusal | undefined {
  const { detail, message, error_args: args } = json
  if (Array.isArray(detail)) return inputRule(detail, isOwn)
  // A wrong password says nothing about others, and no secret may be in a profile.
  const fields = Object.entries(isObject(sent) ? sent : {}).filter(
    ([name, value]) => !isSecretPlace([name], String(value)),
  )
  if (fields.length === 0) return undefined
  const same = fields.map(([name, value]) => equals(`$body.${fieldName(name)}`, value))
  const text = detail ?? message
  return {
    when: same.join(' && '),
    ...(status !== 400 && { status }),
    code: codeOf(json),
    ...(typeof text === 'string' && text !== '' && { detail: text }),
    ...(isObject(args) && Object.keys(args).length > 0 && { args: literal(args) }),
  }
}

const equals = (place: string, value: unknown) => `${place} == ${literal(value)}`

/** The rule of one invalid value. A family refuses by its shapes what is of a wrong form. */
function inputRule(items: readonly unknown[], isOwn: boolean): Refusal | undefined {
  const [item, ...more] = items
  if (!isObject(item) || more.length > 0 || !Array.isArray(item['loc'])) return undefined
  const { loc, type, msg, input, ctx } = item
  const at = (loc as readonly unknown[]).map(String)
  if (at[0] !== 'body' || at.length < 2 || type === 'missing') return undefined
  if (isOwn && type !== 'value_error') return undefined
  return {
    when: equals(`$${at.map(fieldName).join('.')}`, input),
    at,
    type: String(type),
    detail: String(msg).replace(/^Value error, /, ''),
    ...(isObject(ctx) && type !== 'value_error' && { args: literal(ctx) }),
  }
}

type Sections = { answers: Record<string, unknown>; operations: Record<string, unknown> }

const withParts = (sections: Sections): Partial<Sections> =>
  Object.fromEntries(
    Object.entries(sections).filter(([, entries]) => Object.keys(entries).length > 0),
  )

/** The refusals of an operation in its answer or its family; undefined if it cannot have any. */
function refusalsOf(
  sections: Sections,
  { operation, family = '', action }: KnownRoute,
): { readonly list: readonly Refusal[]; set(list: readonly Refusal[]): void } | undefined {
  const [section, name] =
    operation === undefined
      ? [sections.operations, family]
      : [sections.answers, operationName(operation)]
  const part = (section[name] ?? {}) as Part & JsonObject
  const isByAction = part['kind'] === 'collection'
  if (
    operation === undefined &&
    !['action', 'document', 'collection'].includes(String(part['kind']))
  )
    return undefined
  if (isByAction && (action === undefined || action === 'toggle')) return undefined
  const byAction = (part.refuses ?? {}) as JsonObject
  const list = ((isByAction ? byAction[action ?? ''] : part.refuses) ?? []) as readonly Refusal[]
  const set = (own: readonly Refusal[]) => {
    section[name] = { ...part, refuses: isByAction ? { ...byAction, [action ?? '']: own } : own }
  }
  return { list, set }
}

/** Adds rules to those of an operation. What was seen comes first. */
function withRules(sections: Sections, known: KnownRoute, rules: readonly Refusal[]): boolean {
  const found = refusalsOf(sections, known)
  if (found === undefined) return false
  const { list, set } = found
  const fresh = rules
    .filter((one) => !list.some((other) => isSameRule(other, one)))
    .slice(0, Math.max(0, ownLimits.ownEffects - list.length))
  if (fresh.length > 0) set([...fresh, ...list])
  return fresh.length > 0
}

/**
 * Gives a rule of the base the recorded code and message: when it depends on the state, and is the only
 * one with its status whose code the recording never shows. When it refuses stays as in the base.
 */
function renameRules(sections: Sections, { route, known }: PlayedRoute): void {
  const found = refusalsOf(sections, known)
  if (found === undefined) return
  const { list, set } = found
  const codes = new Set(list.map(({ code }) => code))
  for (const status of [403, 404, 409]) {
    const seen = route.refusals.filter((refusal) => refusal.status === status)
    const unseen = list.filter(
      (rule) =>
        rule.status === status && !seen.some(({ json }) => codeOf(json) === (rule.code ?? null)),
    )
    const others = seen.filter(({ json }) => !codes.has(codeOf(json)))
    const [rule] = unseen
    const last = others.at(-1)
    if (rule === undefined || last === undefined || unseen.length > 1) continue
    if (new Set(others.map(({ json }) => codeOf(json))).size > 1) continue
    const text = last.json['detail'] ?? last.json['message']
    const code = codeOf(last.json)
    const detail = typeof text === 'string' && text !== '' && { detail: text }
    set(list.map((one) => (one === rule ? { ...one, code, ...detail } : one)))
    return
  }
}

const codeOf = ({ error_code, error }: JsonObject): string | null =>
  [error_code, error].find((one): one is string => typeof one === 'string' && one !== '') ?? null

/** Whether a base refuses such input already: with the same code, or at the same place. */
const isSameRule = (known: Refusal, { code, at }: Refusal) =>
  at === undefined ? known.code === code && code !== null : isSameJson(known.at, at)
