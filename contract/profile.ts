import type * as z from 'zod/mini'
import { type ChoiceId, choiceIds, choices, unmetConditions } from './choices.ts'
import { isObject, type JsonObject } from './json.ts'
import { type OperationId, operations } from './operations.ts'
import { documented, type Pick, picksAt, type Profile } from './picks.ts'
import { operationName } from './operations/operation-index.ts'
import {
  parsePart,
  profileSections,
  readAnswers,
  readEntries,
  withoutFields,
  convertShapeErrors,
} from './profile/read-entries.ts'
import { hiddenPicks } from './profile/hidden-picks.ts'
import {
  asObject,
  operationNamed,
  ProfileError,
  quote,
  unknownWord,
} from './profile/profile-error.ts'
import { ownLimits } from './limits.ts'
import { creationsOf, hasRecords, listFormOf } from './profile/family-paths.ts'
import { type Families, family, type Family } from './profile/own-operations.ts'
import { contractKinds, kindOfFamily } from './kinds.ts'
import { shapesOf } from './profile/answers.ts'
import { platformFields, readShape } from './profile/shape.ts'

export { ProfileError } from './profile/profile-error.ts'

/** A complete profile as plain data, which needs no base. */
export type ProfileDocument = { readonly name: string; readonly picks: JsonObject } & {
  readonly [Section in 'answers' | 'operations']?: JsonObject
}

/** Converts a profile to the plain data that `readProfile` reads. */
export function toProfileDocument({
  name,
  picks,
  at,
  answers,
  operations: families,
}: Profile): ProfileDocument {
  const document: Record<string, unknown> = {}
  for (const id of choiceIds) {
    const own = Object.entries(at).flatMap(([place, there]) => {
      const { method, path } = operations[place as OperationId]
      const pick = there[id]
      return pick === undefined ? [] : [[`${method} ${path}`, toPickDocument(pick)] as const]
    })
    const pick = picks[id] && toPickDocument(picks[id])
    if (own.length > 0)
      document[id] = { ...(pick && { default: pick }), at: Object.fromEntries(own) }
    else if (pick !== undefined) document[id] = pick
  }
  const own = Object.entries(answers ?? {}).map(([id, one]) => [
    operationName(id as OperationId),
    one,
  ])
  return {
    name,
    picks: document,
    ...(own.length > 0 && { answers: Object.fromEntries(own) }),
    ...(families && { operations: families }),
  }
}

const toPickDocument = ({ option, value }: Pick) =>
  value === undefined ? option : { [option]: value }

/**
 * Reads a profile from plain data:
 * `{ name?, about?, base?, picks?: { <choice>: <pick> }, answers?: { <operation>: … }, operations?: { <family>: … } }`.
 * A pick is an option, `{ <option>: <value> }`, or `{ default?, at: { <operation>: <pick> } }`.
 *
 * With a `base`, an entry replaces the base's entry, and `null` removes an answer or a family. The
 * base is a document, or the name of a profile that the caller passes as `namedBase`. Throws
 * `ProfileError` for an unknown choice, option or operation, and for contradictory picks.
 *
 * @example
 * readProfile({ picks: { 'lists.default-size': { items: 50 } } })
 * @example
 * import deployed from 'agent-understudy/profiles/deployed-0.8.json' with { type: 'json' }
 * readProfile({ base: deployed, picks: { 'lists.default-size': { items: 50 } } })
 */
export function readProfile(
  document: unknown,
  fallbackName = 'unnamed',
  namedBase?: Profile,
): Profile {
  const root = asObject(document, [], 'A profile must be an object with `picks`')
  for (const key of Object.keys(root))
    if (key !== '$schema' && !profileKeys.includes(key))
      throw new ProfileError([key], unknownWord('key', key, profileKeys), 'key')
  const base = readBase(root['base'], namedBase)
  const picks = asObject(root['picks'] ?? {}, ['picks'], 'An object')
  const picked = readPicks(picks, base)
  const inherited = base && toProfileDocument(base)
  const own = (section: 'answers' | 'operations') =>
    readEntries(root, section, inherited && Object.keys(inherited[section] ?? {}))
  const [answered, added] = [own('answers'), own('operations')]
  const answers = {
    ...withoutFields(
      base?.answers,
      answered.removed.map((name) => operationNamed(name, [])),
    ),
    ...readAnswers(answered.given),
  }
  const families = readFamilies(added.given, withoutFields(base?.operations, added.removed))
  const has = (section: 'answers' | 'operations') =>
    root[section] !== undefined || base?.[section] !== undefined
  const profile = {
    name: String(root['name'] ?? fallbackName),
    ...picked,
    ...(has('answers') && { answers }),
    ...(has('operations') && { operations: families }),
  }
  const isOwn = (id: string) => Object.hasOwn(picks, id)
  return withoutContradictions(base ? withoutHiddenPicks(profile, isOwn) : profile, isOwn)
}

const profileKeys: readonly string[] = ['name', 'about', 'base', ...profileSections]

/** Returns the base of a profile: a document, or a profile that the caller names. */
function readBase(baseInput: unknown, namedBase: Profile | undefined): Profile | undefined {
  if (baseInput === undefined) return undefined
  if (isObject(baseInput)) return readBaseDocument(baseInput)
  if (baseInput === documented.name) return documented
  if (typeof baseInput === 'string' && namedBase !== undefined) return namedBase
  throw new ProfileError(
    ['base'],
    typeof baseInput === 'string'
      ? `There is no profile ${quote(baseInput)} here: in code, pass the base itself, as in \`{ base: deployed }\``
      : `It must be a profile or the name of one, not ${JSON.stringify(baseInput)}`,
  )
}

function readBaseDocument(baseDocument: JsonObject): Profile {
  try {
    return readProfile(baseDocument, 'base')
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new ProfileError(['base', ...error.path], error.message, error.part)
  }
}

/** Merges the picks of a document with the picks of its base. */
function readPicks(picksInput: JsonObject, base: Profile = documented) {
  const own = Object.keys(picksInput)
  const picks: Record<string, Pick> = withoutFields(base.picks, own)
  const at: Record<string, Record<string, Pick>> = {}
  for (const [place, there] of Object.entries(base.at)) {
    const left = withoutFields(there, own)
    if (Object.keys(left).length > 0) at[place] = left
  }
  for (const [id, one] of Object.entries(picksInput)) {
    if (!isChoice(id))
      throw new ProfileError(['picks', id], unknownWord('choice', id, choiceIds), 'key')
    const parts = isObject(one) && ('at' in one || 'default' in one) ? one : { default: one }
    for (const key of Object.keys(parts))
      if (key !== 'default' && key !== 'at')
        throw new ProfileError(
          ['picks', id, key],
          unknownWord('key', key, ['default', 'at']),
          'key',
        )
    if (parts['default'] !== undefined) picks[id] = readPick(id, parts['default'], ['picks', id])
    const places = asObject(
      parts['at'] ?? {},
      ['picks', id, 'at'],
      'It must be an object of operations and their picks',
    )
    for (const [operation, pick] of Object.entries(places)) {
      const path = ['picks', id, 'at', operation]
      const endpoint = operationNamed(operation, path)
      at[endpoint] = { ...at[endpoint], [id]: readPick(id, pick, path) }
    }
  }
  return { picks, at } as { picks: Profile['picks']; at: Profile['at'] }
}

function readPick(id: ChoiceId, pickInput: unknown, path: readonly string[]): Pick {
  const { options } = choices[id]
  const [[option, value] = [''], ...others] = isObject(pickInput)
    ? Object.entries(pickInput)
    : [[String(pickInput)] as [string, unknown?]]
  if (others.length > 0)
    throw new ProfileError(path, `\`${id}\` is picked with one option, not ${others.length + 1}`)
  const found = Object.hasOwn(options, option) ? options[option] : undefined
  if (found === undefined)
    throw new ProfileError(path, unknownWord(`option of \`${id}\``, option, Object.keys(options)))
  if (found.value === undefined) {
    if (value !== undefined)
      throw new ProfileError(path, `Option \`${option}\` of \`${id}\` takes no value`)
    return { option }
  }
  const read = found.value.safeParse(value)
  if (read.success) return { option, value: read.data }
  const [issue] = read.error.issues
  if (issue?.code === 'invalid_key')
    throw new ProfileError(
      [...path, option, ...issue.path.map(String)],
      wrongKeyMessage(issue),
      'key',
    )
  throw new ProfileError(
    path,
    `Option \`${option}\` of \`${id}\` takes ${found.says}, as in \`{ ${option}: … }\`; the value is ${JSON.stringify(value) ?? 'none'}`,
  )
}

const wrongKeyMessage = ({ issues: [inner] }: z.core.$ZodIssueInvalidKey): string =>
  inner?.code === 'custom' ? inner.message : 'It must be a name of a header, such as `x-request-id`'

/**
 * Throws for a pick of a choice that does not apply, because the pick would have no effect. A pick
 * of the base is removed instead, because picks of the document can make its choice irrelevant.
 */
function withoutContradictions(profile: Profile, isOwn: (id: string) => boolean): Profile {
  for (const [place, own] of [[undefined, profile.picks] as const, ...Object.entries(profile.at)]) {
    const picks = picksAt(profile, place as OperationId | undefined)
    for (const id of Object.keys(own ?? {}) as ChoiceId[]) {
      const [unmet] = unmetConditions(id, (other) => picks[other].option)
      if (unmet === undefined) continue
      // Starts again without this pick, because other choices may no longer apply.
      if (!isOwn(id)) return withoutContradictions(withoutPick(profile, id, place), isOwn)
      const [other, allowed] = unmet
      throw new ProfileError(
        ['picks', id],
        `\`${id}\` only applies if \`${other}\` is ${allowed.map(quote).join(' or ')}; this profile picks ${quote(picks[other].option)}`,
      )
    }
  }
  return profile
}

/** Removes picks of a base that have no visible effect because answers override them. */
const withoutHiddenPicks = (profile: Profile, isOwn: (id: string) => boolean): Profile =>
  hiddenPicks(profile).reduce((left, { path: [, id = '', , operation] }) => {
    if (isOwn(id)) return left
    return withoutPick(left, id as ChoiceId, operation && operationNamed(operation, []))
  }, profile)

const withoutPick = (profile: Profile, id: ChoiceId, place: string | undefined): Profile =>
  place === undefined
    ? { ...profile, picks: withoutFields(profile.picks, [id]) }
    : {
        ...profile,
        at: { ...profile.at, [place]: withoutFields(profile.at[place as OperationId], [id]) },
      }

const isChoice = (id: string): id is ChoiceId => Object.hasOwn(choices, id)

/** Reads the families of a profile, and adds the families of its base. Throws `ProfileError`. */
function readFamilies(familiesInput: JsonObject, inherited: Families = {}): Families {
  const { length } = Object.keys({ ...inherited, ...familiesInput })
  if (length > ownLimits.ownFamilies)
    throw new ProfileError(
      ['operations'],
      `A profile has at most ${ownLimits.ownFamilies} families of operations; this one has ${length}`,
    )
  const families: Record<string, Family> = { ...inherited }
  for (const [name, document] of Object.entries(familiesInput)) {
    const path = ['operations', name]
    if (!/^[a-z][a-z0-9_]*$/.test(name))
      throw new ProfileError(
        path,
        'The name of a family has small letters, digits and `_`, and begins with a letter',
        'key',
      )
    families[name] = readFamily(document, path)
  }
  const own = Object.keys(families).filter((name) => hasRecords(families[name]))
  const kinds = [...own.map(kindOfFamily), ...contractKinds]
  for (const [name, one] of Object.entries(families))
    for (const [path, kind] of namedRecordKinds(one)) {
      if (kinds.includes(kind)) continue
      if (!Object.hasOwn(familiesInput, name))
        throw new ProfileError(
          ['base'],
          `The family ${quote(name)} of the base names the records of ${quote(kind)}, which this profile removes. Remove it, too: \`${name}: null\``,
        )
      throw new ProfileError(
        ['operations', name, ...path],
        unknownWord('collection or kind of records', kind, kinds),
      )
    }
  return families
}

type Path = readonly string[]

/** Returns the kinds of records that a family names, each with its path in the family. */
function namedRecordKinds(one: Family): (readonly [path: Path, kind: string])[] {
  const within = 'within' in one ? Object.entries(one.within ?? {}) : []
  const parents = within.map(([parameter, kind]) => [['within', parameter], kind] as const)
  if (one.kind !== 'action') return parents
  return [
    ...parents,
    ...(one.on === undefined ? [] : [[['on'], one.on] as const]),
    ...creationsOf(one).map(({ creation, path }) => [[...path, 'in'], creation.in] as const),
  ]
}

const shapeKeys = ['record', 'input', 'shown', 'query', 'body', 'fields'] as const

function readFamily(document: unknown, path: Path): Family {
  const read = parsePart(family, document, path, 'the family')
  convertShapeErrors(path, () => {
    const parts = read as Readonly<Record<string, unknown>>
    for (const key of shapeKeys) if (parts[key] !== undefined) readShape(parts[key], [key])
    shapesOf(read)
  })
  for (const [key, says] of contradictions(read))
    throw new ProfileError([...path, ...key.split('.')], says, 'key')
  return read
}

/** Yields each key of a family that is wrong or conflicts with another key, with advice. */
function* contradictions(one: Family): Generator<readonly [key: string, says: string]> {
  const parameters = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const missing = (name: string) =>
    `The path \`${one.path}\` has no parameter \`{${name}}\`. Add it, or name one of the path`
  const within = Object.keys(('within' in one && one.within) || {})
  for (const name of within) if (!parameters.includes(name)) yield [`within.${name}`, missing(name)]
  if (one.kind === 'collection') {
    if (one.id !== undefined && parameters.includes(one.id))
      yield ['id', `\`{${one.id}}\` is already in the path. Choose another name`]
    const { key, filters = [], search = [], toggle = {} } = one
    const fields = Object.keys(one.record).map((name) => name.replace(/\?$/, ''))
    if (key !== undefined && !fields.includes(key))
      yield ['key', `\`record\` has no field \`${key}\`. Add it, or name another one`]
    if (key !== undefined && key !== 'id' && platformFields.has(key))
      yield ['key', `\`${key}\` is set automatically and identifies no record. Name another field`]
    if (one.update === 'PUT' && one.only?.includes('replace') === true)
      yield ['update', '`replace` in `only` already uses the method PUT. Remove one of the two']
    if (one.shown !== undefined && one.show === undefined)
      yield ['shown', missingKeyAdvice('shown', 'show')]
    const isPaged = ['page', 'items'].includes(listFormOf(one))
    for (const name of filters) {
      if (name === 'search')
        yield ['filters', 'The parameter `search` looks in the fields of `search`. Remove it here']
      if (isPaged && (name === 'page' || name === 'size'))
        yield ['filters', `The parameter \`${name}\` chooses a page of the list. Remove it here`]
    }
    const uses = [
      ['filters', filters, fields.filter((name) => name !== 'id' && !within.includes(name))],
      ['search', search, [...new Set([...fields, ...platformFields])]],
      ['toggle', Object.values(toggle), fields],
    ] as const
    for (const [use, names, allowed] of uses)
      for (const name of names)
        if (!allowed.includes(name)) yield [use, unknownWord(`field in \`${use}\``, name, allowed)]
  }
  if (one.kind === 'document') {
    if (one.value === undefined && one.from === undefined)
      yield ['value', '`value` is missing: write the initial value, or `from`']
    if (one.value !== undefined && one.from !== undefined)
      yield ['from', '`value` and `from` both give the initial value. Remove one of them']
    if (one.deleted !== undefined && one.reset !== true)
      yield ['deleted', missingKeyAdvice('deleted', 'reset')]
    if (one.shown !== undefined && one.show === undefined)
      yield ['shown', missingKeyAdvice('shown', 'show')]
  }
  if (one.kind === 'action') yield* actionContradictions(one, parameters, missing)
}

const missingKeyAdvice = (key: string, other: string) =>
  `\`${key}\` has no effect without \`${other}\`. Add \`${other}\`, or remove \`${key}\``

function* actionContradictions(
  one: Extract<Family, { readonly kind: 'action' }>,
  parameters: readonly (string | undefined)[],
  missing: (name: string) => string,
): Generator<readonly [key: string, says: string]> {
  if (one.on === undefined)
    for (const key of ['by', 'reach', 'each', 'changes', 'removes'] as const)
      if (one[key] !== undefined) yield [key, missingKeyAdvice(key, 'on')]
  if (one.by !== undefined && !parameters.includes(one.by)) yield ['by', missing(one.by)]
  if (one.each !== undefined && one.by !== undefined)
    yield ['by', '`each` names the records, so `by` has no effect. Remove one of them']
  if (one.each !== undefined && one.changes === undefined && one.removes !== true)
    yield ['each', '`each` has no effect alone. Add `changes` or `removes: true`']
  if (one.changes !== undefined && one.removes === true)
    yield ['removes', '`changes` and `removes` exclude each other. Remove one of them']
  if (one.download === true) {
    const key = one.type === undefined ? 'answer' : 'on'
    if (one[key] === undefined) yield ['download', missingKeyAdvice('download', key)]
  }
  if (one.filename !== undefined && one.type === undefined)
    yield ['filename', missingKeyAdvice('filename', 'type')]
  if (one.type !== undefined && one.one !== undefined)
    yield ['one', 'An answer with a `type` is a text, which has no envelope. Remove `one`']
  if (one.redirect !== undefined)
    for (const key of ['answer', 'type', 'one', 'status'] as const)
      if (one[key] !== undefined)
        yield [key, `A redirect has no body, so \`${key}\` has no effect. Remove one of them`]
}
