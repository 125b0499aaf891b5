import { useState } from 'preact/hooks'
import { callOf } from '../../../contract/control/call.ts'
import type {
  JournalFrame,
  JournalFrames,
  JournalRecord,
} from '../../../contract/control/journal.ts'
import { formatCount } from '../../../contract/format-count.ts'
import { shortenWithLength } from '../../../contract/shorten.ts'
import { utf8Length } from '../../../contract/sse.ts'
import { host } from '../../app/host.ts'
import { hrefOf } from '../../app/location.ts'
import { useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type SentRow = JournalFrame & {
  readonly position: number
  readonly afterMs: number
  /** The text of the sent frame, if the turn still has the frame. */
  readonly text: string | undefined
}

/** Lists the events that the server sent, in the world's time. A client may have received fewer. */
export function SentEvents({ call }: { readonly call: JournalRecord }) {
  const [isRaw, setIsRaw] = useState(false)
  const params = { number: String(call.number) }
  const turn = useQuery(isRaw ? callOf('GET journal/{number}/frames', { params }) : undefined)
  const texts = textsOfFrames(call, turn.data)
  const began = Date.parse(call.time)
  const rows = call.frames.map((frame, index) => ({
    ...frame,
    position: index + 1,
    afterMs: Date.parse(frame.time) - began,
    text: texts[index],
  }))
  return (
    <div class="stack">
      {host.isProxy !== true && (
        <div class="row">
          <Button pressed={isRaw} onClick={() => setIsRaw(!isRaw)}>
            Raw frames
          </Button>
        </div>
      )}
      <ErrorNotice message={turn.error} />
      <Table
        caption="Sent events"
        columns={turn.data === undefined ? frameColumns : [...frameColumns, rawColumn]}
        rows={rows}
        keyOf={({ position }) => String(position)}
        empty={<p class="faint small">Nothing was sent.</p>}
      />
      <TextNote rows={rows} isRaw={turn.data !== undefined} />
      {call.stream?.state === 'cut' && (
        <p class="small faint">
          The server sent these before the break. A reader may have received less: a reset drops
          what it has not read yet.
        </p>
      )}
      {call.frames_beyond > 0 && (
        <p class="faint small">{call.frames_beyond} further events are not stored.</p>
      )}
      {call.partial_bytes > 0 && (
        <p class="small">Then {call.partial_bytes} bytes of an incomplete event.</p>
      )}
    </div>
  )
}

/**
 * Returns the text of each sent frame, taken from the turn's frame with the same name and cursor.
 */
function textsOfFrames({ frames }: JournalRecord, turn: JournalFrames | undefined) {
  let from = 0
  return frames.map(({ event, cursor }) => {
    const at = turn?.frames.findIndex(
      (one, index) => index >= from && one.event === event && one.cursor === cursor,
    )
    if (at === undefined || at < 0) return undefined
    from = at + 1
    return turn?.frames[at]?.text
  })
}

/** Says where the texts of the frames come from, because the journal does not store texts. */
function TextNote({ rows, isRaw }: { readonly rows: readonly SentRow[]; readonly isRaw: boolean }) {
  if (host.isProxy === true)
    return (
      <p class="small faint">
        The journal keeps no texts of events. If this proxy records,{' '}
        <a href={hrefOf('traffic')}>Traffic</a> shows them.
      </p>
    )
  if (!isRaw) return null
  const changedRows = rows.filter(
    ({ text, bytes }) => text === undefined || utf8Length(text) !== bytes,
  )
  return (
    <p class="small faint">
      The journal keeps no texts of events: these are written again from the stored turn, with
      secrets masked.
      {changedRows.length > 0 &&
        ` ${formatCount(changedRows.length, 'frame')} left with another text: damaged by a fault, by another profile, or not part of the turn.`}
    </p>
  )
}

/** The maximum number of characters that are shown of a frame. */
const shownLength = 2000

const rawColumn: Column<SentRow> = {
  label: 'As it was sent',
  cell: ({ text }) =>
    text === undefined ? (
      '–'
    ) : (
      <code class="raw-frame">{shortenWithLength(text.trimEnd(), shownLength)}</code>
    ),
}

const frameColumns: readonly Column<SentRow>[] = [
  { label: '#', numeric: true, cell: ({ position }) => position },
  { label: 'Event', cell: ({ event }) => <code>{event}</code> },
  { label: 'Cursor', numeric: true, cell: ({ cursor }) => cursor ?? '–' },
  { label: 'After', numeric: true, cell: ({ afterMs }) => `${afterMs.toLocaleString('en-GB')} ms` },
  { label: 'Bytes', numeric: true, cell: ({ bytes }) => bytes },
]
