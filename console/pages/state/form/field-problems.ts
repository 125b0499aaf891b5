import type { Field, FieldType } from './field-type.ts'
import type { RecordFields } from './field-values.ts'

/** The problems of a record, by the paths of its fields, such as `members.0.role`. */
export type Problems = ReadonlyMap<string, string>

/** Finds values that the schema of a record does not allow, and describes each problem. */
export const findProblems = (fields: readonly Field[], record: RecordFields): Problems =>
  new Map(problemsOfFields(fields, record, ''))

type FoundProblems = readonly (readonly [path: string, problem: string])[]

const problemsOfFields = (
  fields: readonly Field[],
  record: RecordFields,
  parent: string,
): FoundProblems =>
  fields.flatMap(({ name, type }) => problemsOf(type, record[name], `${parent}${name}`))

function problemsOf(type: FieldType, value: unknown, path: string): FoundProblems {
  if (value === undefined) return type.isOptional ? [] : [[path, 'This field is missing.']]
  if (value === null) return type.isNullable ? [] : [[path, 'This field needs a value.']]
  if (type.input === 'list') {
    if (!Array.isArray(value)) return [[path, 'This must be a list.']]
    const { item } = type
    return item ? value.flatMap((each, at) => problemsOf(item, each, `${path}.${at}`)) : []
  }
  if (type.input === 'fields') {
    if (typeof value !== 'object' || Array.isArray(value))
      return [[path, 'This must be an object with fields.']]
    return problemsOfFields(type.fields ?? [], value as RecordFields, `${path}.`)
  }
  const problem = problemOfValue(type, value)
  return problem === undefined ? [] : [[path, problem]]
}

function problemOfValue({ input, schema, options }: FieldType, value: unknown): string | undefined {
  switch (input) {
    case 'text':
      return typeof value === 'string' ? problemOfText(value, schema) : 'This must be text.'
    case 'number':
      return typeof value === 'number' ? problemOfNumber(value, schema) : 'This must be a number.'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'This must be yes or no.'
    case 'choice':
      return options?.includes(String(value)) ? undefined : `Choose ${options?.join(', ')}.`
    case 'date':
      return typeof value === 'string' && value.endsWith('Z') && !Number.isNaN(Date.parse(value))
        ? undefined
        : 'This must be a date with a time, such as 2026-05-01T09:00:00.000Z.'
    default:
      return undefined
  }
}

function problemOfText(
  text: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: FieldType['schema'],
): string | undefined {
  if (text.length < minLength) return 'This needs some text.'
  if (text.length > maxLength)
    return `At most ${maxLength} characters are allowed. This text has ${text.length}.`
  return undefined
}

function problemOfNumber(
  number: number,
  { type, minimum, maximum }: FieldType['schema'],
): string | undefined {
  if (type === 'integer' && !Number.isInteger(number)) return 'This must be a whole number.'
  if (minimum !== undefined && number < minimum) return `This must be at least ${minimum}.`
  if (maximum !== undefined && number > maximum) return `This must be at most ${maximum}.`
  return undefined
}

/** Returns the path and the problem that a refusal names; `undefined` if no path is named. */
export function parseRefusedField(
  message: string,
): readonly [path: string, says: string] | undefined {
  const [, path, says] = /^At `([^`]+)`: (.+)$/s.exec(message) ?? []
  return path === undefined || says === undefined ? undefined : [path, says]
}
