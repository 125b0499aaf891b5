import type { JsonObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { walk } from '../session/json.ts'
import { framesIn } from '../stream/stream.ts'
import { envelopeOf, isList, pageNumber, recordsIn } from './list-forms.ts'
import { noOption, observed } from './look.ts'
import type { Readings } from './observer.ts'

// A longer response shows nothing that its beginning does not show.
const maxValues = 2000

/** The format of a timestamp; `undefined` if the value is no timestamp. */
export function timestampFormat(moment: unknown) {
  if (typeof moment === 'number') return 'epoch'
  const [, zone] = /T[\d:.]+(.*)/s.exec(String(moment)) ?? []
  if (zone === 'Z') return 'z'
  if (zone === '') return 'naive'
  if (zone === undefined) return undefined
  if (/^[+-]00:?00$/.test(zone)) return 'offset'
  return /^[+-]\d\d:?\d\d$/.test(zone) ? 'local' : undefined
}

export const sizeOf = (exchange: Exchange, size: number) =>
  size === 20 ? observed(exchange, '20') : observed(exchange, 'items', size)

/** Optional fields of the specification, by the operations whose records have them. */
const optionalFields: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/api\/me\/api-keys/, ['expires_at', 'last_used_at', 'scopes']],
  [/^\/api\/conversations/, ['agent_id', 'model_name']],
]

const fieldsOf = ({ request }: Exchange): readonly string[] =>
  optionalFields.find(([path]) => path.test(request.path))?.[1] ?? []

/** Whether some records of a list have a field that others lack. */
function lackFields(records: readonly JsonObject[]): boolean {
  const forms = new Set(records.map((record) => Object.keys(record).toSorted().join()))
  return forms.size > 1
}

/** The values of all fields with such a name. */
function timesIn(document: unknown, name: RegExp): readonly unknown[] {
  const times: unknown[] = []
  let visited = 0
  for (const { key, value } of walk(document)) {
    if ((visited += 1) > maxValues) break
    if (name.test(key) && value !== null) times.push(value)
  }
  return times
}

const formatsIn = (exchange: Exchange, times: readonly unknown[]) =>
  times.flatMap((time) => {
    const form = timestampFormat(time)
    return form === undefined ? [] : [observed(exchange, form)]
  })

/** The format of records and lists (2), from any response. */
export const recordReadings = {
  'records.timestamps': (exchange) => {
    if (!isAccepted(exchange)) return undefined
    // The times of plan steps are a choice of their own if they are numbers.
    if (exchange.events.length > 0) {
      const payloads = framesIn(exchange).map(({ payload }) => payload)
      return formatsIn(
        exchange,
        timesIn(payloads, /_at$/).filter((time) => typeof time !== 'number'),
      )
    }
    const created = timesIn(exchange.json, /^created_at$/)
    // Other times of a record may come from another source, in a form of their own.
    return formatsIn(exchange, created.length > 0 ? created : timesIn(exchange.json, /_at$/))
  },
  'records.empty-fields': (exchange, { records: seen }) => {
    if (!isAccepted(exchange) || exchange.events.length > 0) return undefined
    const records = recordsIn(exchange)
    if (records.some((record) => Object.values(record).includes(null)))
      return observed(exchange, 'null')
    // The same record has the field elsewhere, or the specification says that it is optional.
    const isAbsent = records.some((record) => {
      const names = [...fieldsOf(exchange), ...seen.nullFieldsOf(record['id'])]
      return 'id' in record && names.some((name) => !(name in record))
    })
    return isAbsent || (isList(exchange) && lackFields(records))
      ? observed(exchange, 'absent')
      : undefined
  },
  'records.content-type': (exchange) => {
    if (exchange.json === undefined || exchange.status >= 500) return undefined
    const type = exchange.headers.get('content-type') ?? ''
    if (/^application\/json\s*;\s*charset=/i.test(type)) return observed(exchange, 'charset')
    return /^application\/json\s*$/i.test(type)
      ? observed(exchange, 'plain')
      : noOption(exchange, `content type ${type}`)
  },
  'lists.envelope': (exchange) => {
    if (!isList(exchange)) return undefined
    const envelope = envelopeOf(exchange)
    return envelope === undefined
      ? noOption(exchange, 'no list in a known form')
      : observed(exchange, envelope)
  },
  'lists.default-size': (exchange) => {
    if (!isList(exchange) || /[?&]size=/.test(exchange.request.path)) return undefined
    const size = pageNumber(exchange, 'size')
    return size === undefined ? undefined : sizeOf(exchange, size)
  },
  'lists.pages-when-empty': (exchange) => {
    if (!isList(exchange) || pageNumber(exchange, 'total') !== 0) return undefined
    const pages = pageNumber(exchange, 'pages')
    if (pages === 0 || pages === 1) return observed(exchange, `${pages}`)
    return pages === undefined ? undefined : noOption(exchange, `pages ${pages}`)
  },
} as const satisfies Readings
