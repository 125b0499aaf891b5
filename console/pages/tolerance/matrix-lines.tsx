import { useMemo } from 'preact/hooks'
import { Badge } from '../../ui/feedback.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { cellLabels, rowLabels } from './labels.ts'
import { type MatrixLine, type MatrixTest, summaryOf } from './report/matrix.ts'
import { cellOf, type CellState, type MatrixRow } from './report/rows.ts'

type HeadProps = {
  readonly columns: readonly MatrixTest[]
  /** The number of tests before the first column. */
  readonly from: number
  /** The number of tests that share the last column. */
  readonly others: number
}

/** The heading of the matrix: the tests by their numbers in the legend. */
export const MatrixHead = ({ columns, from, others }: HeadProps) => (
  <div role="row" class="tolerance-row tolerance-head" aria-rowindex={1}>
    <div role="columnheader" class="tolerance-name">
      Behaviour
    </div>
    {columns.map(({ index, name }, at) => (
      <div
        key={index}
        role="columnheader"
        class="tolerance-cell"
        title={name}
        aria-label={`Test ${from + at + 1}: ${name}`}
      >
        {from + at + 1}
      </div>
    ))}
    {others > 0 && (
      <div
        role="columnheader"
        class="tolerance-cell"
        title={`The ${others} other tests`}
        aria-label={`The ${others} other tests`}
      >
        +{others}
      </div>
    )}
  </div>
)

type LineProps = {
  readonly line: MatrixLine
  /** Its place in the whole matrix, from 1. */
  readonly index: number
  readonly columns: readonly MatrixTest[]
  readonly others: readonly MatrixTest[]
  /** The column of the keyboard, if it is in this row; 0 is the name. */
  readonly active: number | undefined
  readonly isSelected: boolean
  readonly selectedTest: number | undefined
  readonly onSelect: (row: MatrixRow, column: number) => void
}

/** A heading or a row of the matrix. While the list scrolls, nothing is rendered again. */
export const MatrixLineView = (props: LineProps) =>
  useMemo(() => renderLine(props), Object.values(props))

function renderLine(props: LineProps) {
  const { line, index } = props
  if (line.kind === 'row') return <RowView {...props} row={line.row} />
  return (
    <div role="row" class={`tolerance-heading is-${line.kind}`} aria-rowindex={index}>
      <div role="rowheader">
        {line.kind === 'cause' ? (
          <TextWithCode text={line.title} />
        ) : (
          <>
            <Badge tone={rowLabels[line.state].tone}>{rowLabels[line.state].name}</Badge>{' '}
            <span class="small faint">
              {line.count}: {rowLabels[line.state].about}
            </span>
          </>
        )}
      </div>
    </div>
  )
}

function RowView(props: LineProps & { readonly row: MatrixRow }) {
  const { row, index, columns, others, active, isSelected, selectedTest, onSelect } = props
  return (
    <div
      role="row"
      class={isSelected ? 'tolerance-row marked' : 'tolerance-row'}
      aria-rowindex={index}
      aria-selected={isSelected}
    >
      <div
        role="rowheader"
        class="tolerance-name"
        tabIndex={active === 0 ? 0 : -1}
        title={row.says}
        onClick={() => onSelect(row, 0)}
      >
        <code>{row.id}</code>
        <span class="tolerance-says">
          <TextWithCode text={row.says} />
        </span>
      </div>
      {columns.map((test, at) => (
        <Cell
          key={test.index}
          state={cellOf(row, test.name)}
          label={test.name}
          isActive={active === at + 1}
          isSelected={isSelected && test.index === selectedTest}
          onClick={() => onSelect(row, at + 1)}
        />
      ))}
      {others.length > 0 && (
        <Cell
          state={summaryOf(row, others)}
          label={`The ${others.length} other tests`}
          isActive={active === columns.length + 1}
          isSelected={false}
          onClick={() => onSelect(row, columns.length + 1)}
        />
      )}
    </div>
  )
}

type CellProps = {
  readonly state: CellState
  readonly label: string
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly onClick: () => void
}

const Cell = ({ state, label, isActive, isSelected, onClick }: CellProps) => (
  <div
    role="gridcell"
    class={`tolerance-cell is-${state}${isSelected ? ' is-chosen' : ''}`}
    tabIndex={isActive ? 0 : -1}
    aria-label={`${label}: ${cellLabels[state].name}`}
    onClick={onClick}
  >
    <span aria-hidden="true">{cellLabels[state].sign}</span>
  </div>
)
