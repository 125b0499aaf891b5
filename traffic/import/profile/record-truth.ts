import { isObject, isSameJson, type JsonObject, ownField } from '../../../contract/json.ts'
import { fieldName, orNull, secondsOf } from './expression-text.ts'

/** What is known of records by their ids: values under the names of the contract, and all names. */
export class RecordTruth {
  readonly #byId = new Map<string, { fields: JsonObject; readonly names: Set<string> }>()

  /** Takes the fields of a record that have names of the contract, and the names that were shown. */
  note(id: string, fields: JsonObject, shown: readonly string[] = []): void {
    const known = this.#byId.get(id) ?? { fields: {}, names: new Set<string>() }
    if (!this.#byId.has(id) && this.#byId.size >= mostRecords) return
    this.#byId.set(id, known)
    known.fields = { ...known.fields, ...fields }
    for (const name of shown) known.names.add(name)
  }

  get(id: string): JsonObject | undefined {
    return this.#byId.get(id)?.fields
  }

  /** Whether other responses show fields of these records that these do not show. */
  hasMore(records: readonly JsonObject[]): boolean {
    const shown = new Set(records.flatMap(Object.keys))
    const namesOf = (record: JsonObject) => this.#byId.get(String(record['id']))?.names ?? []
    return records.some((record) => [...namesOf(record)].some((name) => !shown.has(name)))
  }
}

/** The most records that are compared. */
const mostRecords = 5000

type Pair = { readonly found: unknown; readonly truth: unknown }

/** A form in which a deployment sends a value of the contract: an expression over that value. */
type Form = {
  readonly write: (name: string) => string
  readonly holds: (pair: Pair) => boolean
}

const scale = (factor: number, sign: '*' | '/', by: number): Form => ({
  write: (name) => orNull(name, `${name} ${sign} \`${by}\``),
  holds: ({ found, truth }) =>
    typeof found === 'number' &&
    typeof truth === 'number' &&
    Math.abs(found - truth * factor) < 1e-6 * Math.max(1, Math.abs(found)),
})

const seconds = (divisor: number): Form => ({
  write: (name) => secondsOf(name, divisor),
  holds: ({ found, truth }) =>
    typeof found === 'number' &&
    typeof truth === 'string' &&
    Math.floor(momentOf(truth) / divisor) === Math.floor(found),
})

const momentOf = (text: string): number =>
  Date.parse(/[Zz]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)

/** The forms that are tried, the plain value first. */
const forms: readonly Form[] = [
  { write: (name) => name, holds: ({ found, truth }) => isSameJson(found, truth) },
  {
    write: (name) => orNull(name, `to_string(${name})`),
    holds: ({ found, truth }) =>
      typeof found === 'string' && typeof truth === 'number' && found === String(truth),
  },
  {
    write: (name) => orNull(name, `to_number(${name})`),
    holds: ({ found, truth }) =>
      typeof found === 'number' && typeof truth === 'string' && String(found) === truth,
  },
  seconds(1000),
  seconds(1),
  {
    write: (name) => orNull(name, `${name}[:10]`),
    holds: ({ found, truth }) =>
      typeof found === 'string' &&
      typeof truth === 'string' &&
      /^\d{4}-\d\d-\d\d$/.test(found) &&
      truth.startsWith(`${found}T`),
  },
  scale(100, '*', 100),
  scale(0.01, '/', 100),
  scale(1000, '*', 1000),
  scale(0.001, '/', 1000),
]

/** Whether so many pairs can't be equal by chance: two different values, or one long text. */
function isTelling(pairs: readonly Pair[]): boolean {
  const values = new Set(pairs.map(({ found }) => JSON.stringify(found)))
  if (values.size > 1) return true
  const [only] = pairs
  return typeof only?.found === 'string' && only.found.length >= 8
}

/**
 * An expression for a field that the contract lacks, if in all records it has the value of one field
 * of the contract, plain or in one of the forms. `candidates` are the fields of the contract that the
 * deployment does not send here. Undefined if none fits, or more than one.
 */
export function sourceOf(
  name: string,
  records: readonly JsonObject[],
  candidates: readonly string[],
  truth: RecordTruth,
): { readonly from: string; readonly expression: string } | undefined {
  const known = records.flatMap((record) => {
    const fields = typeof record['id'] === 'string' ? truth.get(record['id']) : undefined
    const found = ownField(record, name)
    return isObject(fields) && found !== undefined ? [{ found, fields }] : []
  })
  const found = candidates.flatMap((from) => {
    const pairs = known
      .filter(({ fields }) => fields[from] !== undefined)
      .map((one) => ({ found: one.found, truth: one.fields[from] }))
      .filter(({ found: value, truth: other }) => value !== null || other !== null)
    if (!isTelling(pairs)) return []
    const form = forms.find(({ holds }) => pairs.every(holds))
    return form === undefined ? [] : [{ from, expression: form.write(fieldName(from)) }]
  })
  return found.length === 1 ? found[0] : undefined
}
