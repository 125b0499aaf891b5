import type { JournalRecord } from '../../../contract/control/journal.ts'
import { useQuery } from '../../control/hooks.ts'
import { EmptyState, ErrorNotice } from '../../ui/feedback.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { hrefOfCall } from './call-actions.tsx'
import { type CallDifference, compareCalls } from './compare-calls.ts'
import { formatCount } from '../../ui/format-count.ts'

/** The maximum number of differences to show. */
const maxRows = 200

/** The values in which a call differs from another one. */
export function CallComparison(props: { readonly call: JournalRecord; readonly other: string }) {
  const { call, other } = props
  const { data, error } = useQuery<JournalRecord>(`journal/${encodeURIComponent(other)}`)
  const rows = data === undefined ? [] : compareCalls(data, call)
  const columns: readonly Column<CallDifference>[] = [
    { label: 'Part', cell: ({ part }) => part },
    { label: 'Place', cell: ({ place }) => <code>{place}</code> },
    { label: `Call ${other}`, cell: ({ left }) => <Value text={left} /> },
    { label: `Call ${call.number}`, cell: ({ right }) => <Value text={right} /> },
  ]
  return (
    <section class="stack" aria-labelledby="journal-comparison">
      <div class="row row-middle">
        <h3 id="journal-comparison">Compared with call {other}</h3>
        <span class="small faint" role="status">
          {data !== undefined && formatCount(rows.length, 'difference')}
        </span>
        <a class="button button-quiet push" href={hrefOfCall(String(call.number))}>
          End the comparison
        </a>
      </div>
      <ErrorNotice message={error} />
      {data !== undefined && (
        <Table
          caption="Differences between the calls"
          columns={columns}
          rows={rows.slice(0, maxRows)}
          keyOf={({ part, place }) => `${part} ${place}`}
          empty={<EmptyState title="No differences">The stored parts are equal.</EmptyState>}
        />
      )}
      {rows.length > maxRows && (
        <p class="small faint">{rows.length - maxRows} further differences are not shown.</p>
      )}
    </section>
  )
}

const Value = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? <span class="faint">none</span> : <code class="journal-value">{text}</code>
