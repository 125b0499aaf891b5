import type { JournalLine } from '../../../contract/control/journal.ts'
import { formatCount } from '../../../contract/format-count.ts'
import { plainText, queryWithMark } from '../../ui/format.ts'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import type { ListedExchange } from '../exchanges/exchange-list.tsx'
import { pathInWorld } from '../../../contract/operations/path-table.ts'

const streamStates: Readonly<
  Record<NonNullable<JournalLine['stream']>['state'], readonly [Tone, string]>
> = {
  open: ['info', 'open'],
  end: ['good', 'complete'],
  left: ['plain', 'reader left'],
  cut: ['bad', 'cut'],
}

/** Shows the state of a call's stream, and the number of events sent. */
export function StreamBadge({ stream }: Pick<JournalLine, 'stream'>) {
  if (stream === null) return null
  const [tone, text] = streamStates[stream.state]
  return (
    <>
      <Badge tone={tone}>{text}</Badge>{' '}
      <span class="small">{formatCount(stream.events, 'event')}</span>
    </>
  )
}

/** Formats the user and the API key of a call. */
export const formatCaller = ({ caller }: JournalLine): string => {
  if (caller === null) return '–'
  return caller.key === null ? caller.email : `${caller.email} (key ${caller.key.name})`
}

/** Converts a call to a row of the list. The start time of the row is in the world's time. */
export function toListedCall(call: JournalLine): ListedExchange {
  const { number, status, method, path, query, time, ms, stream, size } = call
  const prefix = path.slice(0, path.length - pathInWorld(path).length)
  const startedAt = Date.parse(time)
  return {
    number,
    status,
    method,
    prefix,
    path: path.slice(prefix.length),
    query: queryWithMark(query),
    notes: <CallNotes call={call} />,
    startedAt,
    headMs: ms,
    totalMs: stream === null ? ms : msUntilEnd(stream.ended_at, startedAt),
    size: size ?? undefined,
    isStream: stream !== null,
    repeatKey: repeatKeyOf(call),
  }
}

/** Calls that only read, and that got the same response, are equal. */
const repeatKeyOf = ({ method, path, query, status, code, size, caller, ...call }: JournalLine) =>
  method === 'GET' && call.stream === null && call.faults.length === 0
    ? JSON.stringify([path, query, status, code, size, caller])
    : undefined

const msUntilEnd = (endedAt: string | null, startedAt: number) =>
  endedAt === null ? undefined : Math.max(0, Date.parse(endedAt) - startedAt)

const CallNotes = ({ call }: { readonly call: JournalLine }) => {
  const why = plainText(call.code ?? call.explanation ?? '')
  return (
    <>
      <StreamBadge stream={call.stream} />
      {call.faults.map((fault) => (
        <Badge key={fault} tone="warn">
          {fault}
        </Badge>
      ))}
      {why !== '' && (
        <span class="small faint" title={why}>
          {why}
        </span>
      )}
    </>
  )
}
