import { useEffect } from 'preact/hooks'
import type { DueItem, DueList } from '../../../contract/control/clock.ts'
import { useQuery } from '../../control/hooks.ts'
import type { WorldStatus } from '../../control/world-status.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorNotice } from '../../ui/feedback.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Timestamp } from '../../ui/text.tsx'
import { formatDuration } from '../faults/describe-fault.ts'

type DueTableProps = {
  readonly status: WorldStatus
  /** Advances the clock to a time. */
  readonly onAdvanceTo: (at: string) => unknown
}

/** What falls due next in the world; fetched again whenever its status is. */
export function DueTable({ status, onAdvanceTo }: DueTableProps) {
  const { data, error, refetch } = useQuery<DueList>('clock/due')
  useEffect(refetch, [status])
  if (data === undefined) return <ErrorNotice message={error} />
  const now = Date.parse(data.now)
  const columns: readonly Column<DueItem>[] = [
    {
      label: 'What',
      cell: (item) => (
        <>
          {describeDue(item)}
          <div class="faint small">
            in {formatDuration(Date.parse(item.at) - now)}, <Timestamp iso={item.at} />
          </div>
        </>
      ),
    },
    {
      label: 'Advance',
      hideLabel: true,
      numeric: true,
      cell: (item) => (
        <Button label={`Advance to it: ${describeDue(item)}`} onClick={() => onAdvanceTo(item.at)}>
          Advance to it
        </Button>
      ),
    },
  ]
  return (
    <section class="stack" aria-labelledby="clock-due">
      <h2 id="clock-due">Falls due next</h2>
      <Table
        caption="What falls due next"
        columns={columns}
        rows={data.due.slice(0, maxRows)}
        keyOf={({ at, kind, subject }) => `${at} ${kind} ${subject}`}
        empty={
          <EmptyState title="Nothing is scheduled">
            No turn runs, and no approval, key or session expires.
          </EmptyState>
        }
      />
      {data.due.length + data.more > maxRows && (
        <p class="small faint">{data.due.length + data.more - maxRows} later ones are not shown.</p>
      )}
    </section>
  )
}

/** The number of rows: what comes later is rarely of interest. */
const maxRows = 8

function describeDue({ kind, subject }: DueItem): string {
  if (kind === 'event') return 'The next event of a stream'
  if (kind === 'delay') return 'A response that a fault delays'
  if (kind === 'approval') return `The approval of ${subject} expires`
  if (kind === 'title') return `The title “${subject}” is stored`
  if (kind === 'key') return `The API key ${subject} expires`
  return `The session of ${subject} ends`
}
