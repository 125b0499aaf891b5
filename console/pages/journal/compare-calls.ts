import type { JournalRecord } from '../../../contract/control/journal.ts'

/** A value that two calls do not share; `undefined` if a call does not have it. */
export type CallDifference = {
  readonly part: 'Call' | 'Request header' | 'Request body' | 'Response body' | 'Stream'
  /** Its place in the part, such as `items[0].name`. */
  readonly place: string
  readonly left: string | undefined
  readonly right: string | undefined
}

type Values = ReadonlyMap<string, string>

/** Returns the values in which two calls differ, headers last. */
export function compareCalls(left: JournalRecord, right: JournalRecord): CallDifference[] {
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
