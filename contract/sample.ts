import { type JsonObject, ownField } from './json.ts'
import { textForPattern } from './pattern-text.ts'
import type { Limits, Shape } from './profile/shape.ts'

/** `required` leaves out optional fields, `whole` includes them. */
export type SampleExtent = 'required' | 'whole'

/** The id of a record in examples. */
export const exampleId = '5f0c1d1e-8b3a-4c55-9d0e-2f6a7b1c4d3e'

/** Values for text fields by field name. For other fields, the format decides. */
const sampleTexts: Readonly<Record<string, string>> = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJ0eXBlIjoiYWNjZXNzIn0.signature',
  refresh_token: 'eyJhbGciOiJIUzI1NiJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.signature',
  base_url: 'https://orders.example.com',
  content: '# Refunds\n\nA refund takes five days.',
  current_password: 'demo-password',
  date: '2026-01-31',
  description: 'Answers questions about orders.',
  display_name: 'Dana Whitlock',
  email: 'demo@example.com',
  filename: 'refunds.md',
  key: 'svc_0123456789abcdef',
  key_prefix: 'svc_0123',
  message: 'What was wrong, in a sentence.',
  msg: 'Field required',
  name: 'Support Desk',
  new_password: 'a-new-password',
  password: 'demo-password',
  path: '/orders',
  preferred_language: 'en',
  q: 'Where is my order?',
  query: 'How long does a refund take?',
  scopes: 'chat,agents',
  timezone: 'Europe/Amsterdam',
  title: 'A late order',
  token_type: 'bearer',
  url: 'https://files.example.com/sse',
  username: 'demo',
  version: '0.8.0',
}

const formatSamples: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com',
}

/**
 * Returns a value that matches a shape, always the same value. With `whole`, each list has an item.
 * A text does not match its pattern if `textForPattern` does not support the pattern.
 *
 * @example
 * sampleOf(readShape({ name: 'string', 'note?': 'string|null' }), 'required') // { name: 'text' }
 */
export function sampleOf(shape: Shape, extent: SampleExtent): unknown {
  switch (shape.kind) {
    case 'any':
    case 'null':
      return null
    case 'list':
      return extent === 'whole' ? [sampleOf(shape.item, extent)] : []
    case 'map':
      return extent === 'whole' ? { key: sampleOf(shape.value, extent) } : {}
    case 'oneOf':
      return sampleOf(shape.shapes[0] ?? { kind: 'null' }, extent)
    case 'object': {
      const fields = [...shape.fields].filter(
        ([, { isOptional }]) => !isOptional || extent === 'whole',
      )
      return Object.fromEntries(
        fields.map(([name, field]) => [name, sampleOf(field.shape, extent)]),
      )
    }
    case 'scalar': {
      const { types, limits } = shape
      const [type] = types
      if (shape.default !== undefined) return shape.default
      if (type === 'boolean') return false
      if (type === 'object') return {}
      if (type === undefined) return null
      return type === 'string'
        ? (limits.options?.[0] ?? sampleText(limits))
        : sampleNumber(limits.min, limits.max, type)
    }
  }
}

/** The keywords of a JSON Schema that are used to create a sample value. */
export type JsonSchema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly pattern?: string
}

/** Optional fields that a valid request needs, because its route refuses a body without them. */
const fieldsRequestsNeed = new Set(['type', 'base_url', 'transport', 'command'])

/**
 * Returns a value that matches a JSON schema, always the same value. Texts fit the names of
 * their fields. `schemas` are the schemas that `$ref` names.
 */
export function sampleOfSchema(
  rootSchema: JsonSchema,
  extent: SampleExtent,
  schemas: Readonly<Record<string, unknown>> = {},
): unknown {
  return sample(rootSchema, '', [])

  /** `inside` has the named schemas around this schema, so that recursive schemas end. */
  function sample(schema: JsonSchema, name: string, inside: readonly string[]): unknown {
    if (schema.$ref !== undefined) {
      const named = schemas[schema.$ref.split('/').at(-1) ?? ''] as JsonSchema
      return sample(named, name, [...inside, schema.$ref])
    }
    if ('const' in schema) return schema.const
    if (schema.enum !== undefined) return schema.enum[0]
    if (schema.allOf !== undefined)
      return Object.assign({}, ...schema.allOf.map((one) => sample(one, name, inside)))
    const first = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null')
    if (first !== undefined) return sample(first, name, inside)
    const type = [schema.type].flat().find((one) => one !== 'null')
    switch (type) {
      case 'object':
        return sampleObject(schema, inside)
      case 'array':
        return sampleList(schema, name, inside)
      case 'integer':
      case 'number':
        return sampleNumber(schema.minimum, schema.maximum, type)
      case 'boolean':
        return true
      case 'string':
        return sampleText(schema, name)
      default:
        return extent === 'whole' ? {} : null
    }
  }

  function sampleObject(schema: JsonSchema, inside: readonly string[]): JsonObject {
    const { properties = {}, required = [] } = schema
    const names = Object.keys(properties)
    const chosen = names.filter(
      (name) => extent === 'whole' || required.includes(name) || fieldsRequestsNeed.has(name),
    )
    // The body of a change needs at least one field, although all fields are optional.
    const changed = names.find((name) => /name|title/.test(name)) ?? names[0]
    const isChange = chosen.length === 0 && inside.length === 0 && changed !== undefined
    const shown = isChange ? [changed] : chosen
    return Object.fromEntries(
      shown.flatMap((name) => {
        const field = properties[name]
        const isEndless = field?.$ref !== undefined && inside.includes(field.$ref)
        return field === undefined || isEndless ? [] : [[name, sample(field, name, inside)]]
      }),
    )
  }

  function sampleList(
    { items, minItems = 0 }: JsonSchema,
    name: string,
    inside: readonly string[],
  ) {
    if (name === 'loc') return ['body', 'name']
    if (items === undefined || (items.$ref !== undefined && inside.includes(items.$ref))) return []
    const item = sample(items, name.replace(/s$/, ''), inside)
    return Array.from({ length: Math.max(extent === 'whole' ? 1 : 0, minItems) }, () => item)
  }
}

/** Returns the number within the limits that is nearest to 1. */
function sampleNumber(min = -Infinity, max = Infinity, type: string): number {
  const number = Math.max(min, Math.min(max, 1))
  if (type === 'number') return number
  return number > 1 ? Math.ceil(number) : Math.floor(number)
}

type TextLimits = Pick<Limits, 'format' | 'pattern' | 'minLength' | 'maxLength'>

function sampleText(limits: TextLimits, name?: string): string {
  const { format = '', pattern, minLength = 0, maxLength } = limits
  const text =
    textForPattern(pattern) ??
    (name === undefined ? undefined : textNamed(name, format)) ??
    ownField(formatSamples, format) ??
    'text'
  return text.slice(0, maxLength).padEnd(minLength, 'x')
}

function textNamed(name: string, format: string): string | undefined {
  if (format === 'date-time' || name.endsWith('_at')) return '2026-01-31T09:30:00.000Z'
  return name === 'id' || name.endsWith('_id') ? exampleId : ownField(sampleTexts, name)
}
