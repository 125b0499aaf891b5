import type { ComponentChildren } from 'preact'
import { pageLocation, setParams } from '../../app/location.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { rowLabels } from './labels.ts'
import { countStates } from './report/matrix.ts'
import type { MatrixRow, RowState } from './report/rows.ts'

type FilterProps = {
  readonly rows: readonly MatrixRow[]
  /** Further controls beside the text. */
  readonly children: ComponentChildren
}

/** Filters the rows by text and by their state; each state shows how many rows have it. */
export function MatrixFilterBar({ rows, children }: FilterProps) {
  const { params } = pageLocation.value
  const chosen = (params.get('state') ?? '').split(',').filter((one) => one !== '')
  const toggle = (state: RowState) => {
    const next = chosen.includes(state) ? chosen.filter((one) => one !== state) : [...chosen, state]
    setParams({ state: next.length === 0 ? undefined : next.join(',') })
  }
  return (
    <div class="stack" role="search" aria-label="Behaviours">
      <div class="row">
        <TextField
          label="Contains"
          type="search"
          placeholder="a behaviour, a test or its message"
          value={params.get('text') ?? ''}
          onValue={(text) => setParams({ text: text || undefined })}
        />
        {children}
      </div>
      <div class="row chips" role="group" aria-label="States">
        {countStates(rows).map(([state, count]) => (
          <Button key={state} pressed={chosen.includes(state)} onClick={() => toggle(state)}>
            <span class={`tone-${rowLabels[state].tone} tolerance-dot`} aria-hidden="true" />
            {rowLabels[state].name} {count}
          </Button>
        ))}
        {chosen.length > 0 && (
          <Button kind="quiet" onClick={() => setParams({ state: undefined })}>
            Show all
          </Button>
        )}
      </div>
    </div>
  )
}
