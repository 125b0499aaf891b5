import type { Endpoint } from '../../contract/operations/operation.ts'
import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import type { Call } from '../call.ts'
import { decodePart } from '../decode-part.ts'
import { PathTable } from '../path-table.ts'

/** What a path leads to: the operations on it by method, and its parameters. */
export type Matched = {
  /** The world that the path names by its prefix `/w/<name>`. */
  readonly worldName: string | undefined
  /** The path without that prefix. */
  readonly path: string
  readonly operations: ReadonlyMap<string, OperationId>
  readonly params: Readonly<Record<string, string>>
}

const nothing: ReadonlyMap<string, OperationId> = new Map()
let table: PathTable<Map<string, OperationId>> | undefined

function tableOfEndpoints() {
  const made: typeof table = new PathTable()
  for (const id of operationIds) {
    const { method, path }: Endpoint = operations[id]
    made.add(path, new Map()).set(method, id)
  }
  return made
}

const worldPath = /^\/w\/([^/]+)(\/.*)$/

/** The name of the world that a path begins with, and what follows; none where it begins otherwise. */
export function worldIn(
  path: string,
): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest] = (path.startsWith('/w/') && worldPath.exec(path)) || []
  return name === undefined || rest === undefined ? undefined : { name: decodePart(name), rest }
}

/** Finds the operations of a path; none is no error yet, since its answer depends on the world. */
export function match(call: Call): Matched {
  const { name: worldName, rest: path = call.path } = worldIn(call.path) ?? {}
  // Made with the first call: it takes a millisecond of a start.
  table ??= tableOfEndpoints()
  const { value = nothing, params = {} } = table.find(path) ?? {}
  return { worldName, path, operations: value, params }
}
