import * as z from 'zod/mini'

type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * Describes in words what a schema requires at a path: `a string or null`, `7200`, `an integer of 0 or
 * more`.
 */
export function describeSchema(schema: z.ZodMiniType, path: readonly PropertyKey[] = []): string {
  const whole: JsonSchema = z.toJSONSchema(schema, { io: 'input' })
  return words(path.reduce(innerSchema, whole))
}

function innerSchema(outer: JsonSchema, step: PropertyKey): JsonSchema {
  const { properties, items } = outer
  const inner = typeof step === 'number' ? items : properties?.[String(step)]
  return typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
}

function words(schema: JsonSchema): string {
  const { type, description, anyOf } = schema
  if (description !== undefined) return description
  if (anyOf) {
    const options = anyOf.map((each) => words(each as JsonSchema))
    return options.join(options.some((option) => option.includes(' or ')) ? ', or ' : ' or ')
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = [type ?? []].flat()
  return types.map((each) => wordsOfType(each, schema)).join(' or ') || 'any value'
}

function wordsOfType(type: string, schema: JsonSchema): string {
  if (type === 'string') return `a string${lengthWords(schema)}`
  if (type === 'integer' || type === 'number') {
    return `${type === 'integer' ? 'an integer' : 'a number'}${rangeWords(schema)}`
  }
  return typeNames[type] ?? type
}

const typeNames: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

function lengthWords({ minLength = 0, maxLength }: JsonSchema): string {
  if (maxLength === undefined) {
    if (minLength === 1) return ' that is not empty'
    return minLength === 0 ? '' : ` of ${minLength} or more characters`
  }
  if (minLength === maxLength) return ` of ${minLength} characters`
  return ` of ${minLength} to ${maxLength} characters`
}

function rangeWords({ minimum, exclusiveMinimum }: JsonSchema): string {
  // Zod gives each integer the range of safe integers.
  if (typeof exclusiveMinimum === 'number') return ` of ${exclusiveMinimum + 1} or more`
  const isUnlimited = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER
  return isUnlimited ? '' : ` of ${minimum} or more`
}
