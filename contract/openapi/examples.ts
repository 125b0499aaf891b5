import type { Json } from './schemas.ts'

/** The id of a record in examples. */
export const exampleId = '5f0c1d1e-8b3a-4c55-9d0e-2f6a7b1c4d3e'

/** Values of text fields by their name; other fields get a value by their schema. */
const texts: Readonly<Record<string, string>> = {
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

/** Optional fields that an example of a request shows: without them its route refuses the body. */
const shownInRequests = new Set(['type', 'base_url', 'transport', 'command'])

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly format?: string
}

type Content = Readonly<Record<string, Json & { readonly schema?: Schema }>>

/** Adds examples to the contents of requests and responses. `schemas` are the named schemas. */
export function exampleWriter(schemas: Json) {
  return {
    /** The contents of a request body, with its required fields as an example. */
    request: (content: Content): Content => withExamples(content, 'required'),
    /** The contents of a response, with all its fields as an example. */
    response: (content: Content): Content => withExamples(content, 'whole'),
  }

  function withExamples(content: Content, extent: Extent): Content {
    return Object.fromEntries(
      Object.entries(content).map(([type, media]) => [
        type,
        { ...media, ...exampleOf(type, media, extent) },
      ]),
    )
  }

  function exampleOf(type: string, media: Content[string], extent: Extent): Json {
    if (type === 'text/event-stream') {
      const events = Object.entries((media['x-events'] ?? {}) as Readonly<Record<string, Schema>>)
      return events.length === 0 ? {} : { example: framesOf(events) }
    }
    if (type === '*/*') return { example: '# A late order\n' }
    if (type !== 'application/json' || media.schema === undefined) return {}
    return { example: sample(media.schema, '', extent, []) }
  }

  /** A first event and the last one, as frames. */
  function framesOf(events: readonly (readonly [string, Schema])[]): string {
    const shown = [events[0], events.findLast(([name]) => name === 'end') ?? events.at(-1)]
    return shown
      .flatMap((event) => (event === undefined ? [] : [event]))
      .map(([name, schema], index) => {
        const data = JSON.stringify(sample(schema, '', 'required', []))
        return `id: ${index + 1}\nevent: ${name}\ndata: ${data}\n\n`
      })
      .join('')
  }

  /** A value that fits a schema. `inside` are the named schemas around it, against endless records. */
  function sample(
    schema: Schema,
    name: string,
    extent: Extent,
    inside: readonly string[],
  ): unknown {
    if (schema.$ref !== undefined) {
      const named = schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema
      return sample(named, name, extent, [...inside, schema.$ref])
    }
    if ('const' in schema) return schema.const
    if (schema.enum !== undefined) return schema.enum[0]
    if (schema.allOf !== undefined)
      return Object.assign({}, ...schema.allOf.map((one) => sample(one, name, extent, inside)))
    const first = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null')
    if (first !== undefined) return sample(first, name, extent, inside)
    switch ([schema.type].flat().find((type) => type !== 'null')) {
      case 'object':
        return sampleObject(schema, extent, inside)
      case 'array':
        return sampleList(schema, name, extent, inside)
      case 'integer':
      case 'number':
        return Math.max(1, schema.minimum ?? 1)
      case 'boolean':
        return true
      case 'string':
        return sampleText(schema, name)
      default:
        return {}
    }
  }

  function sampleObject(schema: Schema, extent: Extent, inside: readonly string[]): Json {
    const { properties = {}, required = [] } = schema
    const names = Object.keys(properties)
    const chosen = names.filter(
      (name) => extent === 'whole' || required.includes(name) || shownInRequests.has(name),
    )
    // A change needs a field, though each one is optional.
    const changed = names.find((name) => /name|title/.test(name)) ?? names[0]
    const isChange = chosen.length === 0 && inside.length === 0 && changed !== undefined
    const shown = isChange ? [changed] : chosen
    return Object.fromEntries(
      shown.flatMap((name) => {
        const field = properties[name]
        const isEndless = field?.$ref !== undefined && inside.includes(field.$ref)
        return field === undefined || isEndless ? [] : [[name, sample(field, name, extent, inside)]]
      }),
    )
  }

  function sampleList(schema: Schema, name: string, extent: Extent, inside: readonly string[]) {
    if (name === 'loc') return ['body', 'name']
    const ref = schema.items?.$ref
    if (schema.items === undefined || (ref !== undefined && inside.includes(ref))) return []
    const item = sample(schema.items, name.replace(/s$/, ''), extent, inside)
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => item)
  }
}

type Extent = 'required' | 'whole'

function sampleText({ format, minLength = 0 }: Schema, name: string): string {
  if (format === 'date-time' || name.endsWith('_at')) return '2026-01-31T09:30:00.000Z'
  if (name === 'id' || name.endsWith('_id')) return exampleId
  return (texts[name] ?? 'text').padEnd(minLength, 'x')
}
