import type { Operation } from '../../contract/operations/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { Families } from '../../contract/profile/own-operations.ts'
import { createLinearMatcher } from '../platform/chat/pattern-engine.ts'
import { ownOperations } from '../platform/custom/own-operations.ts'
import type { OwnOperation } from '../platform/custom/own-row.ts'
import type { World } from '../world/world.ts'
import type { OwnMatch, PathMatch } from './request/incoming-request.ts'
import { methodTable } from '../../contract/operations/path-table.ts'

type OwnTable = ReturnType<typeof methodTable<OwnOperation>>

const tables = new WeakMap<Families, OwnTable>()

/** Finds the operations beyond the contract at a path, in the profile of a world. */
export function findOwnOperations({ profile }: World, path: string): OwnMatch | undefined {
  const { operations: families } = profile
  return families && (tables.get(families) ?? createTable(families)).find(path)
}

/**
 * The operation of a profile that a request calls, where it comes before the contract: the contract
 * has none, the deployment leaves it out, or it has a parameter where the path of the profile has text.
 */
export function ownOperationAt(
  own: OwnMatch | undefined,
  method: string,
  match: PathMatch,
  world: World,
): OwnOperation | undefined {
  const operation = own?.value.get(method)
  const id = match.operations.get(method)
  if (operation === undefined || id === undefined) return operation
  if (world.behaviour(id).absent.has(id)) return operation
  return isMoreLiteral(operation.row.path, operations[id].path) ? operation : undefined
}

/** Whether the first segment in which two paths differ is a parameter of the other one alone. */
function isMoreLiteral(path: string, other: string): boolean {
  const others = other.split('/')
  const at = path
    .split('/')
    .findIndex((segment, index) => isText(segment) !== isText(others[index]))
  return at >= 0 && isText(path.split('/')[at])
}

const isText = (segment = '') => !segment.startsWith('{')

/** The largest body of an upload that a profile has at a path; `undefined` for other requests. */
export function uploadLimit(world: World, method: string, match: PathMatch): number | undefined {
  const own = findOwnOperations(world, match.path)
  const operation = ownOperationAt(own, method, match, world)
  return operation?.fileField === undefined ? undefined : operation.row.bodyBytes
}

function createTable(families: Families): OwnTable {
  const matchers = new Map<string, ReturnType<typeof createLinearMatcher>>()
  const matches = (pattern: string, text: string) => {
    const matcher = matchers.get(pattern) ?? createLinearMatcher(pattern)
    matchers.set(pattern, matcher)
    return matcher.test(text)
  }
  const table = methodTable(
    ownOperations(families, matches).map((operation) => {
      const { method, path }: Operation = operation.row
      return [method, path, operation]
    }),
  )
  tables.set(families, table)
  return table
}
