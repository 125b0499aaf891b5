import { cellLabels } from './labels.ts'
import { countCells, type MatrixTest } from './report/matrix.ts'
import type { CellState, MatrixRow } from './report/rows.ts'

type LegendProps = { readonly rows: readonly MatrixRow[]; readonly tests: readonly MatrixTest[] }

/** The signs of the cells with their meaning and number, and the tests by their numbers. */
export function MatrixLegend({ rows, tests }: LegendProps) {
  const counts = countCells(rows, tests)
  const shown = (Object.keys(cellLabels) as CellState[]).filter(
    (state) => (counts.get(state) ?? 0) > 0,
  )
  return (
    <div class="tolerance-legends">
      <dl class="tolerance-legend" aria-label="Signs">
        {shown.map((state) => (
          <div key={state} title={cellLabels[state].about}>
            <dt>
              <span class={`tolerance-sign is-${state}`} aria-hidden="true">
                {cellLabels[state].sign}
              </span>{' '}
              {cellLabels[state].name} <span class="faint">{counts.get(state)}</span>
            </dt>
            <dd class="unseen">{cellLabels[state].about}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{tests.length === 1 ? 'The test' : `The ${tests.length} tests`}</summary>
        <ol class="tolerance-tests">
          {tests.slice(0, 200).map(({ name, broken }) => (
            <li key={name}>
              {name}
              {broken > 0 && <span class="bad"> · broken by {broken}</span>}
            </li>
          ))}
        </ol>
        {tests.length > 200 && <p class="small faint">and {tests.length - 200} more</p>}
      </details>
    </div>
  )
}
