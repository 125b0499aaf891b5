import type { StoredRecord } from '../../contract/control/worlds.ts'
import { kindOfFamily } from '../../contract/kinds.ts'
import { platformFields, readShape } from '../../contract/profile/shape.ts'
import { shapeProblems } from '../../contract/profile/shape-problems.ts'
import { ownLimits } from '../../contract/limits.ts'
import { recordsOf } from '../platform/custom/expression-scope.ts'
import { recordFamilies, recordFamilyOfKind } from '../platform/custom/own-record-family.ts'
import type { World } from '../world/world.ts'
import { ControlError, errorAt } from './control-error.ts'
import { documentRecords } from './own-documents.ts'

const documentsOf = ({ profile: { operations = {} } }: World) =>
  Object.entries(operations).filter(([, { kind }]) => kind === 'document')

/** The kinds of the records that the profile of a world declares: its documents, then the others. */
export const ownKinds = (world: World): string[] => [
  ...documentsOf(world).map(([name]) => kindOfFamily(name)),
  ...recordFamilies(world.profile).map(([kind]) => kind),
]

/** The records of a kind that the profile of a world declares. Throws an `Error` for other kinds. */
export function ownCollection(world: World, kind: string) {
  const [document, documentFamily] =
    documentsOf(world).find(([name]) => kindOfFamily(name) === kind) ?? []
  if (document !== undefined && documentFamily?.kind === 'document')
    return documentRecords(world, document, documentFamily)
  const { name, family } = recordFamilyOfKind(world.profile, kind) ?? {}
  if (name === undefined || family === undefined)
    throw new Error(`${kind} is not a kind of records.`)
  const declared = world.profile.operations?.[name]
  const records = recordsOf(world, name, family)
  const within = Object.keys(family.within ?? {})
  const isInShape = (field: string) =>
    Object.hasOwn(family.record, field) || Object.hasOwn(family.record, `${field}?`)

  /** Fields beyond the shape, which expressions may set, stay; a client can't add any. */
  function check(record: StoredRecord, given: object): void {
    const named = Object.entries(record).filter(
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

  return {
    size: records.size,
    get: (id: string): StoredRecord | undefined => records.get(id),
    inCreationOrder: (): StoredRecord[] => records.all().toReversed(),
    /** Completes a record as the operation does. It belongs to all users without a `user_id`. */
    create(given: Readonly<Record<string, unknown>>): StoredRecord {
      if (declared?.kind === 'files')
        throw new ControlError(409, `Upload a file with POST ${declared.path} instead.`)
      if (records.size >= ownLimits.ownRecords)
        throw new ControlError(409, `\`${name}\` has ${records.size} records. Delete some first.`)
      const record = { ...records.draft(given, null), ...given }
      check(record, given)
      return record
    },
    insert: (record: StoredRecord): StoredRecord => records.insert(record),
    update(record: StoredRecord, change: object): StoredRecord {
      const changed = { ...record, ...change }
      const given = Object.entries(change).filter(([field, value]) => record[field] !== value)
      check(changed, Object.fromEntries(given))
      return records.insert(changed)
    },
    delete: (id: string): void => records.delete(id),
  }
}
