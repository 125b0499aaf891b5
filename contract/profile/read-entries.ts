import type { JsonObject } from '../json.ts'
import { nearestHint } from '../nearest.ts'
import { asObject, ProfileError, quote, operationNamed } from './profile-error.ts'
import * as z from 'zod/mini'
import { explainIssues } from '../explain-issues.ts'
import type { OperationId } from '../operations.ts'
import { type Answer, answer, type Answers, extraFields, shapesOf } from './answers.ts'
import { ShapeError } from './shape.ts'
import { capitalize } from '../capitalize.ts'

/** The sections of a profile that have entries by name. */
export const profileSections = ['picks', 'answers', 'operations'] as const

export type ProfileSection = (typeof profileSections)[number]

/** The entries that a document adds, and the inherited entries that it removes. */
type OwnEntries = { readonly given: JsonObject; readonly removed: readonly string[] }

const sectionTexts = {
  answers: { entry: 'answer', all: 'It must be an object of operations and their answers' },
  operations: { entry: 'family', all: 'It must be an object of families by their names' },
} as const

/**
 * Reads the answers or families of a document. The value `null` removes an entry of the base.
 * `inherited` has the names of the base's entries; it is `undefined` without a base. Throws
 * `ProfileError` for a `null` that removes nothing.
 */
export function readEntries(
  root: JsonObject,
  section: keyof typeof sectionTexts,
  inherited: readonly string[] | undefined,
): OwnEntries {
  const { entry, all: expected } = sectionTexts[section]
  const all = Object.entries(asObject(root[section] ?? {}, [section], expected))
  const removed = all.flatMap(([name, value]) => (value === null ? [name] : []))
  for (const name of removed)
    if (inherited?.includes(name) !== true)
      throw new ProfileError([section, name], nothingRemoved(entry, name, inherited), 'key')
  return { given: Object.fromEntries(all.filter(([, value]) => value !== null)), removed }
}

function nothingRemoved(
  entry: string,
  name: string,
  inherited: readonly string[] | undefined,
): string {
  if (inherited === undefined)
    return `\`null\` removes the ${entry} of a base, and this profile has no \`base\`. Add \`base\`, or remove this line`
  const hint = nearestHint(name, inherited)
  return `The base has no ${entry} ${quote(name)}, so \`null\` removes nothing.${hint} Remove this line`
}

/** Copies an object without the named fields. */
export const withoutFields = <Value>(
  object: Readonly<Record<string, Value>> = {},
  names: readonly string[] = [],
): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** Reads the answers of a profile. Throws `ProfileError`. */
export function readAnswers(answersInput: JsonObject): Answers {
  const answers: { [Id in OperationId]?: Answer } = {}
  for (const [operation, document] of Object.entries(answersInput)) {
    const path = ['answers', operation]
    answers[operationNamed(operation, path)] = readAnswer(document, path)
  }
  return answers
}

function readAnswer(document: unknown, path: readonly string[]): Answer {
  const read = parsePart(answer, document, path, 'the answer')
  if (read.body !== undefined && read.record !== undefined)
    throw new ProfileError(
      [...path, 'record'],
      '`body` writes the whole body, so `record` has no effect. Remove one of them',
      'key',
    )
  convertShapeErrors(path, () => {
    shapesOf(read)
    extraFields(read, 'query')
    extraFields(read, 'body')
  })
  return read
}

/** Parses one value of a profile. Throws `ProfileError` at the place of the first problem. */
export function parsePart<Schema extends z.ZodMiniType>(
  schema: Schema,
  document: unknown,
  path: readonly string[],
  whole: string,
): z.output<Schema> {
  const read = schema.safeParse(document)
  if (read.success) return read.data
  const hint = (_: unknown, key: string) =>
    `allowed: ${allowedKeysOf(schema, document).join(', ') || `not ${key}`}`
  const [problem] = explainIssues(read.error.issues, document, hint, whole)
  const { path: inner = [], says = 'it is invalid', wrong } = problem ?? {}
  const part = wrong === 'key' ? 'key' : 'value'
  throw new ProfileError([...path, ...inner.map(String)], capitalize(says), part)
}

/** Returns the keys that an answer or a family of a profile can have. */
function allowedKeysOf(schema: z.ZodMiniType, document: unknown): readonly string[] {
  if (schema instanceof z.ZodMiniObject) return Object.keys(schema.shape)
  if (!(schema instanceof z.ZodMiniDiscriminatedUnion)) return []
  const kind = (document as Readonly<Record<string, unknown>> | null)?.['kind']
  const option = (schema.def.options as readonly z.ZodMiniObject[]).find(
    ({ shape }) => z.safeParse(shape['kind'] as z.ZodMiniType, kind).success,
  )
  return Object.keys(option?.shape ?? {})
}

/** Reads shapes, and converts their errors to `ProfileError`. */
export function convertShapeErrors(path: readonly string[], read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw new ProfileError([...path, ...error.path.map(String)], error.message)
  }
}
