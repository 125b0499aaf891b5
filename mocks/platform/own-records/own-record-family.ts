import type { Profile } from '../../../contract/picks.ts'
import { itemPath, togglesOf } from '../../../contract/profile/family-paths.ts'
import type { Families, FilesFamily } from '../../../contract/profile/own-operations.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
import { encodeBase64 } from '../../../contract/base64.ts'
import { memoizeByObject } from '../../../contract/memoize.ts'
import type { RecordFamily } from './own-records.ts'

/** The fields that every file record has, besides the fields of its upload form. */
const fileRecordFields = {
  id: 'string',
  user_id: 'string',
  filename: 'string',
  content_type: 'string',
  size: 'integer',
  created_at: 'string:date-time',
}

/** Converts a family of files to a collection of records. */
export function filesAsCollection(name: string, family: FilesFamily): RecordFamily {
  const {
    fields = {},
    seeds: files = [],
    refuses: _,
    only: _only,
    shape: _shape,
    ...shared
  } = family
  const seeds = files.map(({ text, content_type = 'text/plain', ...seed }) => {
    const bytes = new TextEncoder().encode(text)
    return { record: { ...seed, content_type, size: bytes.length }, content: encodeBase64(bytes) }
  })
  return {
    ...shared,
    name,
    kind: 'collection',
    record: { ...fileRecordFields, ...fields },
    seeds: seeds.map(({ record }) => record),
    contents: seeds.map(({ content }) => content),
  }
}

const noFamilies: Families = {}

/**
 * Cached per profile, because each request to an operation of a profile reads the families often.
 */
const familiesIn = memoizeByObject((operations: Families): readonly RecordFamily[] =>
  Object.entries(operations).flatMap(([name, family]) => {
    if (family.kind === 'collection') return [{ ...family, name }]
    return family.kind === 'files' ? [filesAsCollection(name, family)] : []
  }),
)

/** The families of a profile that have records. */
export const recordFamilies = ({
  operations = noFamilies,
}: Pick<Profile, 'operations'>): readonly RecordFamily[] => familiesIn(operations)

/** The kind of the records of a family. */
export const recordKindOf = ({ name }: RecordFamily): string => kindOfFamily(name)

/** Finds the family whose records have this kind; `undefined` if the profile has none. */
export const recordFamilyOfKind = (
  profile: Pick<Profile, 'operations'>,
  kind: string,
): RecordFamily | undefined =>
  recordFamilies(profile).find((family) => recordKindOf(family) === kind)

/** The paths of the operations of a profile, without the cost of creating the operations. */
export const ownOperationPaths = (families: Families = {}): string[] =>
  Object.entries(families).flatMap(([name, family]) => {
    if (family.kind !== 'files' && family.kind !== 'collection') return [family.path]
    const item = itemPath(name, family)
    if (family.kind === 'files')
      return [family.path, family.upload ?? family.path, item, `${item}/download`]
    const toggles = togglesOf(family).map(({ segment }) => `${item}/${segment}`)
    return [family.path, `${family.path}/batch`, item, ...toggles]
  })
