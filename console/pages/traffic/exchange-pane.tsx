import { formatCount } from '../../../contract/format-count.ts'
import { useRequest } from '../../control/hooks.ts'
import { useRef, useMemo } from 'preact/hooks'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { JsonText, Timestamp } from '../../ui/text.tsx'
import { measuresOf } from '../exchanges/exchange-list.tsx'
import { ExchangePane, Messages, type PartText } from '../exchanges/exchange-pane.tsx'
import { FindingsOfExchange } from './cause-list.tsx'
import { StreamNote, toListedExchange } from './listed-row.tsx'
import {
  partsOfAddress,
  partsOfBody,
  partsOfHeader,
  type TextPart,
  type MarkKind,
} from './mark-text.ts'
import type { ExchangeDetails, RecordedStream } from './reading/exchange-details.ts'
import type { ExchangeRow } from './reading/recorded-traffic.ts'
import {
  type ImportedRecording,
  loadDetails,
  type OpenRecording,
  currentRecording,
} from './traffic-store.ts'
import { LongList } from '../../ui/long-list.tsx'
import {
  type PayloadProps,
  ReportNotice,
  FrameHeadings,
  TimelineLine,
  timelineLineHeight,
} from '../chat/timeline/connection-view.tsx'
import { reportTurn } from '../chat/timeline/stream-report.ts'
import { FilterFields, useTimelineRows } from '../chat/timeline/timeline-filter.tsx'
import { toWaterfall, turnOfLog } from '../chat/timeline/waterfall.ts'
import { WaterfallView } from '../chat/timeline/waterfall-view.tsx'
import { logOfTurn } from './turn-log.ts'
import { CopyButton } from '../../ui/copy.tsx'

type RecordedExchangePaneProps = {
  readonly row: ExchangeRow
  readonly open: OpenRecording
  readonly onClose: () => void
}

/** Shows one exchange: its findings, its stream, and both messages. */
export function RecordedExchangePane({ row, open, onClose }: RecordedExchangePaneProps) {
  const details = useRequest(() => loadDetails(row.index), [row.index], row.index).data
  const { result, imported } = open
  const causes = row.causes.flatMap((at) => {
    const cause = result?.causes[at]
    return cause === undefined ? [] : [{ at, cause }]
  })
  return (
    <ExchangePane
      title={`Exchange ${row.index}`}
      summary={{
        status: row.status === 0 ? null : row.status,
        method: row.method,
        address:
          details === undefined ? row.path : <MarkedText parts={partsOfAddress(details.url)} />,
        facts: factsOf(row),
      }}
      onClose={onClose}
    >
      {imported !== undefined && <ImportUses row={row} imported={imported} />}
      {causes.length > 0 && <FindingsOfExchange causes={causes} />}
      {details !== undefined && <Details key={row.index} row={row} details={details} />}
    </ExchangePane>
  )
}

const factsOf = (row: ExchangeRow) =>
  [
    ['Sent', <Timestamp iso={new Date(row.startedAt).toISOString()} />],
    ['Operation', row.operation ?? 'none of the contract'],
    ['Flow', row.flow],
    ['Stream', row.isStream ? <StreamNote row={row} /> : undefined],
    ...measuresOf(toListedExchange(row)),
  ] as const

type ImportUsesProps = { readonly row: ExchangeRow; readonly imported: ImportedRecording }

/** Says what the import used an exchange for, or why it did not use the exchange. */
function ImportUses({ row, imported: { world, report } }: ImportUsesProps) {
  const usesOfExchange = report.uses.find(({ entry }) => entry === row.index)
  if (usesOfExchange === undefined) return null
  if (usesOfExchange.uses.length === 0)
    return (
      <p class="small">
        <Badge tone="warn">not used</Badge> by {world}: {usesOfExchange.reason}.
      </p>
    )
  const all = [
    ...new Set(
      usesOfExchange.uses.map(({ as, what }) => (what.startsWith(as) ? what : `${as} ${what}`)),
    ),
  ]
  return (
    <p class="small">
      <Badge tone="good">used</Badge> by {world}: {all.slice(0, 3).join('; ')}
      {all.length > 3 && ` and ${all.length - 3} more`}.
    </p>
  )
}

type DetailsProps = { readonly row: ExchangeRow; readonly details: ExchangeDetails }

function Details({ row, details }: DetailsProps) {
  const { request, response, turn, isTruncated } = details
  const isElsewhere = row.isStream && (turn.length > 0 || row.lacksBody)
  const Text = useMemo(() => createMarkedText(row.path), [row.path])
  return (
    <>
      {isTruncated && (
        <Notice tone="warn">
          The recording lacks a part of a body, which was too long or could not be unpacked.
        </Notice>
      )}
      {turn.length > 0 && <TurnTimeline key={turn[0]?.index} streams={turn} />}
      {row.isStream && row.lacksBody && (
        <Notice tone="warn" title="The recording lacks the body of this stream. ">
          Browsers do not keep it. Record with <code>agent-understudy proxy --record</code>, or open
          the conversation once more before you save the panel: then its stored events are in the
          recording.
        </Notice>
      )}
      <Messages
        request={request}
        response={isElsewhere ? { ...response, body: undefined } : response}
        Text={Text}
      />
    </>
  )
}

/** Creates a component that marks the secrets in a message. `path` is the path of the request. */
const createMarkedText =
  (path: string): PartText =>
  ({ label, text, part }) => (
    <MarkedCode
      label={label}
      parts={
        part === 'body' ? partsOfBody(text, path) : text.split('\n').flatMap(partsOfHeaderLine)
      }
    />
  )

function partsOfHeaderLine(line: string, at: number): readonly TextPart[] {
  const [, name = line, value = ''] = /^(.*?): (.*)$/s.exec(line) ?? []
  return [{ text: `${at === 0 ? '' : '\n'}${name}: ` }, ...partsOfHeader(name, value)]
}

/** Shows the frames of a recorded turn on a time axis, over all connections of the turn. */
function TurnTimeline({ streams }: { readonly streams: readonly RecordedStream[] }) {
  const log = useMemo(() => logOfTurn(streams), [streams])
  const waterfall = useMemo(() => toWaterfall(log, turnOfLog(log).spans), [log])
  const { rows, revealed, reveal, filter, setFilter } = useTimelineRows(log)
  const list = useRef<HTMLDivElement>(null)
  const report = useMemo(() => reportTurn(log), [log])
  const isTimed = streams.every((stream) => stream.isTimed)
  return (
    <section class="timeline traffic-turn stack" aria-labelledby="traffic-turn">
      <h3 id="traffic-turn">
        {streams.length === 1 ? 'Frames' : `Frames of the turn, over ${streams.length} connections`}
      </h3>
      {!isTimed && (
        <Notice tone="warn">
          The recording has no times of frames: they stand at the end of the response.
        </Notice>
      )}
      <FilterFields filter={filter} onFilter={setFilter} />
      <WaterfallView waterfall={waterfall} filter={filter} onReveal={reveal} tools={null} />
      <div ref={list} class="timeline-log" tabIndex={0} role="region" aria-label="List of frames">
        <FrameHeadings />
        <LongList
          rows={rows}
          scrollParent={list}
          reveal={revealed}
          rowHeight={timelineLineHeight}
          keyOf={({ key }) => key}
          render={(row) => <TimelineLine row={row} Payload={MarkedPayload} />}
        />
      </div>
      <ReportNotice title="The whole turn: " report={report} />
    </section>
  )
}

const MarkedPayload = ({ label, text }: PayloadProps) => (
  <MarkedCode label={label} parts={partsOfBody(text, '')} />
)

const markNames: Readonly<Record<MarkKind, readonly [one: string, several: string]>> = {
  secret: ['secret', 'secrets'],
  token: ['token', 'tokens'],
  key: ['key', 'keys'],
  email: ['email address', 'email addresses'],
  address: ['IP address', 'IP addresses'],
  agent: ['user agent', 'user agents'],
  content: ['text of a tool or chunk', 'texts of tools or chunks'],
}

const markTitle = (kind: MarkKind, isRedacted: boolean) => {
  const [one] = markNames[kind]
  if (!isRedacted) return `${one}, as it was recorded`
  return kind === 'content'
    ? `${one}: replaced by letters, unless it was kept`
    : `pseudonym of: ${one}`
}

/** Shows a text in which secrets, or the pseudonyms that replaced them, are marked. */
const MarkedText = ({ parts }: { readonly parts: readonly TextPart[] }) => {
  const isRedacted = currentRecording.value?.result?.isRedacted === true
  return (
    <>
      {parts.map(({ text, mark }, at) =>
        mark === undefined ? (
          <JsonText key={at} text={text} />
        ) : (
          <mark key={at} class={`mark mark-${mark}`} title={markTitle(mark, isRedacted)}>
            {text}
          </mark>
        ),
      )}
    </>
  )
}

type MarkedCodeProps = {
  readonly parts: readonly TextPart[]
  readonly label: string
}

/** Shows a marked text that can be copied, with the number of marks of each kind. */
function MarkedCode({ parts, label }: MarkedCodeProps) {
  const isRedacted = currentRecording.value?.result?.isRedacted === true
  const counts = [...Map.groupBy(parts, ({ mark }) => mark)].flatMap(([mark, own]) =>
    mark === undefined ? [] : formatCount(own.length, ...markNames[mark]),
  )
  const text = parts.map((part) => part.text).join('')
  return (
    <div>
      <div class="code">
        <pre class="wrap" role="region" aria-label={label} tabIndex={0}>
          <code>
            <MarkedText parts={parts} />
          </code>
        </pre>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      {counts.length > 0 && (
        <p class="small faint">
          {isRedacted ? 'Pseudonyms' : 'Marked'}: {counts.join(', ')}.
        </p>
      )}
    </div>
  )
}
