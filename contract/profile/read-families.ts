import type { JsonObject } from '../json.ts'
import { ownLimits } from '../limits.ts'
import { creationsOf } from './family-paths.ts'
import { type Families, family, type Family } from './own-operations.ts'
import { ProfileError, quote, unknownWord } from './profile-error.ts'
import { parsed, withShapes } from './read-entries.ts'
import { contractKinds, kindOfFamily } from '../kinds.ts'
import { shapesOf } from './answers.ts'
import { readShape } from './shape.ts'

/**
 * Reads the families of operations of a profile, and adds them to those of its base. Throws
 * `ProfileError`.
 */
export function readFamilies(given: JsonObject, inherited: Families = {}): Families {
  const { length } = Object.keys({ ...inherited, ...given })
  if (length > ownLimits.ownFamilies)
    throw new ProfileError(
      ['operations'],
      `A profile has at most ${ownLimits.ownFamilies} families of operations; this one has ${length}`,
    )
  const families: Record<string, Family> = { ...inherited }
  for (const [name, document] of Object.entries(given)) {
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
    for (const [path, kind] of namedKinds(one)) {
      if (kinds.includes(kind)) continue
      if (!Object.hasOwn(given, name))
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

const hasRecords = (one: Family | undefined) => one?.kind === 'collection' || one?.kind === 'files'

type Path = readonly string[]

/** The kinds of records that a family names, with their paths. */
function namedKinds(one: Family): (readonly [path: Path, kind: string])[] {
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
  const read = parsed(family, document, path, 'the family')
  withShapes(path, () => {
    const parts = read as Readonly<Record<string, unknown>>
    for (const key of shapeKeys) if (parts[key] !== undefined) readShape(parts[key], [key])
    shapesOf(read)
  })
  for (const [key, says] of contradictions(read))
    throw new ProfileError([...path, ...key.split('.')], says, 'key')
  return read
}

/** The keys that a family must not have together with its other keys, and how to correct it. */
function* contradictions(one: Family): Generator<readonly [key: string, says: string]> {
  const parameters = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const missing = (name: string) =>
    `The path \`${one.path}\` has no parameter \`{${name}}\`. Add it, or name one of the path`
  if ('within' in one)
    for (const name of Object.keys(one.within ?? {}))
      if (!parameters.includes(name)) yield [`within.${name}`, missing(name)]
  if (one.kind === 'collection') {
    if (one.id !== undefined && parameters.includes(one.id))
      yield ['id', `\`{${one.id}}\` is already in the path. Choose another name`]
    if (one.update === 'PUT' && one.only?.includes('replace') === true)
      yield ['update', '`replace` in `only` has the method PUT as well. Remove one of them']
    if (one.shown !== undefined && one.show === undefined) yield ['shown', needs('shown', 'show')]
  }
  if (one.kind === 'document') {
    if (one.value === undefined && one.from === undefined)
      yield ['value', '`value` is missing: write the value at the start, or `from`']
    if (one.value !== undefined && one.from !== undefined)
      yield ['from', '`value` and `from` both give the value at the start. Remove one of them']
    if (one.deleted !== undefined && one.reset !== true)
      yield ['deleted', needs('deleted', 'reset')]
    if (one.shown !== undefined && one.show === undefined) yield ['shown', needs('shown', 'show')]
  }
  if (one.kind === 'action') yield* actionContradictions(one, parameters, missing)
}

const needs = (key: string, other: string) =>
  `\`${key}\` has no effect without \`${other}\`. Add \`${other}\`, or remove \`${key}\``

function* actionContradictions(
  one: Extract<Family, { readonly kind: 'action' }>,
  parameters: readonly (string | undefined)[],
  missing: (name: string) => string,
): Generator<readonly [key: string, says: string]> {
  if (one.on === undefined)
    for (const key of ['by', 'reach', 'each', 'changes', 'removes'] as const)
      if (one[key] !== undefined) yield [key, needs(key, 'on')]
  if (one.by !== undefined && !parameters.includes(one.by)) yield ['by', missing(one.by)]
  if (one.each !== undefined && one.by !== undefined)
    yield ['by', '`each` names the records, so `by` has no effect. Remove one of them']
  if (one.each !== undefined && one.changes === undefined && one.removes !== true)
    yield ['each', '`each` changes or removes records. Add `changes` or `removes: true`']
  if (one.changes !== undefined && one.removes === true)
    yield ['removes', '`changes` and `removes` exclude each other. Remove one of them']
  if (one.download === true)
    for (const key of ['on', 'type'] as const)
      if (one[key] === undefined) yield ['download', needs('download', key)]
  if (one.filename !== undefined && one.type === undefined)
    yield ['filename', needs('filename', 'type')]
  if (one.type !== undefined && one.one !== undefined)
    yield ['one', 'An answer with a `type` is a text, which has no envelope. Remove `one`']
  if (one.redirect !== undefined)
    for (const key of ['answer', 'type', 'one', 'status'] as const)
      if (one[key] !== undefined)
        yield [key, `A redirect has no body, so \`${key}\` has no effect. Remove one of them`]
}
