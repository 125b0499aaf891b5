import { callOf } from '../../../contract/control/call.ts'
import { host } from '../../app/host.ts'
import { hrefOf, setParams } from '../../app/location.ts'
import type { JournalLine, JournalRecord, JournalBody } from '../../../contract/control/journal.ts'
import type { ShownChoice as Relied } from '../../../contract/choices/shown-choices.ts'
import { ErrorNotice, Notice, Badge, GradeBadge, EmptyState } from '../../ui/feedback.tsx'
import { TextWithCode, Timestamp } from '../../ui/text.tsx'
import { useQuery } from '../../control/hooks.ts'
import { Tabs } from '../../ui/tabs.tsx'
import type { ShownBody } from '../exchanges/shown-message.ts'
import { SentEvents } from './sent-events.tsx'
import { CallActions, hrefOfCall } from './call-actions.tsx'
import { measuresOf } from '../exchanges/exchange-list.tsx'
import { ExchangePane, Messages, type PartText } from '../exchanges/exchange-pane.tsx'
import { formatCaller, StreamBadge, toListedCall } from './listed-call.tsx'
import { Code } from '../../ui/copy.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { formatCount } from '../../../contract/format-count.ts'
import { pathInWorld } from '../../../contract/operations/path-table.ts'
import { queryWithMark } from '../../ui/format.ts'

type CallDetailsProps = {
  readonly number: string
  /** The number of the call to compare this call with. */
  readonly comparedWith: string | undefined
  /** All listed calls. The details are fetched again when this call's stream changes its state. */
  readonly calls: readonly JournalLine[]
}

export function CallDetails({ number, comparedWith, calls }: CallDetailsProps) {
  const line = calls.find((each) => String(each.number) === number)
  const query = callOf('GET journal/{number}', { params: { number } })
  const { data: call, error } = useQuery(query, line?.stream?.state)
  return (
    <ExchangePane
      title={`Call ${number}`}
      summary={call && summaryOf(call)}
      onClose={() => setParams({ call: undefined, with: undefined })}
    >
      <ErrorNotice message={error} />
      {call?.explanation && (
        <Notice tone="warn" title="Why">
          <TextWithCode text={call.explanation} />
        </Notice>
      )}
      {call && (
        <CallActions key={call.number} call={call} previousNumber={previousCall(calls, call)} />
      )}
      {call && comparedWith !== undefined && (
        <CallComparison call={call} otherNumber={comparedWith} />
      )}
      {call && comparedWith === undefined && (
        <Tabs
          label={`Call ${number}`}
          tabs={[
            { name: 'Exchange', content: <Exchange call={call} /> },
            ...(call.stream === null
              ? []
              : [
                  {
                    name: `Sent (${call.stream.events})`,
                    content: <SentEvents call={call} />,
                  },
                ]),
            // A proxy has no choices of its own: its deployment decides how it behaves.
            ...(host.isProxy === true
              ? []
              : [
                  {
                    name: `Relied on (${call.relied_on.length})`,
                    content: <ReliedOnChoices call={call} />,
                  },
                ]),
          ]}
        />
      )}
    </ExchangePane>
  )
}

/**
 * Returns the number of the last earlier call to the same operation, or else of the last earlier
 * call.
 */
function previousCall(calls: readonly JournalLine[], call: JournalLine): number | undefined {
  const earlier = calls.filter(({ number }) => number < call.number)
  return (earlier.find(({ endpoint }) => endpoint === call.endpoint) ?? earlier[0])?.number
}

const summaryOf = (call: JournalRecord) => ({
  status: call.status,
  method: call.method,
  address: `${call.path}${queryWithMark(call.query)}`,
  facts: [
    ['Time', <Timestamp iso={call.time} />],
    ['Operation', call.endpoint ?? 'none'],
    ['Caller', formatCaller(call)],
    ['Code', call.code ?? undefined],
    ['Condition', call.condition ?? undefined],
    ['Scenario', call.scenario ?? undefined],
    ['Faults', call.faults.length > 0 ? call.faults.map(faultLink) : undefined],
    ['Stream', call.stream === null ? undefined : <StreamBadge stream={call.stream} />],
    ...measuresOf(toListedCall(call)),
  ] as const,
})

const faultLink = (fault: string) => (
  <a key={fault} href={hrefOf('faults')}>
    <Badge tone="warn">{fault}</Badge>
  </a>
)

/** Shows the request and the response. The server masks secrets and stores no response headers. */
const Exchange = ({ call: { request, response, stream } }: { readonly call: JournalRecord }) => (
  <>
    <Messages
      request={{ headers: Object.entries(request.headers), body: shownBody(request.body) }}
      response={{
        headers: undefined,
        body: stream === null ? shownBody(response.body) : undefined,
      }}
      Text={WrappedText}
    />
    {stream !== null && <p class="small faint">A stream: its events are under Sent.</p>}
  </>
)

const WrappedText: PartText = ({ label, text }) => <Code label={label} text={text} wrap />

function shownBody(body: JournalBody | null): ShownBody {
  if (body === null || body.text === '') return { kind: 'missing' }
  return { kind: 'text', ...body }
}

/** Lists the choices that affected a call: another option could have changed the response. */
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

/** The maximum number of differences to show. */
const maxRows = 200

/** Lists the values in which two calls differ. */
function CallComparison(props: { readonly call: JournalRecord; readonly otherNumber: string }) {
  const { call, otherNumber } = props
  const { data, error } = useQuery(
    callOf('GET journal/{number}', { params: { number: String(otherNumber) } }),
  )
  const rows = data === undefined ? [] : compareCalls(data, call)
  const columns: readonly Column<CallDifference>[] = [
    { label: 'Part', cell: ({ part }) => part },
    { label: 'Place', cell: ({ valuePath }) => <code>{valuePath}</code> },
    { label: `Call ${otherNumber}`, cell: ({ left }) => <ValueText text={left} /> },
    { label: `Call ${call.number}`, cell: ({ right }) => <ValueText text={right} /> },
  ]
  return (
    <section class="stack" aria-labelledby="journal-comparison">
      <div class="row row-middle">
        <h3 id="journal-comparison">Compared with call {otherNumber}</h3>
        <span class="small faint" role="status">
          {data !== undefined && formatCount(rows.length, 'difference')}
        </span>
        <a class="button button-quiet push" href={hrefOfCall(String(call.number))}>
          End the comparison
        </a>
      </div>
      <ErrorNotice message={error} />
      {data !== undefined && (
        <Table
          caption="Differences between the calls"
          columns={columns}
          rows={rows.slice(0, maxRows)}
          keyOf={({ part, valuePath }) => `${part} ${valuePath}`}
          empty={<EmptyState title="No differences">The stored parts are equal.</EmptyState>}
        />
      )}
      {rows.length > maxRows && (
        <p class="small faint">{rows.length - maxRows} further differences are not shown.</p>
      )}
    </section>
  )
}

const ValueText = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? <span class="faint">none</span> : <code class="journal-value">{text}</code>

/** A value that differs between two calls. A side is `undefined` if its call has no such value. */
type CallDifference = {
  readonly part: 'Call' | 'Request header' | 'Request body' | 'Response body' | 'Stream'
  /** The path of the value within this part of the call, such as `items[0].name`. */
  readonly valuePath: string
  readonly left: string | undefined
  readonly right: string | undefined
}

type ValuesByPath = ReadonlyMap<string, string>

/** Returns the values in which two calls differ, headers last. */
function compareCalls(left: JournalRecord, right: JournalRecord): CallDifference[] {
  const parts = callParts(left)
  const others = callParts(right)
  return Object.entries(parts).flatMap(([name, values]) => {
    const part = name as CallDifference['part']
    const other = others[part]
    return [...new Set([...values.keys(), ...other.keys()])]
      .map((valuePath) => ({
        part,
        valuePath,
        left: values.get(valuePath),
        right: other.get(valuePath),
      }))
      .filter((row) => row.left !== row.right)
  })
}

function callParts(call: JournalRecord): Record<CallDifference['part'], ValuesByPath> {
  const { method, path, query, status, code, condition, caller, stream, request, response } = call
  const facts = {
    method,
    path: pathInWorld(path),
    query,
    status: status ?? 'reset',
    code,
    condition,
    caller: caller?.email,
    key: caller?.key?.name,
    scenario: call.scenario,
    faults: call.faults.join(', '),
  }
  return {
    Call: presentValues(facts),
    'Request body': valuesByPath(request.body?.text ?? ''),
    'Response body': valuesByPath(response.body?.text ?? ''),
    Stream: new Map([
      ...presentValues({ state: stream?.state, events: stream?.events, bytes: stream?.bytes }),
      ...call.frames.map(({ event }, index) => [`event ${index + 1}`, event] as const),
    ]),
    // Headers come last, because clients differ in many headers that have no effect.
    'Request header': presentValues(request.headers),
  }
}

const presentValues = (facts: object): ValuesByPath =>
  new Map(
    Object.entries(facts)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

/** Returns the values in a JSON text by their paths. A text that is not JSON is one value. */
function valuesByPath(text: string): ValuesByPath {
  const values = new Map<string, string>()
  const collect = (value: unknown, valuePath: string): void => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
      values.set(valuePath, JSON.stringify(value))
      return
    }
    for (const [key, inner] of Object.entries(value))
      collect(
        inner,
        Array.isArray(value)
          ? `${valuePath}[${key}]`
          : valuePath === ''
            ? key
            : `${valuePath}.${key}`,
      )
  }
  try {
    collect(JSON.parse(text), '')
  } catch {
    if (text !== '') values.set('text', text)
  }
  return values
}
