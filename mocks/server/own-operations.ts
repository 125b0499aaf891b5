import type { Operation } from '../../contract/operations/operation.ts'
import type { Families } from '../../contract/profile/own-operations.ts'
import { loadExpressions } from '../platform/expression-engine.ts'
import type { OwnOperation } from '../platform/custom/own-row.ts'
import type { Behaviour } from '../world/behaviour.ts'
import type { World } from '../world/world.ts'
import type { IncomingRequest } from './request/incoming-request.ts'
import { handledMethod, unknownMethod } from './require-operation.ts'
import { PathTable, type PathTableMatch } from './request/routing.ts'

/** The operations that a profile has at a path, by their methods, and the parameters of the path. */
export type OwnMatch = PathTableMatch<ReadonlyMap<string, OwnOperation>>

type OwnTable = PathTable<Map<string, OwnOperation>>

const tables = new WeakMap<Families, OwnTable>()

/** Finds the operations beyond the contract at a path, in the profile of a world. */
export async function findOwnOperations(world: World, path: string): Promise<OwnMatch | undefined> {
  const { operations: families } = world.profile
  if (families === undefined) return undefined
  const table = tables.get(families) ?? (await createTable(families))
  return table.find(path)
}

/** The largest body of an upload that a profile has at a path; `undefined` for other requests. */
export async function uploadLimit(
  world: World,
  method: string,
  path: string,
): Promise<number | undefined> {
  const operation = (await findOwnOperations(world, path))?.value.get(method)
  return operation?.fileField === undefined ? undefined : operation.row.bodyBytes
}

async function createTable(families: Families): Promise<OwnTable> {
  const [{ ownOperations }, { createLinearMatcher }] = await Promise.all([
    import('../platform/custom/own-operations.ts'),
    import('../platform/chat/pattern-engine.ts'),
    loadExpressions(),
  ])
  const matchers = new Map<string, ReturnType<typeof createLinearMatcher>>()
  const matches = (pattern: string, text: string) => {
    const matcher = matchers.get(pattern) ?? createLinearMatcher(pattern)
    matchers.set(pattern, matcher)
    return matcher.test(text)
  }
  const table: OwnTable = new PathTable()
  for (const operation of ownOperations(families, matches)) {
    const { method, path }: Operation = operation.row
    table.add(path, new Map()).set(method, operation)
  }
  tables.set(families, table)
  return table
}

/** The operation for a method. Throws an `ApiError` 405 for another method. */
export function requireOwnOperation(
  { value }: OwnMatch,
  incoming: IncomingRequest,
  behaviour: Behaviour,
): OwnOperation {
  const found = value.get(handledMethod(incoming.request, behaviour))
  if (found !== undefined) return found
  throw unknownMethod(incoming, [...value.keys()], behaviour)
}
