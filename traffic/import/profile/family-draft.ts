import { bodyForm, type BodyPath, isEnvelope } from '../../../contract/body-form.ts'
import { isObject, type JsonObject, ownField } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
import type { Family } from '../../../contract/profile/own-operations.ts'
import {
  anySegment,
  bodyOf,
  namedPath,
  parametersOf,
  type PathPattern,
  patternText,
  patternTextOf,
  type RecordedRoute,
  type RouteTable,
  type Sample,
} from './recorded-route.ts'
import { requestValues, findRequestExpression } from './recorded-over.ts'
import { fieldName, objectExpression, textLiteral } from './expression-text.ts'

/** A path of a profile, with its parameter names. */
type NamedPath = { readonly path: string; readonly names: readonly string[] }

/** The families that an import creates. */
export type FamilyDraft = {
  /** Adds a family for routes; returns false if the limit is reached. */
  add(name: string, family: JsonObject, played: readonly RecordedRoute[], how: string): boolean
  /**
   * Returns an unused family name, which ends with the method if it is given. If an earlier import
   * has a family of this kind for the operation, returns the name of that family.
   */
  nameFor(kind: Family['kind'], pattern: PathPattern, method?: string): string
  pathFor(pattern: PathPattern): NamedPath
  /** The kind of the records that the last parameter of a pattern names. */
  kindAt(pattern: PathPattern): string | undefined
  /** Sets the family whose records the last parameter of a pattern names. */
  setKind(pattern: PathPattern, family: string): void
  /** Whether a recorded path has this id in place of the last parameter of a pattern. */
  isNamed(pattern: PathPattern, id: string): boolean
  readonly bodies: RecordedBodies
  /** Whether a body has the envelope of the profile. */
  readonly isEnvelope: (body: unknown) => boolean
  readonly families: ReadonlyMap<string, JsonObject>
  /** The routes that the added families play, each with a description. */
  readonly played: ReadonlyMap<RecordedRoute, string>
  readonly notes: string[]
}

export function createFamilyDraft(
  table: RouteTable,
  takenNames: readonly string[],
  error: 'null' | 'absent',
  recorded: readonly RecordedRoute[],
  earlier: JsonObject,
): FamilyDraft {
  const families = new Map<string, JsonObject>()
  const used = new Set([...takenNames, ...Object.keys(earlier)])
  const played = new Map<RecordedRoute, string>()
  const kinds = new Map<string, string>()
  const bodies = createRecordedBodies()
  const notes: string[] = []
  const named = new Set(recorded.flatMap(idsInPaths))
  // Reserves one family for the recorded bodies.
  const most = ownLimits.ownFamilies - takenNames.length - 1
  let refused = 0
  return {
    bodies,
    isEnvelope: (body) => isEnvelope(body) && 'error' in body === (error === 'null'),
    families,
    played,
    notes,
    add(name, family, routes, how) {
      if (families.size >= most) {
        refused += 1
        if (refused === 1)
          notes.push(
            `a profile has at most ${ownLimits.ownFamilies} families: further operations are left out`,
          )
        return false
      }
      families.set(name, family)
      used.add(name)
      for (const route of routes) played.set(route, how)
      return true
    },
    nameFor(kind, pattern, method) {
      const known = Object.entries(earlier).find(
        ([name, family]) =>
          isObject(family) &&
          family['kind'] === kind &&
          patternTextOf(String(family['path'])) === patternText(pattern) &&
          (kind !== 'action' || family['method'] === (method?.toUpperCase() ?? 'GET')) &&
          !families.has(name),
      )
      if (known !== undefined) return known[0]
      const words = pattern.filter((part) => part !== anySegment).slice(1)
      const names = words.map((_, index) => familyNameOf(words.slice(-index - 1)))
      const [last = 'operation'] = names
      const first = method === undefined ? [last] : [familyNameOf([last, method])]
      const candidates = [
        ...first,
        ...names
          .slice(1)
          .map((name) => (method === undefined ? name : familyNameOf([name, method]))),
      ]
      const free = candidates.find((name) => !used.has(name))
      if (free !== undefined) return free
      for (let number = 2; ; number += 1) {
        const name = `${candidates[0] ?? last}_${number}`
        if (!used.has(name)) return name
      }
    },
    pathFor(pattern) {
      const names = parametersOf(pattern, table.parameterAt)
      return { names, path: namedPath(pattern, names) }
    },
    kindAt: (pattern) => kinds.get(patternText(pattern)) ?? table.kindAt(patternText(pattern)),
    isNamed: (pattern, id) => named.has(`${patternText(pattern)} ${id}`),
    setKind: (pattern, family) => void kinds.set(patternText(pattern), kindOfFamily(family)),
  }
}

/** Lists the ids in a route's paths. Each text is the pattern up to the id, a space, and the id. */
const idsInPaths = ({ pattern, samples }: RecordedRoute): string[] =>
  pattern
    .flatMap((segment, at) =>
      segment === anySegment ? [patternText(pattern.slice(0, at + 1))] : [],
    )
    .flatMap((text, at) => samples.map(({ values }) => `${text} ${values[at]}`))

/** The form of a list, as a family names it; `undefined` if only an expression can create it. */
export function listForm(
  body: unknown,
  path: BodyPath,
  isUsual: (body: unknown) => boolean,
): 'array' | 'items' | 'page' | 'envelope' | undefined {
  const { list } = bodyForm(body)
  if (list === undefined || list.path.join() !== path.join()) return undefined
  if (list.form === 'data') return isUsual(body) ? 'envelope' : undefined
  return list.form === 'wrapped' ? undefined : list.form
}

/** Converts a text to a name of small letters, digits and `_` that begins with a letter. */
function familyNameOf(words: readonly string[]): string {
  const name =
    words
      .join('_')
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('_') ?? 'operation'
  return /^[a-z]/.test(name) ? name.slice(0, 60) : `n_${name.slice(0, 58)}`
}

/** Finds the parents in a path: its parameters that identify records, with the records' kinds. */
export function parentsOf(
  draft: Pick<FamilyDraft, 'kindAt'>,
  pattern: PathPattern,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const parents: Record<string, string> = {}
  let at = 0
  for (const [index, segment] of pattern.entries()) {
    if (segment !== anySegment) continue
    const kind = draft.kindAt(pattern.slice(0, index + 1))
    const name = names[at++]
    if (kind !== undefined && name !== undefined) parents[name] = kind
  }
  return parents
}

/** Infers the access settings of a family (`public`, `admin`) from a route's recorded exchanges. */
export function accessOf({ pattern, entries, samples }: RecordedRoute): JsonObject {
  const isAdmin = pattern.includes('admin') && entries.some(({ status }) => status === 403)
  const isPublic = samples.some(({ caller }) => caller === undefined)
  return { ...(isPublic && { public: true }), ...(isAdmin && { admin: true }) }
}

/** The names of query parameters without which the recorded bodies of a path differ, up to five. */
export function decidingQuery(samples: readonly Sample[]): readonly string[] {
  const queries = samples.map((sample) => ({ sample, query: new URLSearchParams(sample.query) }))
  const names = new Set(queries.flatMap(({ query }) => [...query.keys()]))
  const deciding = [...names].filter((name) => {
    if (!/^[a-z]\w*$/i.test(name)) return false
    const byRest = Map.groupBy(queries, ({ sample: { values }, query }) =>
      JSON.stringify([values, [...query].filter(([other]) => other !== name)]),
    )
    return [...byRest.values()].some(
      (group) =>
        new Set(group.map(({ query }) => query.get(name))).size > 1 &&
        new Set(group.map(({ sample }) => JSON.stringify(bodyOf(sample)))).size > 1,
    )
  })
  return deciding.slice(0, 5)
}

/** The name of the family that stores recorded bodies. Operations send these bodies unchanged. */
export const bodiesFamily = 'recorded_bodies'

/** Bodies that operations of the profile send exactly as recorded. */
export type RecordedBodies = {
  /**
   * Stores the bodies of a route. Returns an expression for the body with the same parameters, also
   * those of `query`, or else for the latest body; undefined if the limit is reached.
   */
  add(
    method: string,
    path: string,
    names: readonly string[],
    samples: readonly Sample[],
    query?: readonly string[],
  ): string | undefined
  /** The family that stores the bodies; undefined without bodies. */
  family(): JsonObject | undefined
}

const maxParameterDepth = 3

/** Puts values of the request into a body, where all recorded bodies repeat these values. */
export function withRequestValues(
  body: string,
  names: readonly string[],
  samples: readonly Sample[],
): string {
  const parameters = requestValues(names, samples)
  const partAt = (
    place: string,
    values: readonly unknown[],
    levels: number,
  ): string | undefined => {
    const parameter = findRequestExpression(parameters, values)
    if (parameter !== undefined) return parameter
    const [first] = values
    if (levels === 0 || !isObject(first) || !values.every(isObject)) return undefined
    const parts = Object.keys(first).flatMap((name) => {
      const here = values.map((value) => ownField(value, name))
      const part = partAt(`${place}.${fieldName(name)}`, here, levels - 1)
      return part === undefined ? [] : [[name, part] as const]
    })
    return parts.length === 0 ? undefined : `merge(${place}, ${objectExpression(parts)})`
  }
  const bodies = samples.map(({ json }) => json)
  const made = partAt('$kept', bodies, maxParameterDepth)
  return made === undefined ? body : `let $kept = ${body} in ${made}`
}

/** The maximum number of bodies of one operation (`ofOne`), and of characters of all bodies. */
const bodyLimits = { ofOne: 20, characters: 8 * 1024 * 1024 } as const

function createRecordedBodies(): RecordedBodies {
  const seeds = new Map<string, JsonObject>()
  const most = ownLimits.ownSeeds - 1
  let characters = 0
  const keep = (id: string, body: unknown) => {
    const added = JSON.stringify(body ?? null).length
    if (!seeds.has(id) && seeds.size >= most) return false
    if (characters + added > bodyLimits.characters) return false
    characters += added
    seeds.set(id, { id, user_id: null, body: body ?? null })
    return true
  }
  return {
    add(method, path, names, samples, query = []) {
      const latest = samples.at(-1)
      if (latest === undefined) return undefined
      const usual = `${method} ${path}`
      if (!keep(usual, bodyOf(latest))) return undefined
      const byValues = Map.groupBy(samples, (sample) => {
        const sent = new URLSearchParams(sample.query)
        return [...sample.values, ...query.map((name) => sent.get(name) ?? '')].join('/')
      })
      const usualBody = `record('${bodiesFamily}', ${textLiteral(usual)})`
      if (byValues.size < 2) return withRequestValues(`${usualBody}.body`, names, samples)
      for (const [values, group] of [...byValues].slice(-bodyLimits.ofOne)) {
        const sample = group.at(-1)
        if (sample !== undefined) keep(`${usual} ${values}`, bodyOf(sample))
      }
      const inQuery = query.map((name) => `not_null($query.${fieldName(name)}, '')`)
      const parts = [...names.map((name) => `$params.${name}`), ...inQuery].join(`, '/', `)
      const own = `record('${bodiesFamily}', join('', [${textLiteral(`${usual} `)}, ${parts}]))`
      return withRequestValues(`(${own} || ${usualBody}).body`, names, samples)
    },
    family: () =>
      seeds.size === 0
        ? undefined
        : {
            kind: 'collection',
            path: '/api/recorded-bodies',
            only: [],
            record: { id: 'string', body: 'any' },
            seeds: [...seeds.values()],
          },
  }
}
