import { useState } from 'preact/hooks'
import { hrefOf, place } from '../../app/location.ts'
import type { CallLine } from '../../control/answers.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Moment } from '../../ui/moment.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { sayCaller, Status, StreamState } from './say-call.tsx'

const step = 100

type CallTableProps = {
  readonly calls: readonly CallLine[]
  /** The number of the call that is open. */
  readonly current: string | undefined
}

/** The calls, the newest first; the number of one opens it. */
export function CallTable({ calls, current }: CallTableProps) {
  const [shown, setShown] = useState(step)
  return (
    <>
      <Table
        caption="Calls of this world, the newest first"
        columns={columns}
        rows={calls.slice(0, shown)}
        keyOf={({ number }) => String(number)}
        marked={current}
        empty={<Empty title="No calls">Call the platform, and it shows here at once.</Empty>}
      />
      {calls.length > shown && (
        <div class="row">
          <Button onClick={() => setShown(shown + step)}>
            Show more ({calls.length - shown} older)
          </Button>
        </div>
      )}
    </>
  )
}

const columns: readonly Column<CallLine>[] = [
  {
    label: '#',
    numeric: true,
    cell: ({ number }) => (
      <a
        href={hrefOf('journal', { ...Object.fromEntries(place.value.params), call: `${number}` })}
        aria-label={`Call ${number}`}
      >
        {number}
      </a>
    ),
  },
  { label: 'Time', cell: ({ time }) => <Moment iso={time} short /> },
  { label: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    label: 'Call',
    cell: ({ method, path, query, code, faults }) => (
      <>
        <code>
          <b>{method}</b> {path}
          <span class="faint">{query === '' ? '' : `?${query.replace(/^\?/, '')}`}</span>
        </code>
        {(code !== null || faults.length > 0) && (
          <div class="journal-notes">
            {code !== null && <span class="small faint">{code}</span>}
            {faults.map((fault) => (
              <Badge key={fault} tone="warn">
                {fault}
              </Badge>
            ))}
          </div>
        )}
      </>
    ),
  },
  { label: 'Caller', cell: sayCaller },
  { label: 'Stream', cell: ({ stream }) => <StreamState stream={stream} /> },
  { label: 'ms', numeric: true, cell: ({ ms }) => ms.toFixed(ms < 10 ? 1 : 0) },
]
