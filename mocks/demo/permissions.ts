import { methodTable } from '../../contract/operations/path-table.ts'
import type { BroughtKind } from './brought.ts'

/** How an operation of the control API is open to visitors. It affects only their own world. */
export type VisitorOperation = {
  /** The number of requests that it counts as; 1 by default. */
  readonly cost?: number
  /** What its body is checked for, if it can bring more than data of the world. */
  readonly brings?: BroughtKind
}

/**
 * The operations of the control API that are open to visitors. All others need the control token:
 * also new ones, until they get a row here. Scripts are only read, because a script can produce any
 * number of events.
 */
const visitorOperations = {
  'GET choices': {},
  'GET choices/profile': {},
  'PUT choices': { brings: 'profile' },
  'PATCH choices': { brings: 'picks' },
  // Reads YAML, which is expensive, and changes nothing.
  'POST choices/preview': { cost: 10 },
  'GET clock': {},
  'GET clock/due': {},
  'POST clock': {},
  'GET coverage': {},
  'GET director': {},
  'GET director/turns/{id}': {},
  'POST director': {},
  'GET faults': {},
  'POST faults': {},
  'DELETE faults': {},
  'DELETE faults/{id}': {},
  'GET journal': {},
  'GET journal/{number}': {},
  'DELETE journal': {},
  'GET records': {},
  'PUT records': {},
  'GET records/{kind}': {},
  'POST records/{kind}': {},
  'GET records/{kind}/{id}': {},
  'PATCH records/{kind}/{id}': {},
  'DELETE records/{kind}/{id}': {},
  'POST reset': {},
  'GET scenarios': {},
  'GET scenarios/{name}': {},
  'GET snapshot': {},
  'PUT snapshot': { cost: 100, brings: 'snapshot' },
} as const satisfies Readonly<Record<string, VisitorOperation>>

const table = methodTable<VisitorOperation>(
  Object.entries(visitorOperations).map(([name, operation]) => {
    const [method = '', path = ''] = name.split(' ')
    return [method, `/${path}`, operation]
  }),
)

/** Finds the operation that a visitor calls; `undefined` if it is not open to visitors. */
export const visitorOperation = (method: string, path: string): VisitorOperation | undefined =>
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
