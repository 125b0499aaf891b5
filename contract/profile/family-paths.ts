import type {
  ActionFamily,
  CollectionAction,
  CollectionFamily,
  Family,
  FileAction,
  FilesFamily,
} from './own-operations.ts'

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Returns the name of the path parameter with the id of a record. */
export const idParameter = (
  name: string,
  { id = `${name}_id` }: Pick<CollectionFamily, 'id'>,
): string => id

/** Returns the path of one record of a collection, or of one file of a files family. */
export const itemPath = (name: string, family: CollectionFamily | FilesFamily): `/api/${string}` =>
  `${family.path}/{${idParameter(name, family)}}` as `/api/${string}`

/** Returns the form of a collection's list: a page, unless `lists` or `list` is set. */
export const listFormOf = ({
  lists,
  list = lists === undefined ? 'page' : 'array',
}: CollectionFamily): NonNullable<CollectionFamily['list']> => list

/** Whether a family has records: the records of a collection, or files. */
export const hasRecords = (family: Family | undefined): family is CollectionFamily | FilesFamily =>
  family?.kind === 'collection' || family?.kind === 'files'

/** Returns the toggles of a collection. A key is `POST active`, or just `active` for PATCH. */
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

/** An operation of a family: its method and path, and its action on a record or file. */
export type FamilyOperation = {
  readonly method: string
  readonly path: string
  readonly action?: CollectionAction | FileAction | 'toggle'
}

type Call = readonly [method: string, path: string]

/** Returns the method and path of each action on records of a collection. */
export function collectionCalls(
  name: string,
  family: CollectionFamily,
): Readonly<Record<CollectionAction, Call>> {
  const { path, update = 'PATCH' } = family
  const item = itemPath(name, family)
  return {
    list: ['GET', path],
    batch: ['POST', `${path}/batch`],
    create: ['POST', path],
    read: ['GET', item],
    update: [update, item],
    replace: ['PUT', item],
    delete: ['DELETE', item],
  }
}

/** The default operations of a collection. */
export const defaultActions: readonly CollectionAction[] = [
  'list',
  'create',
  'read',
  'update',
  'delete',
]

/** Returns the operations of a family. Operations on records and files also have their action. */
export function operationsOf(name: string, family: Family): readonly FamilyOperation[] {
  const { path } = family
  switch (family.kind) {
    case 'action':
      return [{ method: family.method, path }]
    case 'stream':
      return [{ method: family.method ?? 'GET', path }]
    case 'document': {
      const { replace = 'PUT', reset } = family
      const methods = [
        'GET',
        ...(replace === 'none' ? [] : [replace]),
        ...(reset ? ['DELETE'] : []),
      ]
      return methods.map((method) => ({ method, path }))
    }
    case 'files': {
      const { only = ['list', 'upload', 'download', 'delete'], upload = path } = family
      const item = itemPath(name, family)
      return operationsForActions(only, {
        list: ['GET', path],
        upload: ['POST', upload],
        read: ['GET', item],
        download: ['GET', only.includes('read') ? `${item}/download` : item],
        delete: ['DELETE', item],
      })
    }
    case 'collection': {
      const item = itemPath(name, family)
      const toggles = togglesOf(family).map(({ method, segment }) => ({
        method,
        path: `${item}/${segment}`,
        action: 'toggle' as const,
      }))
      return [
        ...operationsForActions(family.only ?? defaultActions, collectionCalls(name, family)),
        ...toggles,
      ]
    }
  }
}

const operationsForActions = <Action extends FileAction | CollectionAction>(
  only: readonly Action[],
  calls: Readonly<Record<Action, Call>>,
) => only.map((action) => ({ method: calls[action][0], path: calls[action][1], action }))

type Creation = { readonly in: string; readonly record: string }

/** Returns the kinds that an action creates, each with its path in the family. */
export function creationsOf({ creates }: ActionFamily): readonly {
  readonly creation: Creation
  readonly path: readonly string[]
}[] {
  if (creates === undefined) return []
  if (!Array.isArray(creates)) return [{ creation: creates, path: ['creates'] }]
  return creates.map((one, index) => ({ creation: one, path: ['creates', String(index)] }))
}
