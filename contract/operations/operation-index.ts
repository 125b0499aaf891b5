import { type OperationId, operationIds, operations } from '../operations.ts'
import type { Operation } from './operation.ts'
import { apiPath, methodTable, type PathTableMatch, withoutQuery } from './path-table.ts'
import { isUuid } from '../uuid.ts'

/** The operations at a path by method, and the values of the path's parameters. */
export type OperationsAt = PathTableMatch<ReadonlyMap<string, OperationId>>

/** The table is created at the first request, because creating it takes a millisecond. */
let table: ReturnType<typeof createTable> | undefined

const createTable = () =>
  methodTable(
    operationIds.map((id) => {
      const { method, path }: Operation = operations[id]
      return [method, path, id]
    }),
  )

const nothing: OperationsAt = { value: new Map(), params: {} }

/**
 * Finds the operations of the contract at a path that begins with `/api/`. A fixed segment, such as
 * `discover-chats`, takes precedence over a parameter. A slash at the end is ignored. A parameter
 * never matches an empty segment.
 */
export const operationsAt = (path: string): OperationsAt =>
  (table ??= createTable()).find(path) ?? nothing

/**
 * Finds the operation of the contract that a request calls, below any path prefix; `undefined` for
 * an unknown operation.
 *
 * @example
 * findOperation('GET', '/platform/api/agents/42?expand=tools') // 'agents.read'
 */
export const findOperation = (method: string, path: string): OperationId | undefined =>
  operationsAt(apiPath(withoutQuery(path))).value.get(method)

/** Returns the name of an operation in profiles, such as `GET /api/agents/{agent_id}`. */
export const operationName = (id: OperationId): string =>
  `${operations[id].method} ${operations[id].path}`

/**
 * Returns the name of a request in reports, such as `GET /api/agents/{id}`: its method and the path
 * of its operation. If no operation matches, `{id}` replaces each segment that looks like an id.
 */
export function requestName(method: string, path: string): string {
  const id = findOperation(method, path)
  if (id !== undefined) return operationName(id).replaceAll(/\{\w+\}/g, '{id}')
  const parts = apiPath(withoutQuery(path)).split('/')
  return `${method} ${parts.map((part) => (looksLikeId(part) ? '{id}' : part)).join('/')}`
}

const looksLikeId = (part: string) => /^\d+$/.test(part) || isUuid(part)
