import { Badge } from '../../ui/feedback.tsx'
import { formatCount } from '../../../contract/format-count.ts'
import type { ListedExchange } from '../exchanges/exchange-list.tsx'
import type { ExchangeRow } from './reading/recorded-traffic.ts'

/** Converts an exchange of a recording to a row of the list. */
export const toListedExchange = (row: ExchangeRow): ListedExchange => ({
  number: row.index,
  status: row.status === 0 ? null : row.status,
  method: row.method,
  path: row.path,
  notes: <RowNotes row={row} />,
  startedAt: row.startedAt,
  headMs: row.headersAfter,
  totalMs: row.ms,
  size: row.size,
  isStream: row.isStream,
})

const RowNotes = ({ row }: { readonly row: ExchangeRow }) => (
  <>
    <StreamNote row={row} />
    {row.causes.length > 0 && <Badge tone="bad">{formatCount(row.causes.length, 'finding')}</Badge>}
  </>
)

/** Shows the number of frames of a stream, or why the recording has no frames. */
export function StreamNote({ row }: { readonly row: ExchangeRow }) {
  const { isStream, frames, lacksBody, ended } = row
  if (!isStream) return lacksBody ? <Badge>no body</Badge> : null
  return (
    <>
      {lacksBody ? (
        <Badge tone="warn">stream without body</Badge>
      ) : (
        <Badge tone="info">{frames === undefined ? 'stream' : formatCount(frames, 'frame')}</Badge>
      )}
      {ended === 'error' && <Badge tone="bad">broken</Badge>}
      {ended === 'cut' && <Badge>client left</Badge>}
    </>
  )
}
