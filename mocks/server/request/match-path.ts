import type { Operation } from '../../../contract/operations/operation.ts'
import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import type { PlainRequest } from '../../../recording/exchange.ts'
import type { OwnOperation } from '../../platform/custom/own-row.ts'
import { PathTable, type PathTableMatch, worldFromPath } from './routing.ts'

/** The operations at a path by their method, and the parameters of the path. */
export type PathMatch = {
  /** The world in the prefix `/w/<name>`. */
  readonly worldName: string | undefined
  /** The path without the prefix `/w/<name>`. */
  readonly path: string
  readonly operations: ReadonlyMap<string, OperationId>
  readonly params: Readonly<Record<string, string>>
}

/** The operations that a profile has at a path, by their methods, and the parameters of the path. */
export type OwnMatch = PathTableMatch<ReadonlyMap<string, OwnOperation>>

const noOperations: ReadonlyMap<string, OperationId> = new Map()
let table: PathTable<Map<string, OperationId>> | undefined

function createOperationTable() {
  const created: typeof table = new PathTable()
  for (const id of operationIds) {
    const { method, path }: Operation = operations[id]
    created.add(path, new Map()).set(method, id)
  }
  return created
}

// Separate from `routing.ts`, which is loaded at start: the operations are loaded with the first
// call.

/** Finds the operations at a path. For an unknown path, the response depends on the world. */
export function matchPath(request: Pick<PlainRequest, 'path'>): PathMatch {
  const { name: worldName, rest: path = request.path } = worldFromPath(request.path) ?? {}
  // Created with the first request, because it would delay the start by a millisecond.
  table ??= createOperationTable()
  const { value = noOperations, params = {} } = table.find(path) ?? {}
  return { worldName, path, operations: value, params }
}
