import type { JournalRecord } from '../../../contract/control/journal.ts'
import { useQuery } from '../../control/hooks.ts'
import { EmptyState, ErrorNotice } from '../../ui/feedback.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { hrefOfCall } from './call-actions.tsx'
import { formatCount } from '../../ui/format.ts'

/** The maximum number of differences to show. */
const maxRows = 200

/** The values in which a call differs from another one. */
export function CallComparison(props: { readonly call: JournalRecord; readonly other: string }) {
  const { call, other } = props
  const { data, error } = useQuery<JournalRecord>(`journal/${encodeURIComponent(other)}`)
  const rows = data === undefined ? [] : compareCalls(data, call)
  const columns: readonly Column<CallDifference>[] = [
    { label: 'Part', cell: ({ part }) => part },
    { label: 'Place', cell: ({ place }) => <code>{place}</code> },
    { label: `Call ${other}`, cell: ({ left }) => <Value text={left} /> },
    { label: `Call ${call.number}`, cell: ({ right }) => <Value text={right} /> },
  ]
  return (
    <section class="stack" aria-labelledby="journal-comparison">
      <div class="row row-middle">
        <h3 id="journal-comparison">Compared with call {other}</h3>
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
          keyOf={({ part, place }) => `${part} ${place}`}
          empty={<EmptyState title="No differences">The stored parts are equal.</EmptyState>}
        />
      )}
      {rows.length > maxRows && (
        <p class="small faint">{rows.length - maxRows} further differences are not shown.</p>
      )}
    </section>
  )
}

const Value = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? <span class="faint">none</span> : <code class="journal-value">{text}</code>

/** A value that two calls do not share; `undefined` if a call does not have it. */
type CallDifference = {
  readonly part: 'Call' | 'Request header' | 'Request body' | 'Response body' | 'Stream'
  /** Its place in the part, such as `items[0].name`. */
  readonly place: string
  readonly left: string | undefined
  readonly right: string | undefined
}

type Values = ReadonlyMap<string, string>

/** Returns the values in which two calls differ, headers last. */
function compareCalls(left: JournalRecord, right: JournalRecord): CallDifference[] {
  const parts = partsOf(left)
  const others = partsOf(right)
  return Object.entries(parts).flatMap(([name, values]) => {
    const part = name as CallDifference['part']
    const other = others[part]
    return [...new Set([...values.keys(), ...other.keys()])]
      .map((place) => ({ part, place, left: values.get(place), right: other.get(place) }))
      .filter((row) => row.left !== row.right)
  })
}

function partsOf(call: JournalRecord): Record<CallDifference['part'], Values> {
  const { method, path, query, status, code, condition, caller, stream, request, response } = call
  const facts = {
    method,
    path: path.replace(/^\/w\/[^/]+/, ''),
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
    Call: present(facts),
    'Request body': valuesIn(request.body?.text ?? ''),
    'Response body': valuesIn(response.body?.text ?? ''),
    Stream: new Map([
      ...present({ state: stream?.state, events: stream?.events, bytes: stream?.bytes }),
      ...call.frames.map(({ event }, index) => [`event ${index + 1}`, event] as const),
    ]),
    // Headers of other clients differ in much that has no effect.
    'Request header': present(request.headers),
  }
}

const present = (facts: object): Values =>
  new Map(
    Object.entries(facts)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

/** The plain values in a JSON text by their places; any other text is one value. */
function valuesIn(text: string): Values {
  const values = new Map<string, string>()
  const collect = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
      values.set(place, JSON.stringify(value))
      return
    }
    for (const [key, inner] of Object.entries(value))
      collect(
        inner,
        Array.isArray(value) ? `${place}[${key}]` : place === '' ? key : `${place}.${key}`,
      )
  }
  try {
    collect(JSON.parse(text), '')
  } catch {
    if (text !== '') values.set('text', text)
  }
  return values
}
