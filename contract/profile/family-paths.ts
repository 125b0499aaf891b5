import type { CollectionFamily, FilesFamily } from './own-operations.ts'

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The name of the parameter with the id of a record. */
export const idParameter = (
  name: string,
  { id = `${name}_id` }: Pick<CollectionFamily, 'id'>,
): string => id

/** The path of one record of a collection or of files. */
export const itemPath = (name: string, family: CollectionFamily | FilesFamily): `/api/${string}` =>
  `${family.path}/{${idParameter(name, family)}}` as `/api/${string}`

/** The switches of a collection: `POST toggle` has its method, `active` is a PATCH. */
export const togglesOf = ({
  toggle = {},
}: CollectionFamily): {
  readonly method: Method
  readonly segment: string
  readonly field: string
}[] =>
  Object.entries(toggle).map(([key, field]) => {
    const [segment = key, method = 'PATCH'] = key.split(' ').toReversed()
    return { method: method as Method, segment, field }
  })
