import { Badge } from '../../../ui/badge.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { accountFor } from './account-for.ts'
import { FrameLine } from './frame-line.tsx'
import type { Connection, Ending, FrameRow, Tape } from './tape.ts'

const endings: Readonly<Record<Ending, { readonly words: string; readonly tone: Tone }>> = {
  ended: { words: 'The server ended it', tone: 'plain' },
  left: { words: 'The client closed it', tone: 'plain' },
  cut: { words: 'You cut it', tone: 'bad' },
  broke: { words: 'It broke', tone: 'bad' },
  failed: { words: 'It brought no stream', tone: 'bad' },
}

export type ConnectionPartProps = {
  readonly connection: Connection
  readonly tape: Tape
  readonly hidesDeltas: boolean
}

/** One connection of a turn: how it began, every event, how it ended, and what that proves. */
export function ConnectionPart({ connection, tape, hidesDeltas }: ConnectionPartProps) {
  const { number, path, askedAfter, openedAt, status, ending } = connection
  const frames = tape.frames.filter((frame) => frame.connection === number)
  const shown = hidesDeltas ? frames.filter((frame) => !isDelta(frame)) : frames
  const account = accountFor(tape, connection)
  return (
    <section class="connection" aria-label={`Connection ${number}`}>
      <p class="connection-head">
        <code>POST {path}</code>
        {askedAfter !== undefined && <Badge tone="info">cursor {askedAfter}</Badge>}
        {status !== undefined && <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>}
        {openedAt !== undefined && <span class="faint">{msOf(openedAt)}</span>}
      </p>
      {frames.length > 0 && <Heads />}
      {shown.map((frame) => (
        <FrameLine key={frame.number} frame={frame} />
      ))}
      {shown.length < frames.length && (
        <p class="tiny faint">{frames.length - shown.length} deltas are hidden.</p>
      )}
      {ending !== undefined && (
        <EndLine connection={connection} ending={ending} last={frames.at(-1)} />
      )}
      {account !== undefined && ending !== undefined && (
        <Notice tone={account.isWhole ? 'good' : 'warn'} title="Resumed. ">
          {account.sentences.join(' ')}
        </Notice>
      )}
    </section>
  )
}

const Heads = () => (
  <div class="frame-heads" aria-hidden="true">
    <span>cursor</span>
    <span>event</span>
    <span>at</span>
    <span>bytes</span>
  </div>
)

type EndLineProps = {
  readonly connection: Connection
  readonly ending: Ending
  readonly last: FrameRow | undefined
}

function EndLine({ connection, ending, last }: EndLineProps) {
  const { endedAt = 0, bytes, pieces, torn } = connection
  const { words, tone } = endings[ending]
  const behind =
    (tone === 'bad' && last?.cursor !== undefined && ` behind cursor ${last.cursor}`) || ''
  return (
    <p class={`connection-end tone-${tone}`} role={tone === 'bad' ? 'status' : undefined}>
      <strong>
        {words}
        {behind}
      </strong>{' '}
      at {msOf(endedAt)}
      {pieces > 0 && `: ${countOf(bytes, 'byte')} in ${countOf(pieces, 'piece')}`}
      {torn > 0 && `, the last ${torn} of an event that is not whole`}.
    </p>
  )
}

const countOf = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

const isDelta = ({ payload }: FrameRow) => /"(type|status)":"delta"|"thinking_delta"/.test(payload)

const msOf = (ms: number) => `${Math.round(ms).toLocaleString('en')} ms`
