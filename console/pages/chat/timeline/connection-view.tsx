import { shortenWithLength } from '../../../../contract/shorten.ts'
import { parseJson } from '../../../../contract/json.ts'
import { Badge, Notice } from '../../../ui/feedback.tsx'
import { type ReplayReport, reportConnection } from './stream-report.ts'
import { type Connection, type Ending, endings, type LoggedFrame } from './stream-log.ts'
import type { ComponentType } from 'preact'
import { memo } from 'preact/compat'
import { useState } from 'preact/hooks'
import { Code, CopyButton } from '../../../ui/copy.tsx'
import { curlOf } from './export-log.ts'
import type { EndedConnection, TimelineRow } from './timeline-rows.ts'
import { prettyJson } from '../../../ui/format.ts'

type TimelineLineProps = {
  readonly row: TimelineRow
  /** The component that shows the payload of an event. Default: formatted JSON. */
  readonly Payload?: ComponentType<PayloadProps> | undefined
}

export type PayloadProps = { readonly label: string; readonly text: string }

const PlainPayload = ({ label, text }: PayloadProps) => <Code label={label} text={text} wrap />

/**
 * The height of a closed `TimelineLine` in pixels. If a row had another height, the list would draw
 * it a second time.
 */
export const timelineLineHeight = 22

export function TimelineLine({ row, Payload = PlainPayload }: TimelineLineProps) {
  if (row.kind === 'frame') return <FrameLine frame={row.frame} Payload={Payload} />
  return row.kind === 'head' ? <HeadLine {...row} /> : <EndOfConnection {...row.ended} />
}

function HeadLine({ connection }: { readonly connection: Connection }) {
  const { number, path, resumeCursor, openedAt, status } = connection
  return (
    <>
      <h3 class="connection-head">
        <span class="unseen">Connection {number}:</span>
        <code>POST {path}</code>
        {resumeCursor !== undefined && <Badge tone="info">cursor {resumeCursor}</Badge>}
        {status !== undefined && <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>}
        {openedAt !== undefined && <span class="faint">{formatMs(openedAt)}</span>}
        <CopyButton
          text={curlOf(connection.request)}
          label={`Copy connection ${number} as curl`}
          short="curl"
        />
      </h3>
    </>
  )
}

/** Shows how a connection ended. After a resume, also reports missing and repeated events. */
const EndOfConnection = memo(function EndOfConnection(ended: EndedConnection) {
  const { connection, ending, hiddenCount, lastFrame, log } = ended
  const report = ending === undefined ? undefined : reportConnection(log, connection)
  return (
    <>
      {hiddenCount > 0 && <p class="tiny faint">{formatCount(hiddenCount, 'event')} hidden.</p>}
      {ending !== undefined && (
        <EndLine connection={connection} ending={ending} lastFrame={lastFrame} />
      )}
      <ReportNotice title="Resumed. " report={report} />
    </>
  )
}, isSameEnd)

type ReportNoticeProps = { readonly title: string; readonly report: ReplayReport | undefined }

/** Shows a report on the events of a stream, if there is one. */
export const ReportNotice = ({ title, report }: ReportNoticeProps) =>
  report === undefined ? null : (
    <Notice tone={report.isComplete ? 'good' : 'warn'} title={title}>
      {report.sentences.join(' ')}
    </Notice>
  )

/** Whether an ended connection is unchanged, so that it need not be rendered again. */
function isSameEnd(before: EndedConnection, after: EndedConnection): boolean {
  const isEnded = after.ending !== undefined && before.connection === after.connection
  return isEnded && before.hiddenCount === after.hiddenCount
}

/** Renders the headings of the columns above a list of events. */
export const FrameHeadings = () => (
  <div class="frame-heads" aria-hidden="true">
    <span>cursor</span>
    <span>event</span>
    <span>at</span>
    <span>bytes</span>
  </div>
)

type EndLineProps = Pick<EndedConnection, 'connection' | 'lastFrame'> & { readonly ending: Ending }

function EndLine({ connection, ending, lastFrame }: EndLineProps) {
  const { endedAt = 0, bytes, readCount, incompleteBytes } = connection
  const { text, isBreak } = endings[ending]
  const position =
    (isBreak && lastFrame?.cursor !== undefined && ` after cursor ${lastFrame.cursor}`) || ''
  return (
    <p
      class={`connection-end tone-${isBreak ? 'bad' : 'plain'}`}
      role={isBreak ? 'status' : undefined}
    >
      <strong>
        {text}
        {position}
      </strong>{' '}
      at {formatMs(endedAt)}
      {readCount > 0 && `: ${formatCount(bytes, 'byte')} in ${formatCount(readCount, 'read')}`}
      {incompleteBytes > 0 && `, the last ${incompleteBytes} of an incomplete event`}.
    </p>
  )
}

const formatCount = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

const formatMs = (ms: number) => `${Math.round(ms).toLocaleString('en')} ms`

type FrameLineProps = {
  readonly frame: LoggedFrame
  readonly Payload: ComponentType<PayloadProps>
}

/** The maximum number of characters that are shown of a received event. */
const maxRawCharacters = 20_000

/** Shows an event in one line. The line expands to show the payload of the event. */
const FrameLine = memo(function FrameLine({ frame, Payload }: FrameLineProps) {
  const { name, cursor, at, bytes, payload, text, read, isDelivered } = frame
  const [isOpen, setIsOpen] = useState(false)
  const isKnown = !isDelivered && name !== 'comment' && name !== 'resume_done'
  return (
    <details class="frame" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary class={isKnown ? 'is-known' : ''}>
        <span class="numeric">{cursor ?? '–'}</span>
        <span>
          {name} <span class="faint">{frameHint(frame)}</span>
        </span>
        <span class="numeric">{Math.round(at)}</span>
        <span class="numeric">{bytes}</span>
      </summary>
      {isOpen && (
        <div class="frame-body">
          <div class="frame-texts">
            <Payload label={`payload of ${name}`} text={prettyJson(payload)} />
            <Payload
              label={`${name} as it was received`}
              text={shortenWithLength(text.trimEnd(), maxRawCharacters)}
            />
          </div>
          <p class="tiny faint">
            Received with read {read}.{' '}
            {isKnown ? 'The client dropped it as a repetition.' : 'The client delivered it.'}
          </p>
        </div>
      )}
    </details>
  )
})

/** Returns up to two words of the payload, to tell events with the same name apart. */
function frameHint({ name: own, payload }: LoggedFrame): string {
  const { type, status, name, phase, event, tool } = Object(parseJson(payload)) as Record<
    string,
    unknown
  >
  const words = [name, phase, event, type, status, tool].filter(
    (word) => typeof word === 'string' && word !== own,
  )
  return [...new Set(words)].slice(0, 2).join(' ')
}
