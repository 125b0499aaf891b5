import type { ToleranceReport } from '../../../../contract/tolerance-report.ts'
import { type CellState, cellOf, type MatrixRow, type RowState, rowStates } from './rows.ts'

/** A test, with its place in the report and the number of rows that break it. */
export type MatrixTest = { readonly index: number; readonly name: string; readonly broken: number }

/** The tests of a report: those that most rows break come first, the others in their order. */
export function testsOf(
  { testNames, findings }: ToleranceReport,
  rows: readonly MatrixRow[],
): readonly MatrixTest[] {
  const failed = findings.flatMap(({ tests }) => tests.map(({ test }) => test))
  const names = [...new Set([...testNames, ...failed])]
  return names
    .map((name, index) => ({
      index,
      name,
      broken: rows.filter(({ finding }) => finding?.tests.some(({ test }) => test === name)).length,
    }))
    .toSorted((a, b) => b.broken - a.broken)
}

/** A line of the list: a heading, or a row. */
export type MatrixLine =
  | { readonly kind: 'state'; readonly state: RowState; readonly count: number }
  | { readonly kind: 'cause'; readonly cause: string; readonly title: string }
  | { readonly kind: 'row'; readonly row: MatrixRow }

/** The rows with headings: one for each state, and one for each cause of failures. */
export function linesOf(rows: readonly MatrixRow[]): readonly MatrixLine[] {
  const groups = Map.groupBy(rows, ({ state }) => state)
  return rowStates.flatMap((state): readonly MatrixLine[] => {
    const group = groups.get(state) ?? []
    if (group.length === 0) return []
    const isFailing = state === 'intolerant' || state === 'accepted'
    return [{ kind: 'state', state, count: group.length }, ...withCauses(group, isFailing)]
  })
}

function* withCauses(rows: readonly MatrixRow[], isFailing: boolean): Generator<MatrixLine> {
  let current: string | undefined
  for (const row of rows) {
    if (isFailing && row.cause !== current)
      yield { kind: 'cause', cause: row.cause, title: titleOf(row) }
    current = row.cause
    yield { kind: 'row', row }
  }
}

function titleOf({ cause, result }: MatrixRow): string {
  if (cause === 'network') return 'What networks and busy servers do'
  if (cause === 'together') return 'Behaviours that only break tests together'
  return result?.question ?? cause
}

/** Text that a row must contain, and the states that are shown; all of them if empty. */
export type MatrixFilter = { readonly text: string; readonly states: ReadonlySet<string> }

/** The rows that match a filter: by id, words, failing tests and their messages. */
export function filterRows(
  rows: readonly MatrixRow[],
  { text, states }: MatrixFilter,
): readonly MatrixRow[] {
  const wanted = text.trim().toLowerCase()
  return rows.filter(
    (row) =>
      (states.size === 0 || states.has(row.state)) &&
      (wanted === '' || textOf(row).some((part) => part.toLowerCase().includes(wanted))),
  )
}

const textOf = ({ id, says, result, finding }: MatrixRow): readonly string[] => [
  id,
  says,
  result?.question ?? '',
  ...(finding?.tests ?? []).flatMap(({ test, message }) => [test, message]),
]

/** The number of rows of each state that occurs. */
export const countStates = (rows: readonly MatrixRow[]): readonly (readonly [RowState, number])[] =>
  rowStates
    .map((state) => [state, rows.filter((row) => row.state === state).length] as const)
    .filter(([, count]) => count > 0)

/** The number of cells of each state that occurs in all rows. */
export function countCells(
  rows: readonly MatrixRow[],
  tests: readonly MatrixTest[],
): ReadonlyMap<CellState, number> {
  const counts = new Map<CellState, number>()
  const add = (state: CellState, count: number) =>
    counts.set(state, (counts.get(state) ?? 0) + count)
  for (const row of rows) {
    for (const state of row.cells.values()) add(state, 1)
    add(row.otherwise, tests.length - row.cells.size)
  }
  return counts
}

/** The state of all tests together, for the column that stands for those without their own. */
export function summaryOf(row: MatrixRow, tests: readonly MatrixTest[]): CellState {
  const order: readonly CellState[] = ['fails', 'accepted', 'together', 'unproven', 'passes']
  const states = new Set(tests.map(({ name }) => cellOf(row, name)))
  return order.find((state) => states.has(state)) ?? 'none'
}
