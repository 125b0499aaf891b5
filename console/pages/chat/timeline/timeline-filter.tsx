import { useState } from 'preact/hooks'
import { CheckField, SelectField, TextField } from '../../../ui/fields.tsx'
import type { StreamLog } from './stream-log.ts'
import { createTimelineRows, noFilter, type TimelineFilter } from './timeline-rows.ts'
import { type EventKind, eventKinds } from './waterfall.ts'

const eventKindLabels: Readonly<Record<EventKind, string>> = {
  phase: 'Phases and steps',
  thinking: 'Thinking',
  tool: 'Tools',
  answer: 'Answer',
  other: 'Other events',
}

type FilterProps = {
  readonly filter: TimelineFilter
  readonly onFilter: (filter: TimelineFilter) => void
}

export function FilterFields({ filter, onFilter }: FilterProps) {
  return (
    <div class="row row-middle timeline-filter">
      <TextField
        label="Filter events by text"
        hideLabel
        type="search"
        placeholder="Filter events"
        value={filter.text}
        onValue={(text) => onFilter({ ...filter, text })}
      />
      <SelectField
        label="Filter events by kind"
        hideLabel
        value={filter.kind ?? ''}
        options={[
          ['', 'All kinds'],
          ...eventKinds.map((kind) => [kind, eventKindLabels[kind]] as const),
        ]}
        onValue={(value) =>
          onFilter({ ...filter, kind: eventKinds.find((each) => each === value) })
        }
      />
      <CheckField
        label="Hide deltas"
        checked={filter.hidesDeltas}
        onValue={(hidesDeltas) => onFilter({ ...filter, hidesDeltas })}
      />
    </div>
  )
}

/** Returns the rows of a log that pass a filter, and the row that was revealed last. */
export function useTimelineRows(log: StreamLog) {
  const [filter, setFilter] = useState(noFilter)
  const [revealed, setRevealed] = useState<{ readonly key: string | number }>()
  const [toRows] = useState(createTimelineRows)
  const rows = toRows(log, filter)
  /** Scrolls to a row. If the filter hides this row, the filter is cleared. */
  function reveal(key: string | number): void {
    if (!rows.some((row) => row.key === key)) setFilter(noFilter)
    setRevealed({ key })
  }
  return { rows, filter, setFilter, revealed, reveal }
}
