import type { JsonObject } from '../../contract/json.ts'
import { excerpt } from '../report/evidence.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue, walk } from '../session/json.ts'
import { issuedKey } from '../setup/keys.ts'
import { lists, plainLists, readList } from '../setup/lists.ts'
import { framesIn } from '../stream/stream.ts'
import { isList, recordsIn } from './list-forms.ts'
import { noOption, observed } from './look.ts'
import type { ObserverContext, Observers } from './observer.ts'

const plan = 'core'

/** Lists with items: at least one key is created before. */
async function filledLists({ session }: ObserverContext): Promise<readonly Exchange[]> {
  await issuedKey(session, 'full')
  return (await plainLists(session)).filter(isAccepted)
}

// A longer response shows nothing that its beginning does not show.
const maxValues = 2000

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

/** The formats of the times in a response. */
function readTimes(exchange: Exchange) {
  // The times of plan steps are a choice of their own if they are numbers.
  if (exchange.events.length > 0) {
    // So is the form of the event that asks for an approval.
    const frames = framesIn(exchange).filter(({ type }) => type !== 'awaiting_confirmation')
    const payloads = frames.map(({ payload }) => payload)
    return formatsIn(
      exchange,
      timesIn(payloads, /_at$/).filter((time) => typeof time !== 'number'),
    )
  }
  const created = timesIn(exchange.json, /^created_at$/)
  // Other times of a record may come from another source, in a form of their own.
  const formats = formatsIn(exchange, created.length > 0 ? created : timesIn(exchange.json, /_at$/))
  const [strange] = created.filter((time) => timestampFormat(time) === undefined)
  return strange === undefined || formats.length > 0
    ? formats
    : noOption(exchange, `\`created_at\` is ${excerpt(formatValue(strange), 40)}`)
}

const formatsIn = (exchange: Exchange, times: readonly unknown[]) =>
  times.flatMap((time) => {
    const form = timestampFormat(time)
    return form === undefined ? [] : [observed(exchange, form)]
  })

/** The format of a timestamp; `undefined` if the value is no timestamp. */
function timestampFormat(moment: unknown) {
  if (typeof moment === 'number') return 'epoch'
  const [, zone] = /T[\d:.]+(.*)/s.exec(String(moment)) ?? []
  if (zone === 'Z') return 'z'
  if (zone === '') return 'naive'
  if (zone === undefined) return undefined
  if (/^[+-]00:?00$/.test(zone)) return 'offset'
  return /^[+-]\d\d:?\d\d$/.test(zone) ? 'local' : undefined
}

/** The format of records (2). */
export const recordObservers = {
  'records.timestamps': {
    plan,
    isShownEverywhere: true,
    provoke: filledLists,
    read: (exchange) => (isAccepted(exchange) ? readTimes(exchange) : undefined),
  },
  'records.empty-fields': {
    plan,
    isShownEverywhere: true,
    provoke: async ({ session }) => {
      // The keys that this run creates have no expiry.
      await issuedKey(session, 'full')
      return readList(session, lists.keys)
    },
    read: (exchange, { records: seen }) => {
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
  },
  'records.content-type': {
    plan,
    isShownEverywhere: true,
    provoke: filledLists,
    read: (exchange) => {
      if (exchange.json === undefined || exchange.status >= 500) return undefined
      const type = exchange.headers.get('content-type') ?? ''
      if (/^application\/json\s*;\s*charset=/i.test(type)) return observed(exchange, 'charset')
      return /^application\/json\s*$/i.test(type)
        ? observed(exchange, 'plain')
        : noOption(exchange, `content type ${type}`)
    },
  },
} as const satisfies Observers
