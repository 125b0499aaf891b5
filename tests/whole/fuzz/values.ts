import * as fc from 'fast-check'
import * as z from 'zod/mini'

type Schema = {
  readonly [Word in 'anyOf' | 'oneOf' | 'allOf']?: readonly Schema[]
} & {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
}

/** Texts that have broken servers: names of object members, control characters, lone surrogates. */
export const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e999',
    '..',
    '../../etc/passwd',
    '%2e%2e%2f',
    '%ff',
    '\u0000',
    '\ud800',
    '\u2028\u2029',
    'data: x\n\nevent: end\n\n',
    '{{query}}',
    '{{constructor}}',
    '$&',
    '<script>',
    'a'.repeat(201),
    '(a+)+$',
    '👩🏽‍🚀',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 53), [], {}, [[]]),
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(oddText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
)

/** A placeholder for the id of a record, by kind and index; `fillIn` replaces it. */
const idOf = (kind: string, index: number) => `<<${kind} ${index}>>`

/** A secret that no response may contain, unique to its call. */
const secretText = fc.nat(0xffffff).map((number) => `s3cret-${number.toString(16)}`)

/** Values for fields whose schema does not describe them completely. */
const meanings: Readonly<Record<string, fc.Arbitrary<string>>> = {
  base_url: fc.constantFrom('https://orders.example.com', 'http://[::1]:80/x'),
  url: fc.constant('https://files.example.com/sse'),
  webhook_url: fc.constant('https://hooks.example.com/x?y=1'),
  path: fc.constantFrom('/orders', '/orders/{id}', '/'),
  timezone: fc.constantFrom('Europe/Berlin', 'UTC'),
  scopes: fc.constantFrom('chat', 'chat,kb', 'agents, connectors', 'admin', 'nonsense', '', ','),
  email: fc.constantFrom('demo@example.com', 'other@example.com', 'new@example.com'),
  status: fc.constantFrom('active', 'archived', 'draft', 'published', 'completed', 'all'),
  visibility: fc.constantFrom('global', 'org', 'personal'),
  mode: fc.constantFrom('react', 'dag', 'auto'),
  role: fc.constantFrom('owner', 'admin', 'member'),
  token: fc.constantFrom('<<token 0>>', '<<token 1>>'),
  q: fc.constantFrom(
    'Where is my order?',
    'Please pay back the broken gateways',
    'What is new?',
    'order',
    'the',
  ),
}

const kindOf: Readonly<Record<string, string>> = {
  conversation_id: 'conversation',
  ids: 'conversation',
  agent_id: 'agent',
  default_agent_id: 'agent',
  kb_ids: 'knowledge-base',
  connector_ids: 'connector',
  mcp_server_ids: 'mcp-server',
  user_id: 'user',
  actor_id: 'user',
  org_id: 'organization',
  inject_id: 'injection',
}

const secretNames = /password|credentials|^env$|^headers$/
const configNames = /^(auth_config|db_config|config)$/

/** Connection settings. Fields with a secret name must stay hidden at every depth. */
const config = fc
  .tuple(
    fc.dictionary(oddText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
    fc.constantFrom('token', 'API_KEY', 'X-Api-Key', 'apiKey', 'client_secret', 'Password'),
    secretText,
    fc.constantFrom(
      (secret: object) => secret,
      (secret: object) => ({ inner: { more: secret } }),
      (secret: object) => ({ items: [1, secret] }),
    ),
  )
  .map(([open, name, secret, put]) => ({ ...open, ...put({ [name]: secret }) }))

/** Values that a schema of the contract allows, as far as JSON Schema can express it. */
export const valid = (schema: z.ZodMiniType): fc.Arbitrary<unknown> =>
  valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, '')

/** `name` is the nearest enclosing field; `hidden` means that its value is secret. */
function valueOf(schema: Schema, name: string, hidden = false): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return fc.oneof(...variants.map((one) => valueOf(one, name, hidden)))
  const types = [schema.type ?? []].flat()
  if (types.length > 1)
    return fc.oneof(...types.map((type) => valueOf({ ...schema, type }, name, hidden)))
  switch (types[0]) {
    case 'object':
      return objectOf(schema, name, hidden)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name, hidden), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
      })
    case 'string':
      return textOf(schema, name, hidden)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return hidden ? secretText : fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Schema, name: string, hidden: boolean): fc.Arbitrary<unknown> {
  const { properties, additionalProperties: rest } = schema
  if (properties === undefined && configNames.test(name)) return config
  if (properties === undefined) {
    const value = valueOf(typeof rest === 'object' ? rest : {}, name, hidden)
    const key = fc.oneof(fc.constantFrom('TOKEN', 'a', 'query'), oddText)
    return fc.dictionary(key, value, { maxKeys: 3 })
  }
  const fields = Object.entries(properties).map(
    ([key, field]) => [key, valueOf(field, key, hidden || secretNames.test(key))] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] })
}

function textOf(schema: Schema, name: string, hidden: boolean): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 200, pattern } = schema
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  if (hidden) return secretText.map((text) => text.padEnd(minLength, 'x'))
  const bounded = { minLength, maxLength: Math.min(maxLength, minLength + 20) }
  const plain = fc.oneof(fc.string(bounded), fc.string({ ...bounded, unit: 'grapheme' }))
  const kind = kindOf[name]
  if (kind !== undefined)
    return fc.oneof({ weight: 4, arbitrary: fc.nat(40).map((n) => idOf(kind, n)) }, plain)
  const meant = meanings[name]
  return meant === undefined ? plain : fc.oneof({ weight: 3, arbitrary: meant }, plain)
}

function numberOf({ minimum, maximum }: Schema): fc.Arbitrary<unknown> {
  const min = Math.max(minimum ?? -2, -(2 ** 53) + 1)
  const max = Math.min(maximum ?? min + 200, 2 ** 53 - 1)
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 50) }),
    fc.maxSafeInteger().map((n) => min + (Math.abs(n) % (max - min + 1))),
  )
}

/** The same value with one part replaced, removed or added. */
export const spoiled = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(value, fc.nat(1000), oddValue, oddText, fc.constantFrom('put', 'drop', 'add'))
    .map(([whole, at, odd, key, how]) => spoil(whole, at, odd, key, how))

function spoil(value: unknown, at: number, odd: unknown, key: string, how: string): unknown {
  if (typeof value !== 'object' || value === null) return odd
  const keys = Object.keys(value)
  if (how === 'add' && !Array.isArray(value)) return withOwn(value, key, odd)
  const chosen = keys[at % Math.max(1, keys.length)]
  if (chosen === undefined) return odd
  const inner = (value as Readonly<Record<string, unknown>>)[chosen]
  const deeper = at % 3 === 0 && typeof inner === 'object' && inner !== null
  const put = deeper ? spoil(inner, Math.floor(at / 3), odd, key, how) : odd
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === chosen ? put : item))
  if (how === 'drop' && !deeper)
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== chosen))
  return withOwn(value, chosen, put)
}

/** Adds a key as `JSON.parse` does: `__proto__` becomes an ordinary key. */
const withOwn = (value: object, key: string, item: unknown) =>
  Object.fromEntries([...Object.entries(value), [key, item]])
