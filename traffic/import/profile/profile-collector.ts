import type { JsonObject } from '../../../contract/json.ts'
import type { OperationId } from '../../../contract/operations.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import type { Answers } from '../../../contract/profile/answers.ts'
import { effectivePicks } from '../../../contract/profile/over-base.ts'
import { type ProfileDocument, toProfileDocument } from '../../../contract/profile.ts'
import type { Families } from '../../../contract/profile/own-operations.ts'
import type { RecordedExchange } from '../../../contract/exchange.ts'
import type { CollectorResult, UnusedEntry, EntryUse } from '../collector.ts'
import { type SeededFamilies, withRecordedSeeds, matchBaseFamilies } from './base-families.ts'
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
  anySegment,
  routeNameOf,
  createRouteLog,
  createRouteTable,
  isSuccess,
  logLimits,
  patternText,
  routeName,
  type PlayedRoute,
  type RecordedRoute,
  type RouteLog,
  type RouteTable,
  sampleLimits,
} from './recorded-route.ts'
import { isEnvelope } from '../../../contract/body-form.ts'
import { withRefusals } from './learned-rules.ts'
import { addPicks, decisionsOf, withListForms } from './pick-places.ts'

/**
 * Collects the profile of an import: the base profile that explains most exchanges, and the
 * deployment's own operations, answers and seeds.
 *
 * @example
 * const collector = createProfileCollector({ bases: [{ name: 'documented', profile: documented }] })
 * for await (const exchange of readHar(file)) collector.add(exchange)
 * const { result } = collector.finish()
 */
export function createProfileCollector(options: ProfileImportOptions) {
  const log = createRouteLog()
  return {
    add(exchange: RecordedExchange) {
      log.add(exchange)
    },
    /** `picks`: the picks from the recordings by choice, in the form of a profile. */
    finish: (picks: JsonObject = {}) => createImportedProfile(log, options, picks),
  }
}

function createImportedProfile(
  log: RouteLog,
  { bases, earlier = {} }: ProfileImportOptions,
  picks: JsonObject,
): CollectorResult<ImportedProfile> {
  const ranked = rankBases(bases, log.routes())
  const [chosen] = ranked
  if (chosen === undefined) throw new TypeError('An import needs at least one base profile.')
  const { profile, table, routes } = chosen
  const found = routes.flatMap((route) => {
    const known = table.find(route.method, route.pattern)
    return known === undefined ? [] : [{ route, known }]
  })
  const like = matchBaseFamilies(profile, found)
  const played = found.filter(({ route }) => !like.removedRoutes.has(route))
  const seeded = withRecordedSeeds(like.families, played)
  const kept = new Set(played.map(({ route }) => route))
  const open = routes.filter((route) => !kept.has(route))
  const bodies = routes.flatMap(({ samples }) => samples.map(({ json }) => json))
  const seenPicks = recordedPicks(picks, bodies)
  const given = addPicks(toProfileDocument(profile).picks, seenPicks)
  const error = given['errors.success-error-field'] === 'null' ? 'null' : 'absent'
  const draft = createFamilyDraft(table, Object.keys(seeded.families), error, routes, earlier)
  const inferred = inferAnswers(profile, played, draft.bodies)
  const allPicks = withListForms(given, inferred.lists)
  inferFamilies(draft, open)
  const answers = like.isForeign ? withoutShapes(profile.answers) : profile.answers
  const { document, learned } = withRefusals(
    createProfileDocument(answers, seeded, draft, inferred, allPicks),
    played,
    { draft, open },
  )
  const shown = played.flatMap(({ route: { samples }, known }) =>
    samples.some(({ json }) => json !== undefined) ? [known] : [],
  )
  const changed = new Map([...like.changedRoutes, ...inferred.changed])
  const own = [...draft.played].map(
    ([route, how]) => [route, `${routeNameOf(route)}: ${how}`] as const,
  )
  const uses = [...toUses([...usesOfBase(played, seeded, changed), ...own]), ...learned]
  return {
    result: {
      document,
      base: baseReportOf(ranked.map(({ score }) => score)),
      operations: [...changed, ...draft.played].map(
        ([route, how]) => `${routeNameOf(route)}: ${how}`,
      ),
      deleted: deletedRecords(
        routes,
        createRouteTable({ operations: document.operations as Families }),
      ),
      recorded: {
        picks: decisionsOf(withListForms(seenPicks, inferred.lists)),
        answers: shown.flatMap(({ operation }) =>
          operation === undefined ? [] : [operationName(operation)],
        ),
        operations: shown.flatMap((known) =>
          known.family === undefined ? [] : [routeName(known)],
        ),
      },
      notes: [...inferred.notes, ...draft.notes, ...limitNotes(log)],
    },
    uses,
    unused: [...log.unused, ...unusedFailures(routes, uses)],
  }
}

function createProfileDocument(
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

/** The ids of deleted records, by kind. */
function deletedRecords(
  routes: readonly RecordedRoute[],
  { kindAt }: RouteTable,
): ImportedProfile['deleted'] {
  const all = routes.flatMap(({ method, pattern, samples }) => {
    const isDeletion = method === 'DELETE' && pattern.at(-1) === anySegment
    const kind = isDeletion ? kindAt(patternText(pattern)) : undefined
    const ids = samples.flatMap(({ values }) => values.at(-1) ?? [])
    return kind === undefined ? [] : [{ kind, ids }]
  })
  const byKind = Map.groupBy(all, ({ kind }) => kind)
  return Object.fromEntries([...byKind].map(([kind, own]) => [kind, own.flatMap(({ ids }) => ids)]))
}

/** The base's answers without their shapes, because the recorded deployment may have others. */
const withoutShapes = (answers: Answers = {}): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, { shape: _shape, ...answer }]) => [id, answer]),
  )

function baseReportOf(scores: readonly BaseScore[]): ImportedProfile['base'] {
  const [first] = scores
  const { name = '', known = 0, sameShape = 0, of = 0 } = first ?? {}
  const reason = `it has the operations of ${known} of ${of} successful exchanges, and the response shapes of ${sameShape}`
  return { name, reason, scores }
}

/** Describes for each recorded route of the base how the import used it. */
function usesOfBase(
  played: readonly PlayedRoute[],
  { used }: SeededFamilies,
  changed: ReadonlyMap<RecordedRoute, string>,
) {
  const recorded = played.filter(({ route }) => route.samples.length > 0)
  return recorded.map(({ route, known: { method, path } }) => {
    const seeds = used.get(route)
    const how = changed.get(route) ?? 'as in the base profile'
    const what = seeds === undefined ? `${method} ${path}: ${how}` : `the records of ${seeds}`
    return [route, what] as const
  })
}

const toUses = (routes: Iterable<readonly [RecordedRoute, string]>): EntryUse[] =>
  [...routes].flatMap(([{ entries }, what]) =>
    entries.filter(isSuccess).map(({ entry }) => ({ entry, as: 'operation' as const, what })),
  )

function unusedFailures(
  routes: readonly RecordedRoute[],
  uses: readonly EntryUse[],
): UnusedEntry[] {
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

function limitNotes({ limited: { routes, bodies, samples } }: RouteLog): string[] {
  const { routes: mostRoutes, characters } = logLimits
  const pathsLeft = `${routes} exchanges are left out: at most ${mostRoutes} different paths are kept`
  const bodiesLeft = `${bodies} bodies are left out: at most ${characters} characters are kept`
  const samplesLeft = `${samples} bodies are left out: of each operation, the latest ${sampleLimits.samples} are kept`
  return [
    ...(routes > 0 ? [pathsLeft] : []),
    ...(bodies > 0 ? [bodiesLeft] : []),
    ...(samples > 0 ? [samplesLeft] : []),
  ]
}

/** The option of `errors.success-error-field` that most bodies show; undefined for bare bodies. */
function successErrorField(bodies: readonly unknown[]): 'null' | 'absent' | undefined {
  const envelopes = bodies.filter(isEnvelope)
  if (envelopes.length === 0) return undefined
  const withError = envelopes.filter((body) => 'error' in body).length
  return withError * 2 > envelopes.length ? 'null' : 'absent'
}

/** The picks from the recordings, and the pick for the field `error` of success responses. */
function recordedPicks(picks: JsonObject, bodies: readonly unknown[]): JsonObject {
  const error = successErrorField(bodies)
  return { ...(error !== undefined && { 'errors.success-error-field': error }), ...picks }
}
