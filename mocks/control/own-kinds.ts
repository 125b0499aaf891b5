import type { StoredRecord } from '../../contract/control/worlds.ts'
import { kindOfFamily, isContractKind } from '../../contract/kinds.ts'
import { platformFields, readShape } from '../../contract/profile/shape.ts'
import { shapeProblems } from '../../contract/profile/shape-problems.ts'
import { decodeBase64 } from '../../contract/base64.ts'
import { ownLimits } from '../../contract/limits.ts'
import { ownRecordsOf, createWorldScope } from '../platform/custom/expression-scope.ts'
import { OwnFiles } from '../platform/own-records/own-file-bytes.ts'
import { createIdConverter, withTextIds } from '../platform/own-records/own-records.ts'
import {
  recordFamilies,
  recordFamilyOfKind,
  recordKindOf,
} from '../platform/own-records/own-record-family.ts'
import type { World } from '../world/world.ts'
import { ControlError, errorAt } from './control-error.ts'
import type { DocumentFamily } from '../../contract/profile/own-operations.ts'
import {
  documentKey,
  documentValuesOf,
  isPerUser,
} from '../platform/own-records/own-document-values.ts'
import { compileFamilyPart } from '../platform/custom/own-input.ts'
import { collectionOf } from '../world/store.ts'

const documentFamilies = ({ profile: { operations = {} } }: World) =>
  Object.entries(operations).filter(([, { kind }]) => kind === 'document')

/**
 * Lists the record kinds that the profile of a world declares: document kinds, then other kinds.
 */
export const ownKinds = (world: World): string[] => [
  ...documentFamilies(world).map(([name]) => kindOfFamily(name)),
  ...recordFamilies(world.profile).map(recordKindOf),
]

/** The records of a kind that the profile of a world declares. Throws an `Error` for other kinds. */
export function ownCollection(world: World, kind: string) {
  const [document, documentFamily] =
    documentFamilies(world).find(([name]) => kindOfFamily(name) === kind) ?? []
  if (document !== undefined && documentFamily?.kind === 'document')
    return documentRecords(world, document, documentFamily)
  const family = recordFamilyOfKind(world.profile, kind)
  if (family === undefined) throw new Error(`There is no kind ${kind}.`)
  const { name } = family
  const declared = world.profile.operations?.[name]
  const records = ownRecordsOf(world, family)
  const files = declared?.kind === 'files' ? new OwnFiles(world) : undefined
  const within = Object.keys(family.within ?? {})
  const withNumbers = createIdConverter(family)
  const isInShape = (field: string) =>
    Object.hasOwn(family.record, field) || Object.hasOwn(family.record, `${field}?`)

  /** Returns a record as it is stored. Throws for an id that is neither a text nor an integer. */
  const withIds = <Given extends object>(given: Given): Given => {
    const ids = Object.entries(given).filter(([field]) => field === 'id' || within.includes(field))
    for (const [field, id] of ids)
      if (typeof id !== 'string' && !Number.isSafeInteger(id))
        throw errorAt([field], 'must be string', `The ${kind} were not changed.`)
    return withTextIds(family, given)
  }

  /** Throws for a wrong value, and for a given field that the shape of the records lacks. */
  function check(record: StoredRecord, given: object): void {
    const named = Object.entries(withNumbers(record)).filter(
      ([field]) =>
        !platformFields.has(field) &&
        (isInShape(field) || (Object.hasOwn(given, field) && !within.includes(field))),
    )
    const ofShape = Object.entries(family?.record ?? {}).filter(([field]) =>
      Object.hasOwn(record, field.replace(/\?$/, '')),
    )
    const shape = readShape(
      Object.fromEntries(ofShape.filter(([field]) => !platformFields.has(field))),
    )
    const [problem] = shapeProblems(shape, Object.fromEntries(named))
    if (problem === undefined) return
    const { at, says } = problem
    const isMissing = record[at] === null && !Object.hasOwn(given, at)
    throw errorAt([at], isMissing ? 'is missing' : says, `The ${kind} were not changed.`)
  }

  /** Returns the changed record without storing it. Throws for a wrong value. */
  function changed(record: StoredRecord, change: object): StoredRecord {
    const fields = withIds(change)
    const given = Object.entries(fields).filter(([field, value]) => record[field] !== value)
    const after = { ...record, ...fields }
    check(after, Object.fromEntries(given))
    return after
  }

  /** Throws if a new record has no space, or is a file without its content. */
  function requireSpace(content?: string): void {
    const bytes = content === undefined ? undefined : decodeBase64(content)
    if (files !== undefined && bytes === undefined)
      throw new ControlError(409, `Files can’t be added here. Use POST ${declared?.path}.`)
    if (files?.hasSpace(bytes?.length ?? 0) === false)
      throw new ControlError(409, `The world has no space for this file. Delete some first.`)
    if (records.size >= ownLimits.ownRecords)
      throw new ControlError(
        409,
        `\`${name}\` has ${records.size} records, which is the limit. Delete some first.`,
      )
  }

  return {
    size: records.size,
    get: (id: string): StoredRecord | undefined => records.get(id),
    inCreationOrder: (): StoredRecord[] => records.all().toReversed(),
    /** The content of a file as base64; `undefined` for other records. */
    contentOf: (id: string): string | undefined => files?.get(name, id),
    /** Adds missing fields by the profile. A record without `user_id` belongs to all users. */
    create(sent: Readonly<Record<string, unknown>>): StoredRecord {
      requireSpace()
      const given = withIds(sent)
      const record = { ...records.createDraft(given, null), ...given }
      check(record, given)
      return record
    },
    /**
     * Checks a deleted record. The record may have fields that the shape lacks, because seed
     * records may have them, too.
     */
    checkDeleted(sent: StoredRecord, content?: string): void {
      requireSpace(content)
      const record = withIds(sent)
      check({ ...records.createDraft(record, null, record.id), ...record }, {})
    },
    insert(record: StoredRecord, content?: string): StoredRecord {
      const inserted = records.insert(record)
      if (content !== undefined) files?.set(name, inserted.id, content)
      return inserted
    },
    changed,
    update: (record: StoredRecord, change: object): StoredRecord =>
      records.insert(changed(record, change)),
    delete: (id: string): void => records.delete(id),
  }
}

/** The maximum number of unchanged values that a list shows of one document. */
const maxListedValues = 1000

/** The owner of one value of a document: a user, parent records, or neither. */
type ValueOwner = { readonly user?: string; readonly parents: Readonly<Record<string, string>> }

/** Presents the values of a document as records: one for each user, or for each parent record. */
function documentRecords(world: World, name: string, family: DocumentFamily) {
  const all = listValueOwners(world, family)
  const table = documentValuesOf(world)
  const keyOf = ({ user, parents }: ValueOwner) => documentKey(name, family, user, parents)
  const first = compileFamilyPart(name, 'from', family.from)
  function recordAt(place: ValueOwner): StoredRecord {
    const { user, parents } = place
    return {
      id: ownerIdOf(place),
      ...(user !== undefined && { user_id: user }),
      ...parents,
      value: table.get(keyOf(place)) ?? firstValue(place),
    }
  }
  function firstValue({ parents }: ValueOwner): unknown {
    if (first === undefined) return family.value
    const [kind, id] = [Object.values(family.within ?? {}).at(-1), Object.values(parents).at(-1)]
    const scope = createWorldScope(world)
    const parent = kind === undefined || id === undefined ? {} : scope.record(kind, id)
    return first(parent, { ...scope, variables: { ...scope.variables, params: parents } })
  }
  const placeOf = (id: string) => all.find((place) => ownerIdOf(place) === id)
  /** Returns the record with its new value, without storing it. Throws for a wrong value. */
  function changed(record: StoredRecord, change: object): StoredRecord {
    const value: unknown = Object.hasOwn(change, 'value')
      ? Reflect.get(change, 'value')
      : record['value']
    const [problem] = shapeProblems(readShape(family.record), value)
    if (problem !== undefined)
      throw errorAt(['value', problem.at], problem.says, `The ${name} were not changed.`)
    return { ...record, value }
  }
  function create(): never {
    throw new ControlError(
      409,
      `\`${name}\` has one value for each of its owners. Change a value instead.`,
    )
  }
  return {
    size: all.length,
    get(id: string): StoredRecord | undefined {
      const place = placeOf(id)
      return place && recordAt(place)
    },
    inCreationOrder: (): StoredRecord[] => all.map(recordAt),
    create,
    checkDeleted: create,
    contentOf: (): undefined => undefined,
    insert: (record: StoredRecord): StoredRecord => record,
    changed,
    update(record: StoredRecord, change: object): StoredRecord {
      const place = placeOf(record.id)
      const after = changed(record, change)
      if (place !== undefined) table.set(keyOf(place), after['value'])
      return after
    },
    /** Resets a value of a document to its initial value. */
    delete(id: string): void {
      const place = placeOf(id)
      if (place !== undefined) table.delete(keyOf(place))
    },
  }
}

const ownerIdOf = ({ user, parents }: ValueOwner): string =>
  [...(user === undefined ? [] : [user]), ...Object.values(parents)].join(':') || 'all'

/** Lists the owners of all values of a document. */
function listValueOwners(world: World, family: DocumentFamily): readonly ValueOwner[] {
  const users = isPerUser(family)
    ? [...world.store.users.values()].map(({ id }) => ({ user: id }))
    : [{}]
  let found: ValueOwner[] = users.map((user) => ({ ...user, parents: {} }))
  for (const [parameter, kind] of Object.entries(family.within ?? {})) {
    const records = recordsOfKind(world, kind)
    found = found
      .flatMap((place) =>
        records
          .filter((record) => belongsToParents(record, place))
          .map(({ id }) => ({ ...place, parents: { ...place.parents, [parameter]: id } })),
      )
      .slice(0, maxListedValues)
  }
  return found.slice(0, maxListedValues)
}

function recordsOfKind(world: World, kind: string): readonly StoredRecord[] {
  if (isContractKind(kind)) return [...collectionOf(world.store, kind).values()]
  const family = recordFamilyOfKind(world.profile, kind)
  return family === undefined ? [] : ownRecordsOf(world, family).all()
}

/** Whether a record belongs to these parent records. */
const belongsToParents = (record: StoredRecord, { parents }: ValueOwner) =>
  Object.entries(parents).every(([name, id]) => record[name] === undefined || record[name] === id)
