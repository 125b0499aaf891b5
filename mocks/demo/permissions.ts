import { controlOperations } from '../../contract/control/operations.ts'
import { namedTable } from '../../contract/operations/path-table.ts'
import type { ControlOperation, VisitorAccess } from '../../contract/control/operation.ts'

const table = namedTable(
  Object.entries<ControlOperation>(controlOperations).flatMap(([name, { visitors }]) =>
    visitors === undefined ? [] : [[name, visitors === true ? {} : visitors] as const],
  ),
)

/** Finds the operation that a visitor calls; `undefined` if it is not open to visitors. */
export const visitorOperation = (method: string, path: string): VisitorAccess | undefined =>
  table.find(path)?.value.get(method)

/** The reason why a visitor may not call this operation; `undefined` if they may. */
export function permissionProblem(method: string, path: string, query: string): string | undefined {
  if (visitorOperation(method, path) === undefined)
    return path.startsWith('/scenarios')
      ? 'Visitors can’t add scripts: that needs the control token.'
      : 'Visitors can only control their own world. Everything else needs the control token.'
  if (path === '/coverage' && new URLSearchParams(query).get('of') === 'all')
    return 'Visitors can only read the coverage of their own world: omit `of=all`.'
  return undefined
}
