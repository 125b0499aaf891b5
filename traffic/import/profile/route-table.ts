import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { methodTable } from '../../../contract/operations/path-table.ts'
import type { Profile } from '../../../contract/picks.ts'
import {
  type FamilyOperation,
  itemPath,
  operationsOf,
} from '../../../contract/profile/family-paths.ts'
import type { Families } from '../../../contract/profile/own-operations.ts'
import { type ContractKind, kindOfFamily, resourceKinds } from '../../../contract/kinds.ts'
import { anySegment, type PathPattern, patternText } from './path-patterns.ts'

/** An operation that a profile plays: of the contract, or of one of its families. */
export type KnownRoute = FamilyOperation & {
  readonly operation?: OperationId
  readonly family?: string
}

/** The operations of a profile, and the names and kinds of the parameters of their paths. */
export type RouteTable = {
  find(method: string, pattern: PathPattern): KnownRoute | undefined
  /** The name that a parameter has at the end of a pattern such as `/api/skills/{}`. */
  parameterAt(prefix: string): string | undefined
  /** The kind of the records that this parameter names. */
  kindAt(prefix: string): string | undefined
}

const isParameter = (segment: string) => segment.startsWith('{')
const segmentsOf = (path: string) => path.split('/').slice(1)

/** All operations of the families of a profile. */
const familyRoutes = (families: Families): KnownRoute[] =>
  Object.entries(families).flatMap(([name, family]) =>
    operationsOf(name, family).map((row) => ({ ...row, family: name })),
  )

const contractRoutes: readonly KnownRoute[] = operationIds.map((id) => ({
  method: operations[id].method,
  path: operations[id].path,
  operation: id,
}))

/** The operations that a profile plays. Those of its families come before those of the contract. */
export function createRouteTable({ operations: families = {} }: Profile): RouteTable {
  const all = [...familyRoutes(families), ...contractRoutes]
  const table = methodTable(all.toReversed().map((route) => [route.method, route.path, route]))
  const parameters = new Map<string, string>()
  const kinds = new Map<string, string>()
  for (const { path, operation } of all) {
    const segments = segmentsOf(path)
    for (const [at, segment] of segments.entries()) {
      const prefix = shapeOf(segments.slice(0, at + 1))
      if (!isParameter(segment)) continue
      if (!parameters.has(prefix)) parameters.set(prefix, segment.slice(1, -1))
      const kind = operation && kindOfParameter(operations[operation], segment.slice(1, -1))
      if (kind !== undefined && !kinds.has(prefix)) kinds.set(prefix, kind)
    }
  }
  for (const [name, family] of Object.entries(families))
    if (family.kind === 'collection' || family.kind === 'files')
      kinds.set(shapeOf(segmentsOf(itemPath(name, family))), kindOfFamily(name))
  return {
    find(method, pattern) {
      const { value, params = {} } = table.find(patternText(pattern)) ?? {}
      const route = value?.get(method)
      const words = Object.values(params).filter((text) => text !== anySegment)
      return words.length === 0 || takesWords(route) ? route : undefined
    },
    parameterAt: (prefix) => parameters.get(prefix),
    kindAt: (prefix) => kinds.get(prefix),
  }
}

const shapeOf = (segments: readonly string[]) =>
  `/${segments.map((segment) => (isParameter(segment) ? anySegment : segment)).join('/')}`

/**
 * Whether a parameter of a route can be a word. In the place of the id of a record, a word is an
 * operation of the deployment, such as `templates` in `/api/workflows/templates`.
 */
function takesWords(route: KnownRoute | undefined): boolean {
  const row: Operation | undefined = route?.operation && operations[route.operation]
  return row?.loads === undefined && route?.action === undefined
}

function kindOfParameter({ loads }: Operation, parameter: string): ContractKind | undefined {
  if (loads === undefined || loads.in === 'body' || loads.by !== parameter) return undefined
  return resourceKinds[loads.kind].kind
}
