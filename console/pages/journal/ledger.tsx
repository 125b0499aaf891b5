import type { CallRecord, DeliveredFrame } from '../../control/answers.ts'
import { type Column, Table } from '../../ui/table.tsx'

type Row = DeliveredFrame & { readonly place: number; readonly after: number }

/** Each event that the reader of a stream was handed, by the time of the world. */
export function Ledger({ call }: { readonly call: CallRecord }) {
  const began = Date.parse(call.time)
  const rows = call.frames.map((frame, index) => ({
    ...frame,
    place: index + 1,
    after: Date.parse(frame.time) - began,
  }))
  return (
    <div class="stack">
      <Table
        caption="Events as they were delivered"
        columns={columns}
        rows={rows}
        keyOf={({ place }) => String(place)}
        empty={<p class="faint small">Nothing was delivered.</p>}
      />
      {call.frames_beyond > 0 && (
        <p class="faint small">{call.frames_beyond} further events are only counted.</p>
      )}
      {call.partial_bytes > 0 && (
        <p class="small">Then {call.partial_bytes} bytes of an event that is not complete.</p>
      )}
    </div>
  )
}

const columns: readonly Column<Row>[] = [
  { label: '#', numeric: true, cell: ({ place }) => place },
  { label: 'Event', cell: ({ event }) => <code>{event}</code> },
  { label: 'Cursor', numeric: true, cell: ({ cursor }) => cursor ?? '–' },
  { label: 'After', numeric: true, cell: ({ after }) => `${after.toLocaleString('en-GB')} ms` },
  { label: 'Bytes', numeric: true, cell: ({ bytes }) => bytes },
]
