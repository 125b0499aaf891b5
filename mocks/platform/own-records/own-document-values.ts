import type { DocumentFamily } from '../../../contract/profile/own-operations.ts'
import type { Table } from '../../world/changes.ts'
import type { World } from '../../world/world.ts'

/** The changed values of documents. A document without an entry here has its initial value. */
export const documentValuesOf = ({ tables }: World): Table<unknown> => tables.of('own-documents')

/**
 * Whether each user has a separate value. By default, users only share documents of parent records.
 */
export const isPerUser = ({ of, within }: DocumentFamily): boolean =>
  (of ?? (within === undefined ? 'user' : 'world')) === 'user'

/** The key of a value: the family, the user, and the parent records. */
export const documentKey = (
  name: string,
  family: DocumentFamily,
  user: string | undefined,
  parents: Readonly<Record<string, string>>,
): string => [name, isPerUser(family) ? (user ?? '') : '', ...Object.values(parents)].join('\n')
