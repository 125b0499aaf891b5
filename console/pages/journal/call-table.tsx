import { useState } from 'preact/hooks'
import { hrefOf, pageLocation } from '../../app/location.ts'
import type { JournalLine } from '../../../contract/control/journal.ts'
import { Badge, EmptyState, type Tone } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { TextWithCode, Timestamp } from '../../ui/text.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const statusTones: Readonly<Record<number, Tone>> = { 2: 'good', 3: 'info', 4: 'warn', 5: 'bad' }

/** The status of a call; a call whose connection was reset has none. */
export const StatusBadge = ({ status }: { readonly status: number | null }) =>
  status === null ? (
    <Badge tone="bad">reset</Badge>
  ) : (
    <Badge tone={statusTones[Math.floor(status / 100)] ?? 'plain'}>{status}</Badge>
  )

const streamStates: Readonly<
  Record<NonNullable<JournalLine['stream']>['state'], readonly [Tone, string]>
> = {
  open: ['info', 'open'],
  end: ['good', 'complete'],
  left: ['plain', 'reader left'],
  cut: ['bad', 'cut'],
}

/** The state of a call's stream, and the number of delivered events. */
export function StreamBadge({ stream }: Pick<JournalLine, 'stream'>) {
  if (stream === null) return null
  const [tone, text] = streamStates[stream.state]
  return (
    <>
      <Badge tone={tone}>{text}</Badge>{' '}
      <span class="small">
        {stream.events} {stream.events === 1 ? 'event' : 'events'}
      </span>
    </>
  )
}

/** The user and API key of a call. */
export const formatCaller = ({ caller }: JournalLine): string => {
  if (caller === null) return '–'
  return caller.key === null ? caller.email : `${caller.email} (key ${caller.key.name})`
}

const pageSize = 100

type CallTableProps = {
  readonly calls: readonly JournalLine[]
  readonly current: string | undefined
}

/** The calls, newest first, with links to their details. */
export function CallTable({ calls, current }: CallTableProps) {
  const [shown, setShown] = useState(pageSize)
  return (
    <>
      <Table
        caption="Calls of this world, newest first"
        columns={columns}
        rows={calls.slice(0, shown)}
        keyOf={({ number }) => String(number)}
        selectedKey={current}
        opensRows
        empty={<EmptyState title="No calls">Platform calls appear here immediately.</EmptyState>}
      />
      {calls.length > shown && (
        <div class="row">
          <Button onClick={() => setShown(shown + pageSize)}>
            Show more ({calls.length - shown} older)
          </Button>
        </div>
      )}
    </>
  )
}

/** The beginning of a path that selects the world, such as `/w/red`. */
const worldPrefix = (path: string): string => /^\/w\/[^/]+/.exec(path)?.[0] ?? ''

const columns: readonly Column<JournalLine>[] = [
  {
    label: '#',
    numeric: true,
    cell: ({ number }) => (
      <a
        href={hrefOf('journal', {
          ...Object.fromEntries(pageLocation.value.params),
          call: `${number}`,
          with: undefined,
        })}
        aria-label={`Call ${number}`}
      >
        {number}
      </a>
    ),
  },
  { label: 'Time', cell: ({ time }) => <Timestamp iso={time} short /> },
  { label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: 'Call',
    cell: ({ method, path, query, code, explanation, faults }) => (
      <>
        <code>
          <b>{method}</b> <span class="faint">{worldPrefix(path)}</span>
          {path.slice(worldPrefix(path).length)}
          <span class="faint">{query === '' ? '' : `?${query.replace(/^\?/, '')}`}</span>
        </code>
        {(code !== null || explanation !== null || faults.length > 0) && (
          <div class="journal-notes">
            <span class="small faint journal-why">
              <TextWithCode text={code ?? explanation ?? ''} />
            </span>
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
  { label: 'Caller', cell: formatCaller },
  { label: 'Stream', cell: ({ stream }) => <StreamBadge stream={stream} /> },
  { label: 'ms', numeric: true, cell: ({ ms }) => ms.toFixed(ms < 10 ? 1 : 0) },
]
