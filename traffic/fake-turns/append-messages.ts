import { isObject, type JsonObject } from '../../contract/json.ts'
import { idText } from '../replay/id-map.ts'

/** Messages of the fake in the form of a deployment's own messages, as far as it shows one. */
export function likeTheirs(messages: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const samples = theirs.filter(isObject)
  return messages.filter(isObject).map((message) => {
    const sample = samples.findLast(({ role }) => role === message['role']) ?? samples.at(-1)
    return sample === undefined ? message : likeSample(message, sample)
  })
}

/** The messages of a response of the fake that the fake made itself. */
export const madeByFake = (messages: readonly unknown[], read: ReadonlySet<string>): unknown[] =>
  messages.filter((one) => isObject(one) && !read.has(idText(one['id']) ?? ''))

/** The fields that the sample has. Dates have the form of its dates. */
const likeSample = (message: JsonObject, sample: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(sample).map(([name, theirs]) => {
      const own = message[name] ?? null
      const isDate = name.endsWith('_at') && typeof own === 'string' && typeof theirs === 'string'
      return [name, isDate ? dateLike(own, theirs) : own]
    }),
  )

/** A date in UTC with as many digits, and with the same mark of the zone, as a sample. */
function dateLike(date: string, sample: string): string {
  const zone = /(z|[+-]\d\d:?\d\d)$/i
  const [, digits] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?/.exec(sample) ?? ['']
  const moment = new Date(zone.test(date) ? date : `${date}Z`)
  if (Number.isNaN(moment.getTime()) || !sample.includes('T')) return date
  const iso = moment.toISOString()
  const fraction =
    digits === undefined
      ? ''
      : `.${iso.slice(20, 23).padEnd(digits.length, '0').slice(0, digits.length)}`
  const [mark = ''] = zone.exec(sample) ?? []
  return iso.slice(0, 19) + fraction + (/^[+-]/.test(mark) ? '+00:00' : mark)
}
