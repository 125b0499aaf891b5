import { pathOf } from '../../contract/exchange.ts'
import { decodeSegment } from '../../contract/operations/path-table.ts'
import { isBusy, type Exchange } from '../session/exchange.ts'
import { walk, type LocatedValue } from '../session/json.ts'

/** The place of a value in an earlier response. A later request uses the value. */
type Origin = {
  readonly exchange: Exchange
  /** The path of the value, which starts at `json` or, in a stream, at `events`. */
  readonly path: readonly (string | number)[]
}

/** The exchanges of a run that are needed to reproduce one failure. */
export type Reproduction = {
  /** The needed exchanges in the order of the run. The last one is the failed exchange. */
  readonly steps: readonly Exchange[]
  /** For each step that creates a record: the exchange in which the run deleted the record. */
  readonly removals: ReadonlyMap<Exchange, Exchange>
  /** The origin of each value of a request that comes from an earlier response. */
  readonly origins: ReadonlyMap<string, Origin>
}

/** Maximum number of steps. The oldest steps that no other step needs are left out. */
const maxSteps = 40

/**
 * Creates a function that finds the steps to reproduce a failure: the responses with the ids and
 * tokens of the failed request, the changes of its records, and the calls that the check compares
 * with the request.
 */
export function createReproducer(
  exchanges: readonly Exchange[],
): (failed: Exchange, since: number) => Reproduction | undefined {
  const values = new Map(exchanges.map((exchange) => [exchange, valuesOf(exchange)]))
  const origins = findOrigins(exchanges, values)
  const sourcesOf = (exchange: Exchange) =>
    [exchange.request.bearer ?? '', ...(values.get(exchange) ?? [])].flatMap(
      (value) => origins.get(value)?.exchange ?? [],
    )

  return (failed, since) => {
    const end = exchanges.findLastIndex(({ request }) => request === failed.request)
    const last = exchanges[end]
    if (last === undefined) return undefined
    const chosen = new Set([last])
    const made = (value: string) => {
      const source = origins.get(value)?.exchange
      return source !== undefined && chosen.has(source) && isCreation(source)
    }
    const matters = (exchange: Exchange, at: number) => {
      const { method, bearer = '' } = exchange.request
      const isOfCheck = at >= since
      if (method !== 'GET' && (values.get(exchange) ?? []).some(made))
        return isOfCheck || method !== 'POST'
      return isOfCheck && (made(bearer) || isRelatedCall(exchange, last))
    }
    const earlier = exchanges.slice(0, end)
    for (let before = 0; before < chosen.size && chosen.size < maxSteps;) {
      before = chosen.size
      for (const exchange of chosen) for (const source of sourcesOf(exchange)) chosen.add(source)
      const relatedCalls = earlier.filter(
        (exchange, at) => !isBusy(exchange) && !chosen.has(exchange) && matters(exchange, at),
      )
      for (const exchange of relatedCalls.slice(chosen.size - maxSteps)) chosen.add(exchange)
    }
    const steps = withoutPolls(exchanges.filter((exchange) => chosen.has(exchange)))
    return { steps, removals: removalsOf(steps, exchanges.slice(end + 1)), origins }
  }

  /** Maps each step that creates a record to the later `DELETE` of the record. */
  function removalsOf(steps: readonly Exchange[], later: readonly Exchange[]) {
    const removals = new Map<Exchange, Exchange>()
    for (const exchange of later.filter(({ request }) => request.method === 'DELETE'))
      for (const source of sourcesOf(exchange))
        if (isCreation(source) && steps.includes(source) && !removals.has(source))
          removals.set(source, exchange)
    return removals
  }
}

type Values = ReadonlyMap<Exchange, readonly string[]>

const isCreation = ({ request: { method, path } }: Exchange): boolean =>
  method === 'POST' && !path.startsWith('/api/auth/')

/** Whether a call has the path of the failed call or, after a 401, the same credential. */
const isRelatedCall = (exchange: Exchange, failed: Exchange): boolean =>
  pathOf(exchange) === pathOf(failed) ||
  (failed.status === 401 && exchange.status !== 401 && isSameBearer(exchange, failed))

const isSameBearer = ({ request }: Exchange, { request: other }: Exchange): boolean =>
  request.bearer !== undefined && request.bearer === other.bearer

/** Removes repeated calls: of equal requests with the same status, only the last one stays. */
function withoutPolls(steps: readonly Exchange[]): readonly Exchange[] {
  return steps.filter((step, at) => {
    const next = steps[at + 1]
    return next === undefined || !isRepeated(step, next)
  })
}

const isRepeated = (step: Exchange, next: Exchange): boolean =>
  (step.request.method === 'GET' || step.status >= 400 || step.ended === 'cut') &&
  step.status === next.status &&
  JSON.stringify(step.request) === JSON.stringify(next.request)

/**
 * Returns the texts in path, query, headers and body of a request. They may come from a response.
 */
function valuesOf({ request }: Exchange): readonly string[] {
  const [path = '', query = ''] = request.path.split('?')
  const sent = [...walk(request.body)].flatMap(({ value }) => textOf(value) ?? [])
  const headers = Object.values(request.headers ?? {}).map(withoutScheme)
  const parts = path.split('/').map(decodeSegment)
  return [...parts, ...new URLSearchParams(query).values(), ...headers, ...sent]
}

/** Returns a header value without `Bearer` at its start. */
export const withoutScheme = (header: string): string => header.replace(/^bearer +/i, '')

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

function findOrigins(exchanges: readonly Exchange[], values: Values): ReadonlyMap<string, Origin> {
  const wantedValues = new Set<string>()
  for (const exchange of exchanges) {
    for (const value of values.get(exchange) ?? []) wantedValues.add(value)
    if (exchange.request.bearer !== undefined) wantedValues.add(exchange.request.bearer)
  }
  const origins = new Map<string, Origin>()
  const sent = new Set<string>()
  for (const exchange of exchanges) {
    for (const value of values.get(exchange) ?? []) sent.add(value)
    for (const place of walk(documentOf(exchange))) {
      const value = textOf(place.value)
      if (value === undefined || !wantedValues.has(value) || sent.has(value)) continue
      if (!origins.has(value) && looksLikeIdentifier(place))
        origins.set(value, { exchange, path: stepsTo(place) })
    }
  }
  return origins
}

/** Returns the JSON of a response as a script reads it: `{json}`, or `{events}` for a stream. */
const documentOf = ({ json, events }: Exchange): unknown =>
  events.length > 0 ? { events: events.map((event) => event.json) } : { json }

/** Whether a value looks like an id, a cursor or a credential, not like an ordinary word. */
const looksLikeIdentifier = ({ key, value }: LocatedValue): boolean =>
  typeof value === 'string'
    ? /^\S{16,}$/.test(value) || (/id$|token|key|cursor|code/i.test(key) && /^\S{4,}$/.test(value))
    : /(^|_)id$/i.test(key)

function stepsTo({ key, container }: LocatedValue): readonly (string | number)[] {
  if (container === undefined) return []
  return [...stepsTo(container), Array.isArray(container.value) ? Number(key) : key]
}
