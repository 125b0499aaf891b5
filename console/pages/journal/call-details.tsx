import { useEffect, useRef } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import type {
  JournalLine,
  JournalRecord,
  JournalBody,
  JournalFrame,
} from '../../../contract/control/journal.ts'
import type { ShownChoice as Relied } from '../../../contract/choices/shown-choices.ts'
import { ErrorNotice, Notice, Badge, GradeBadge } from '../../ui/feedback.tsx'
import { Facts, TextWithCode, Timestamp } from '../../ui/text.tsx'
import { useQuery } from '../../control/hooks.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CallActions, hrefOfCall } from './call-actions.tsx'
import { CallComparison } from './call-comparison.tsx'
import { formatCaller, StatusBadge, StreamBadge } from './call-table.tsx'
import { Code } from '../../ui/copy.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { prettyJson } from '../../ui/format.ts'

type CallDetailsProps = {
  readonly number: string
  /** The number of the call to compare it with. */
  readonly comparedWith: string | undefined
  /** The list of calls. When the line of the call changes, the details are fetched again. */
  readonly calls: readonly JournalLine[]
}

export function CallDetails({ number, comparedWith, calls }: CallDetailsProps) {
  const line = calls.find((each) => String(each.number) === number)
  const {
    data: call,
    error,
    refetch,
  } = useQuery<JournalRecord>(`journal/${encodeURIComponent(number)}`)
  const heading = useRef<HTMLHeadingElement>(null)
  const state = line?.stream?.state
  useEffect(refetch, [state])
  useEffect(() => heading.current?.focus(), [])
  return (
    <section class="card stack journal-pane" aria-labelledby="journal-call">
      <div class="row row-middle">
        <h2 id="journal-call" tabIndex={-1} ref={heading}>
          Call {number}
        </h2>
        <a class="button button-quiet push" href={hrefOfCall(undefined)}>
          Close
        </a>
      </div>
      <ErrorNotice message={error} />
      {call && <CallFacts call={call} />}
      {call?.explanation && (
        <Notice tone="warn" title="Why">
          <TextWithCode text={call.explanation} />
        </Notice>
      )}
      {call && <CallActions key={call.number} call={call} previous={previousCall(calls, call)} />}
      {call && comparedWith !== undefined && <CallComparison call={call} other={comparedWith} />}
      {call && comparedWith === undefined && (
        <Tabs
          label={`Call ${number}`}
          tabs={[
            { name: 'Exchange', content: <Exchange call={call} /> },
            ...(call.stream === null
              ? []
              : [
                  {
                    name: `Delivered (${call.stream.events})`,
                    content: <DeliveredEvents call={call} />,
                  },
                ]),
            {
              name: `Relied on (${call.relied_on.length})`,
              content: <ReliedOnChoices call={call} />,
            },
          ]}
        />
      )}
    </section>
  )
}

/** The number of the newest earlier call of the same operation, or of the nearest one. */
function previousCall(calls: readonly JournalLine[], call: JournalLine): number | undefined {
  const earlier = calls.filter(({ number }) => number < call.number)
  return (earlier.find(({ endpoint }) => endpoint === call.endpoint) ?? earlier[0])?.number
}

const CallFacts = ({ call }: { readonly call: JournalRecord }) => (
  <>
    <p>
      <StatusBadge status={call.status} />{' '}
      <code>
        <b>{call.method}</b> {call.path}
        {call.query === '' ? '' : `?${call.query.replace(/^\?/, '')}`}
      </code>
    </p>
    <Facts
      class="journal-facts"
      facts={[
        ['Time', <Timestamp iso={call.time} />],
        ['Operation', call.endpoint ?? 'none'],
        ['Caller', formatCaller(call)],
        ['Code', call.code ?? undefined],
        ['Condition', call.condition ?? undefined],
        ['Scenario', call.scenario ?? undefined],
        ['Faults', call.faults.length > 0 ? call.faults.map(faultLink) : undefined],
        ['Stream', call.stream === null ? undefined : <StreamFact stream={call.stream} />],
        ['Response started', `after ${call.ms.toFixed(1)} ms`],
      ]}
    />
  </>
)

const faultLink = (fault: string) => (
  <a key={fault} href={hrefOf('faults')}>
    <Badge tone="warn">{fault}</Badge>
  </a>
)

const StreamFact = ({ stream }: { readonly stream: NonNullable<JournalRecord['stream']> }) => (
  <>
    <StreamBadge stream={stream} />
    <span>{stream.bytes.toLocaleString('en-GB')} bytes</span>
  </>
)

/** The request and the response; the server masks secrets. */
const Exchange = ({ call }: { readonly call: JournalRecord }) => (
  <div class="stack">
    <h3>Request</h3>
    <Code label="request headers" text={formatHeaders(call)} wrap />
    <Body label="request body" body={call.request.body} />
    <h3>Response</h3>
    <Body label="response body" body={call.response.body} />
  </div>
)

const formatHeaders = ({ request }: JournalRecord) =>
  Object.entries(request.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

function Body({ label, body }: { readonly label: string; readonly body: JournalBody | null }) {
  if (body === null || body.text === '') return <p class="faint small">No body is stored.</p>
  return (
    <>
      <Code label={label} text={prettyJson(body.text)} wrap />
      {body.length > body.text.length && (
        <p class="faint small">
          Only the start of {body.length.toLocaleString('en-GB')} characters is stored.
        </p>
      )}
    </>
  )
}

type DeliveredRow = JournalFrame & { readonly place: number; readonly after: number }

/** The events that were delivered to the reader of a stream, with the time of the world. */
function DeliveredEvents({ call }: { readonly call: JournalRecord }) {
  const began = Date.parse(call.time)
  const rows = call.frames.map((frame, index) => ({
    ...frame,
    place: index + 1,
    after: Date.parse(frame.time) - began,
  }))
  return (
    <div class="stack">
      <Table
        caption="Delivered events"
        columns={frameColumns}
        rows={rows}
        keyOf={({ place }) => String(place)}
        empty={<p class="faint small">Nothing was delivered.</p>}
      />
      {call.frames_beyond > 0 && (
        <p class="faint small">{call.frames_beyond} further events are not stored.</p>
      )}
      {call.partial_bytes > 0 && (
        <p class="small">Then {call.partial_bytes} bytes of an incomplete event.</p>
      )}
    </div>
  )
}

const frameColumns: readonly Column<DeliveredRow>[] = [
  { label: '#', numeric: true, cell: ({ place }) => place },
  { label: 'Event', cell: ({ event }) => <code>{event}</code> },
  { label: 'Cursor', numeric: true, cell: ({ cursor }) => cursor ?? '–' },
  { label: 'After', numeric: true, cell: ({ after }) => `${after.toLocaleString('en-GB')} ms` },
  { label: 'Bytes', numeric: true, cell: ({ bytes }) => bytes },
]

/** The choices that affected a call: another option could have changed its response. */
const ReliedOnChoices = ({ call }: { readonly call: JournalRecord }) => (
  <Table
    caption="Choices that this call relied on"
    columns={reliedOnColumns}
    rows={call.relied_on}
    keyOf={({ choice }) => choice}
    empty={<p class="faint small">None: every deployment would have responded like this.</p>}
  />
)

const reliedOnColumns: readonly Column<Relied>[] = [
  {
    label: 'Choice',
    cell: ({ choice }) => <a href={hrefOf('choices', { id: choice })}>{choice}</a>,
  },
  { label: 'Picked option', cell: ({ option }) => <code>{option}</code> },
  { label: 'Grade', cell: ({ grade }) => <GradeBadge grade={grade} /> },
]
