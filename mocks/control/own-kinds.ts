import type { StoredRecord } from '../../contract/control/worlds.ts'
import type { Family } from '../../contract/profile/own-operations.ts'
import { platformFields, readShape } from '../../contract/profile/shape.ts'
import { shapeProblems } from '../../contract/profile/shape-problems.ts'
import { ownLimits } from '../../contract/limits.ts'
import { recordFamilyOf } from '../platform/custom/own-record-family.ts'
import { OwnRecords } from '../platform/custom/own-records.ts'
import { collectionOfKind } from '../world/store.ts'
import type { World } from '../world/world.ts'
import { ControlError, errorAt } from './control-error.ts'

/** The fields that the platform sets, although a profile need not name them. */

/** A family with the name of a kind of the contract is `own_<name>`. */
const kindOf = (name: string) => (Object.hasOwn(collectionOfKind, name) ? `own_${name}` : name)

const familiesOf = ({ profile }: World): readonly (readonly [string, Family])[] =>
  Object.entries(profile.operations ?? {}).filter(([, one]) => recordFamilyOf(one) !== undefined)

/** The kinds of the records that the profile of a world declares. */
export const ownKinds = (world: World): string[] => familiesOf(world).map(([name]) => kindOf(name))

/** The records of a kind that the profile of a world declares. Throws an `Error` for other kinds. */
export function ownCollection(world: World, kind: string) {
  const [name = '', declared] = familiesOf(world).find(([one]) => kindOf(one) === kind) ?? []
  const family = recordFamilyOf(declared)
  if (family === undefined) throw new Error(`${kind} is not a kind of records.`)
  const records = new OwnRecords(world, name, family)

  function check(record: StoredRecord, given: object): void {
    const named = Object.entries(record).filter(([field]) => !platformFields.has(field))
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
      check(changed, change)
      return records.insert(changed)
    },
    delete: (id: string): void => records.delete(id),
  }
}
