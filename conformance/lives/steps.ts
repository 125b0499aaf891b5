import type { JsonObject } from '../../contract/json.ts'
import { pointerOf, walk } from '../session/json.ts'
import { uuids } from '../../contract/uuid.ts'

/** One call that a check made for a record, and the response values by JSON pointer. */
export type Step = {
  readonly step: string
  readonly values: Readonly<Record<string, string>>
}

const maxValues = 80

/** Patterns of texts that differ in each run, such as ids and times, each with its replacement. */
const varyingTexts: readonly (readonly [pattern: RegExp, name: string])[] = [
  [uuids, '<id>'],
  [/\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/g, '<time>'],
  [/\b(?=\w*\d)(?=\w*[a-z])[\w-]{8,}/gi, '<token>'],
  [/\b(?:[A-Z]{8,}|\d{9,})\b/g, '<token>'],
  // A deployment may add a number or a part of an id to a name that is already in use.
  [/<name>(?:-[0-9a-f]+)*/g, '<name>'],
]

/** Matches names of number fields that differ in each run: durations, ids and token counts. */
const varyingNumbers = /(?:^|_)(?:id|ms|ts|seconds|duration|elapsed|latency|tokens|hash)$/

/** Whether a value is a result of an evaluation, which depends on the answers of a model. */
const isEvaluationResult = (pointer: string): boolean =>
  /\/(?:results|passed_cases|failed_cases)(?:\/|$)/.test(pointer)

/** Matches fields whose values a deployment generates at random, such as keys. */
const generatedFields = /^(?:key|api_key|key_prefix|prefix|token|code|secret)$/

/** Adds the generated values of a response to `names`, so that they are replaced in all texts. */
export function addGeneratedValues(json: unknown, names: Map<string, string>): void {
  for (const { key, value } of walk(json))
    if (
      typeof value === 'string' &&
      value.length > 3 &&
      generatedFields.test(key) &&
      !value.includes(' ')
    )
      names.set(value, `<${key}>`)
}

/**
 * Reads the values of a body by JSON pointer. Placeholders replace texts that differ in each run.
 */
export function valuesOf(
  json: unknown,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  // Replaces long values first, because a long value may contain a short one, such as a prefix.
  const longestFirst = [...names].toSorted(([one], [other]) => other.length - one.length)
  let count = 0
  for (const place of walk(json)) {
    const { value, key } = place
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) continue
    const pointer = pointerOf(place)
    if (isEvaluationResult(pointer)) continue
    if ((count += 1) > maxValues) break
    values[pointer] = normalizedText(key, value, longestFirst)
  }
  return values
}

type Replacement = readonly [drawn: string, name: string]

/** The minimum length of a value that is replaced anywhere. A shorter one may be a part of a time. */
const minUniqueLength = 8

/** Replaces a value by its name. A short value is only replaced as a whole path segment. */
const withName = (text: string, value: string, name: string): string =>
  value.length >= minUniqueLength
    ? text.replaceAll(value, () => name)
    : text
        .split('/')
        .map((part) => (part === value ? name : part))
        .join('/')

function normalizedText(key: string, value: unknown, known: readonly Replacement[]): string {
  if (typeof value === 'number' && varyingNumbers.test(key)) return '<number>'
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'nothing'
  let text = value
  for (const [drawn, name] of known) text = withName(text, drawn, name)
  for (const [pattern, name] of varyingTexts) text = text.replaceAll(pattern, name)
  return JSON.stringify(text.slice(0, 200))
}

/** Finds the values that are new or different in `after`. A value that `after` lacks is `gone`. */
export function changesOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const changed = Object.entries(after).filter(([place, value]) => before[place] !== value)
  const missingPlaces = Object.keys(before).filter((place) => !(place in after))
  return Object.fromEntries([...changed, ...missingPlaces.map((place) => [place, 'gone'] as const)])
}

/**
 * Creates the step for a new log row. Its name has the action, because rows are compared by name.
 */
export function rowStep(log: string, row: JsonObject, names: ReadonlyMap<string, string>): Step {
  const about = ['action', 'resource_type'].flatMap((field) => row[field] ?? [])
  return {
    step: `GET ${log}: a new row ${about.join(' ')}`.trimEnd(),
    values: valuesOf(row, names),
  }
}
