import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { MatrixHead, MatrixLineView } from './matrix-lines.tsx'
import type { MatrixLine, MatrixTest } from './report/matrix.ts'
import type { MatrixRow } from './report/rows.ts'

/** The number of tests with their own column at a time. */
const columnsAtATime = 24
/** The usual height of a line in pixels. */
const lineHeight = 34

type GridProps = {
  readonly lines: readonly MatrixLine[]
  /** The tests with their own column. */
  readonly tests: readonly MatrixTest[]
  /** The tests that share the last column. */
  readonly others: readonly MatrixTest[]
  readonly selected: string | undefined
  readonly selectedTest: number | undefined
  /** Called with the row, and with the test if a cell of it was chosen. */
  readonly onSelect: (row: MatrixRow, test: number | undefined) => void
}

/** The place of the keyboard: a row, and a column; 0 is the name of the row. */
type Place = { readonly row: string; readonly column: number }

/** A row that the list scrolls to. */
type Move = { readonly key: string; readonly takesFocus: boolean }

/** The cell that Tab leads to; null if the list has not rendered it. */
const activeCell = (grid: HTMLElement | null) =>
  grid?.querySelector<HTMLElement>('[role=row] > [tabindex="0"]') ?? null

/** The matrix. Arrow keys move between its cells, and Enter shows the details of one. */
export function MatrixGrid(props: GridProps) {
  const { lines, tests, others, selected, selectedTest, onSelect } = props
  const [first, setFirst] = useState(0)
  const from = first < tests.length ? first : 0
  const columns = useMemo(() => tests.slice(from, from + columnsAtATime), [tests, from])
  const [rows, places] = useMemo(() => {
    const found = lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []))
    return [found, new Map(lines.map((line, index) => [line, index]))] as const
  }, [lines])
  // A link leads to a row, too.
  const [chosen, setChosen] = useState<Place | undefined>(
    selected === undefined ? undefined : { row: selected, column: 0 },
  )
  const place: Place = rows.some(({ id }) => id === chosen?.row)
    ? (chosen as Place)
    : { row: rows[0]?.id ?? '', column: 0 }
  // The next key may come before the next rendering.
  const latest = useRef(place)
  latest.current = place
  const scroller = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<Move | undefined>(
    selected === undefined ? undefined : { key: selected, takesFocus: false },
  )
  useLayoutEffect(() => {
    if (moved?.takesFocus !== true) return
    // A row that was far away is only rendered after the list has scrolled.
    const frame = window.requestAnimationFrame(() => activeCell(scroller.current)?.focus())
    return () => window.cancelAnimationFrame(frame)
  }, [moved, place.row, place.column])
  useLayoutEffect(() => {
    const grid = scroller.current
    if (grid === null) return undefined
    // If the row of the keyboard has been scrolled away, Tab leads to the grid itself.
    const keepReachable = () => {
      const wanted = activeCell(grid) === null ? 0 : -1
      // The observer sees this change, too.
      if (grid.tabIndex !== wanted || !grid.hasAttribute('tabindex')) grid.tabIndex = wanted
    }
    keepReachable()
    const observer = new MutationObserver(keepReachable)
    observer.observe(grid, { childList: true, subtree: true, attributeFilter: ['tabindex'] })
    return () => observer.disconnect()
  }, [])

  const lastColumn = columns.length + (others.length > 0 ? 1 : 0)
  // The same function for all renderings, so that a row is only rendered when it changes.
  const onChoice = useRef(onSelect)
  onChoice.current = onSelect
  const select = useCallback(
    (row: MatrixRow, column: number) => {
      setChosen({ row: row.id, column })
      onChoice.current(row, columns[column - 1]?.index)
    },
    [columns],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const { row: id, column } = latest.current
    const at = rows.findIndex((one) => one.id === id)
    const row = rows[at]
    if (row === undefined || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return select(row, column)
    }
    const next = moveTo(event, { at, column, rows: rows.length, lastColumn })
    const target = next && rows[next.at]
    if (next === undefined || target === undefined) return
    event.preventDefault()
    latest.current = { row: target.id, column: next.column }
    setChosen(latest.current)
    setMoved({ key: target.id, takesFocus: true })
  }
  return (
    <div class="stack tolerance-matrix">
      {tests.length > columnsAtATime && (
        <ColumnPages from={from} count={tests.length} onFirst={setFirst} />
      )}
      <div
        class="tolerance-grid"
        role="grid"
        aria-label="Behaviours and tests"
        aria-rowcount={lines.length + 1}
        aria-colcount={lastColumn + 1}
        ref={scroller}
        style={{ '--columns': lastColumn }}
        onKeyDown={onKeyDown}
        onFocus={({ target, currentTarget }) => {
          // A click beside the rows focuses the grid, too, but must not scroll it.
          if (target === currentTarget && currentTarget.matches(':focus-visible'))
            setMoved({ key: place.row, takesFocus: true })
        }}
      >
        <MatrixHead columns={columns} from={from} others={others.length} />
        <LongList
          rows={lines}
          within={scroller}
          rowHeight={lineHeight}
          keyOf={keyOf}
          reveal={moved}
          render={(line) => (
            <MatrixLineView
              line={line}
              index={(places.get(line) ?? 0) + 2}
              columns={columns}
              others={others}
              active={line.kind === 'row' && line.row.id === place.row ? place.column : undefined}
              isSelected={line.kind === 'row' && line.row.id === selected}
              selectedTest={selectedTest}
              onSelect={select}
            />
          )}
        />
      </div>
    </div>
  )
}

const keyOf = (line: MatrixLine): string =>
  line.kind === 'row'
    ? line.row.id
    : line.kind === 'state'
      ? `state ${line.state}`
      : `cause ${line.title}`

type Position = { readonly at: number; readonly column: number }

/** Where a key leads; `undefined` for any other key. */
function moveTo(
  { key, ctrlKey }: KeyboardEvent,
  {
    at,
    column,
    rows,
    lastColumn,
  }: Position & { readonly rows: number; readonly lastColumn: number },
): Position | undefined {
  const pageOfRows = 10
  const moves: Readonly<Record<string, Position>> = {
    ArrowDown: { at: at + 1, column },
    ArrowUp: { at: at - 1, column },
    ArrowRight: { at, column: column + 1 },
    ArrowLeft: { at, column: column - 1 },
    PageDown: { at: Math.min(at + pageOfRows, rows - 1), column },
    PageUp: { at: Math.max(at - pageOfRows, 0), column },
    Home: { at: ctrlKey ? 0 : at, column: 0 },
    End: { at: ctrlKey ? rows - 1 : at, column: lastColumn },
  }
  const next = moves[key]
  if (next === undefined || next.at < 0 || next.at >= rows) return undefined
  return next.column < 0 || next.column > lastColumn ? undefined : next
}

type PagesProps = {
  readonly from: number
  readonly count: number
  readonly onFirst: (first: number) => void
}

/** Chooses which tests have columns, if there are many. */
function ColumnPages({ from, count, onFirst }: PagesProps) {
  const last = Math.min(from + columnsAtATime, count)
  return (
    <div class="row row-middle" role="group" aria-label="Tests with a column">
      <Button
        label="Earlier tests"
        disabled={from === 0}
        onClick={() => onFirst(Math.max(0, from - columnsAtATime))}
      >
        ‹
      </Button>
      <span class="small" role="status">
        Tests {from + 1} to {last} of {count}
      </span>
      <Button label="Later tests" disabled={last === count} onClick={() => onFirst(last)}>
        ›
      </Button>
    </div>
  )
}
