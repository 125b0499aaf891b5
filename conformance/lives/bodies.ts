import { isObject, type JsonObject } from '../../contract/json.ts'
import { type JsonSchema, sampleOfSchema } from '../../contract/sample.ts'
import { unknownUuid } from '../setup/unknown-resources.ts'

/** A valid blueprint that calls no model. */
const blueprint = {
  nodes: ['start', 'end'].map((type, at) => ({
    id: `${type}_1`,
    type,
    position: { x: at * 300, y: 0 },
    data: { type: type.toUpperCase() },
  })),
  edges: [{ id: 'e1', source: 'start_1', target: 'end_1' }],
}

/** Valid values by field name, for fields that do not accept every value of their type. */
const validValues: Readonly<Record<string, unknown>> = {
  blueprint,
  cron: '0 9 * * 1-5',
  dry_run: false,
  enabled: true,
  env_vars: { REGION: 'north' },
  filename: 'written.md',
  ip_address: '192.0.2.77',
  role: 'member',
  rule_type: 'deny',
  scope: 'org',
  url: 'https://files.example.com/sse',
}

const propertiesOf = (schema: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(schema.properties ?? {})

const typeOf = ({ type, anyOf = [], enum: options }: JsonSchema): string | undefined =>
  options === undefined
    ? ([type].flat().find((one) => one !== undefined && one !== 'null') ??
      anyOf.map(typeOf).find((one) => one !== undefined))
    : 'string'

/** Returns the part of a name that all names of one run share, and that no other run uses. */
export const tagOf = (name: string): string => name.split(' ').at(-1)?.replace(/-\d+$/, '') ?? name

/** Returns the fields that may have to be unique, each filled with this name of the run. */
export const namesFor = (name: string): JsonObject => ({
  name,
  title: name,
  word: name,
  email: `${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}@example.com`,
})

/** Returns fields that refer to another record, such as `agent_id`. */
export const referencesIn = (schema: JsonSchema): readonly string[] =>
  propertiesOf(schema).flatMap(([name]) => (name.endsWith('_id') ? [name] : []))

/**
 * Creates a body that a deployment accepts: the required fields, the fields in `validValues`, and
 * all booleans as `true`. `given` has names, and ids of existing records.
 */
export function createValidBody(schema: JsonSchema, given: JsonObject): JsonObject {
  const sample = sampleOfSchema(schema, 'required')
  const knownValues = propertiesOf(schema).flatMap(([name, field]) => {
    const value =
      given[name] ?? validValues[name] ?? (typeOf(field) === 'boolean' ? true : undefined)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...(isObject(sample) ? sample : {}), ...Object.fromEntries(knownValues) }
}

const maxWrong = 16

/** Creates bodies that are wrong in one field, each after a description such as `cron: "zzz"`. */
export function invalidBodies(
  schema: JsonSchema,
  good: JsonObject,
): readonly (readonly [says: string, body: JsonObject])[] {
  const fields = propertiesOf(schema).flatMap(([name, field]) =>
    wrongValues(name, typeOf(field)).map((value) => [name, value] as const),
  )
  const wrong = fields
    .slice(0, maxWrong)
    .map(
      ([name, value]) => [`${name}: ${JSON.stringify(value)}`, { ...good, [name]: value }] as const,
    )
  const required = new Set(schema.required)
  const lacking = Object.keys(good)
    .filter((name) => name in validValues && !required.has(name))
    .map((name) => [`no ${name}`, without(good, name)] as const)
  return [['nothing', {}], ...lacking, ...wrong]
}

const without = (body: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name))

function wrongValues(name: string, type: string | undefined): readonly unknown[] {
  if (name.endsWith('_id')) return [unknownUuid]
  switch (type) {
    case 'string':
      return ['', 'zzz']
    case 'array':
      return [[]]
    case 'integer':
    case 'number':
      return [-1]
    default:
      return []
  }
}

/** Returns the body text and headers of a browser upload (multipart) of a small text file. */
export function upload(filename: string): {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
} {
  const boundary = 'boundary-of-conformance'
  const lines = [
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename="${filename}"`,
    'content-type: text/markdown',
    '',
    '# A note',
    `--${boundary}--`,
    '',
  ]
  return {
    text: lines.join('\r\n'),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
