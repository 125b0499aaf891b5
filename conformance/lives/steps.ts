import type { JsonObject } from '../../contract/json.ts'
import { pointerOf, walk } from '../session/json.ts'

/** One step in the life of a record: a call or a read, with the values that it showed by place. */
export type Step = {
  readonly step: string
  readonly values: Readonly<Record<string, string>>
}

const maxValues = 80

/** Texts that differ in each run: ids, times, tokens, and masked texts. */
const varyingTexts: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '<id>'],
  [/\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/g, '<time>'],
  [/\b(?=\w*\d)(?=\w*[a-z])[\w-]{8,}/gi, '<token>'],
  [/\b(?:[A-Z]{8,}|\d{9,})\b/g, '<token>'],
  // Records with the same name have a number, or the beginning of an id, after the name.
  [/<name>(?:-[0-9a-f]+)*/g, '<name>'],
]

/** Numbers that measure time, and ids that are numbers. */
const varyingNumbers = /(?:^|_)(?:id|ms|ts|seconds|duration|elapsed|latency|tokens|hash)$/

/** Whether a value depends on the answers of a model: the grades of an evaluation. */
const isGraded = (pointer: string): boolean =>
  /\/(?:results|passed_cases|failed_cases)(?:\/|$)/.test(pointer)

/** Fields with random values of a deployment, which also occur in texts, such as log lines. */
const drawnFields = /^(?:key|api_key|key_prefix|prefix|token|code|secret)$/

/** Adds the random values of a response to the known names. */
export function learnDrawn(json: unknown, names: Map<string, string>): void {
  for (const { key, value } of walk(json))
    if (
      typeof value === 'string' &&
      value.length > 3 &&
      drawnFields.test(key) &&
      !value.includes(' ')
    )
      names.set(value, `<${key}>`)
}

/** The values of a body by their places, in a form in which two deployments can be compared. */
export function valuesOf(
  json: unknown,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  // A short value may be a part of a longer one, such as the prefix of a key.
  const longestFirst = [...names].toSorted(([one], [other]) => other.length - one.length)
  let count = 0
  for (const place of walk(json)) {
    const { value, key } = place
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) continue
    const pointer = pointerOf(place)
    if (isGraded(pointer)) continue
    if ((count += 1) > maxValues) break
    values[pointer] = textOf(key, value, longestFirst)
  }
  return values
}

type Replacement = readonly [drawn: string, name: string]

function textOf(key: string, value: unknown, known: readonly Replacement[]): string {
  if (typeof value === 'number' && varyingNumbers.test(key)) return '<number>'
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'nothing'
  let text = value
  for (const [drawn, name] of known) text = text.replaceAll(drawn, name)
  for (const [pattern, name] of varyingTexts) text = text.replaceAll(pattern, name)
  return JSON.stringify(text.slice(0, 200))
}

/** The values that are new or different, and those that are gone. */
export function changesOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const changed = Object.entries(after).filter(([place, value]) => before[place] !== value)
  const missingPlaces = Object.keys(before).filter((place) => !(place in after))
  return Object.fromEntries([...changed, ...missingPlaces.map((place) => [place, 'gone'] as const)])
}

/** The step of a new log row. Its name describes the row, because rows are paired by name. */
export function rowStep(log: string, row: JsonObject, names: ReadonlyMap<string, string>): Step {
  const about = ['action', 'resource_type'].flatMap((field) => row[field] ?? [])
  return {
    step: `GET ${log}: a new row ${about.join(' ')}`.trimEnd(),
    values: valuesOf(row, names),
  }
}
