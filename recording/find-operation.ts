import type { Operation } from '../contract/operations/operation.ts'
import { type OperationId, operationIds, operations } from '../contract/operations.ts'

type Row = { readonly id: OperationId; readonly parts: readonly string[] }

/** The operations by their method and number of segments, those with fixed segments first. */
let rows: ReadonlyMap<string, readonly Row[]> | undefined

function createRows(): ReadonlyMap<string, readonly Row[]> {
  const all = operationIds.map((id) => {
    const { method, path }: Operation = operations[id]
    return { id, method, parts: path.split('/') }
  })
  const sorted = all.toSorted((a, b) => parametersIn(a.parts) - parametersIn(b.parts))
  return Map.groupBy(sorted, ({ method, parts }) => `${method} ${parts.length}`)
}

const isParameter = (part: string) => part.startsWith('{')
const parametersIn = (parts: readonly string[]) => parts.filter(isParameter).length

/** Finds the operation of the contract for a method and a path; `undefined` if there is none. */
export function findOperation(method: string, path: string): OperationId | undefined {
  rows ??= createRows()
  const parts = path.replace(/\/$/, '').split('/')
  const candidates = rows.get(`${method} ${parts.length}`) ?? []
  return candidates.find((row) =>
    row.parts.every((part, at) => (isParameter(part) ? parts[at] !== '' : part === parts[at])),
  )?.id
}

/** Whether an operation responds with a stream of events. */
export const isStream = (id: OperationId | undefined): boolean =>
  id !== undefined && operations[id].answer === 'stream'
