import { pathOf } from '../../contract/exchange.ts'
import { decodeSegment } from '../../contract/operations/path-table.ts'
import { isBusy, type Exchange } from '../session/exchange.ts'
import { walk, type LocatedValue } from '../session/json.ts'

/** Where an earlier response gave a value that a request uses. */
type Origin = {
  readonly exchange: Exchange
  /** The path of the value: from the JSON of the response, or from `events` of a stream. */
  readonly path: readonly (string | number)[]
}

/** The exchanges that show a failure again, and nothing else of the run. */
export type Reproduction = {
  /** In their order; the failed exchange is the last. */
  readonly steps: readonly Exchange[]
  /** For a step that creates a record: the request with which the run deleted the record. */
  readonly removals: ReadonlyMap<Exchange, Exchange>
  /** The origins of all values of the steps that come from a response. */
  readonly origins: ReadonlyMap<string, Origin>
}

/** Maximum number of steps that a person reads. The oldest ones that give no value are left out. */
const maxSteps = 40

/**
 * Finds the steps of a failure: the responses with the ids and tokens of its request, the changes
 * of its records, and the calls that the check compares with it.
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
      return isOfCheck && (made(bearer) || isAbout(exchange, last))
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

  /** The removal of each creation among the steps, if the run sent one later. */
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

/** Whether a call shows or changes the record or the credential of the failed call. */
const isAbout = (exchange: Exchange, failed: Exchange): boolean =>
  pathOf(exchange) === pathOf(failed) ||
  (failed.status === 401 && exchange.status !== 401 && isSameBearer(exchange, failed))

const isSameBearer = ({ request }: Exchange, { request: other }: Exchange): boolean =>
  request.bearer !== undefined && request.bearer === other.bearer

/** Keeps only the last of the calls that were repeated until their response changed. */
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

/** The values of a request, except its bearer, that may come from an earlier response. */
function valuesOf({ request }: Exchange): readonly string[] {
  const [path = '', query = ''] = request.path.split('?')
  const sent = [...walk(request.body)].flatMap(({ value }) => textOf(value) ?? [])
  const headers = Object.values(request.headers ?? {}).map(withoutScheme)
  const parts = path.split('/').map(decodeSegment)
  return [...parts, ...new URLSearchParams(query).values(), ...headers, ...sent]
}

/** A header without the scheme before its credential. */
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
      if (!origins.has(value) && isHandle(place))
        origins.set(value, { exchange, path: stepsTo(place) })
    }
  }
  return origins
}

/** The JSON of a response, with the events of a stream as it would be read. */
const documentOf = ({ json, events }: Exchange): unknown =>
  events.length > 0 ? { events: events.map((event) => event.json) } : { json }

/** Whether a value names a record or is a credential, and is not a word that occurs by chance. */
const isHandle = ({ key, value }: LocatedValue): boolean =>
  typeof value === 'string'
    ? /^\S{16,}$/.test(value) || (/id$|token|key|cursor|code/i.test(key) && /^\S{4,}$/.test(value))
    : /(^|_)id$/i.test(key)

function stepsTo({ key, container }: LocatedValue): readonly (string | number)[] {
  if (container === undefined) return []
  return [...stepsTo(container), Array.isArray(container.value) ? Number(key) : key]
}
