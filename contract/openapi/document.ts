import type * as z from 'zod/mini'
import { choiceIds, choices } from '../choices.ts'
import type { ShownBy } from '../choices/choice.ts'
import type { Operation } from '../operations/operation.ts'
import { mapFields } from '../json.ts'
import { type OperationId, operationIds, operations } from '../operations.ts'
import { exampleId, type SampleExtent, type JsonSchema, sampleOfSchema } from '../sample.ts'
import { type Json, namedSchemas, toSchema } from './schemas.ts'
import { summaries, tagDescriptions } from './summaries.ts'
import {
  type Condition,
  conditions,
  credentialConditions,
  errorCodes,
  worksUnderMaintenance,
} from '../errors.ts'
import { eventData } from '../events.ts'
import { runEventData } from '../records/workflow-run.ts'

/** An operation that a profile declares. */
type OwnOperation = {
  readonly family: string
  readonly row: Operation
  /** The form field with the file, for an upload. */
  readonly fileField?: string
  /** Set if the response comes from a template. */
  readonly isTemplate?: true
}

/**
 * Creates the contract as an OpenAPI 3.1 document: every operation of the fake with its parameters,
 * bodies and responses, as in the default profile. `x-choices` at an operation lists the choices
 * that change its responses; `x-choices` at the root lists the choices that change every response.
 * `own` are the operations of a profile; they come after the operations of the contract.
 *
 * @example
 * await writeFile('openapi.json', JSON.stringify(openApi()))
 */
export function openApi(own: readonly OwnOperation[] = []): Json {
  const tags = new Set([...operationIds.map(tagOf), ...own.map(({ family }) => family)])
  const rows = [...operationIds.map((id) => operations[id]), ...own.map(({ row }) => row)]
  const schemas = namedSchemas()
  const examples = exampleWriter(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent Platform REST API',
      version: '0.8.0',
      description:
        'Describes what the specification requires, and for its gaps what Understudy does.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    tags: [...tags].map((name) => ({
      name,
      description: tagDescriptions[name] ?? `The family ${name} of the profile`,
    })),
    paths: pathItems(own, examples),
    components: {
      schemas,
      responses: withExamples(sharedErrorResponses(rows), examples.response),
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (`svc_…`) or an access token (5).',
        },
      },
    },
    'x-choices': choiceIds.filter((id) => Object.values(choices[id].shows).flat().length === 0),
  }
}

/** The servers: Understudy at the address of `serve`, one of its worlds, and a deployment. */
const servers = [
  { url: 'http://127.0.0.1:4010', description: 'Understudy on this machine' },
  {
    url: 'http://127.0.0.1:4010/w/{world}',
    description: 'A world of it',
    variables: { world: { default: 'default', description: 'The name of the world' } },
  },
  {
    url: 'https://{host}',
    description: 'A deployment',
    variables: { host: { default: 'platform.example.com', description: 'Its host' } },
  },
]

type Examples = ReturnType<typeof exampleWriter>
type Contents = Readonly<
  Record<string, Json & { readonly content?: Parameters<Examples['request']>[0] }>
>

/** Adds examples to the `content` of each response or request body. */
const withExamples = (holders: Json, write: Examples['request']): Json =>
  mapFields(holders as Contents, (holder) =>
    holder.content === undefined ? holder : { ...holder, content: write(holder.content) },
  )

function pathItems(own: readonly OwnOperation[], examples: Examples): Json {
  const all = [
    ...operationIds.map((id) => [operations[id] as Operation, toOpenApiOperation(id)] as const),
    ...own.map((one) => [one.row, toOwnOperation(one)] as const),
  ].map(([row, item]) => {
    const { requestBody: body, responses } = item as { requestBody?: Json; responses: Json }
    const request = body === undefined ? {} : withExamples({ requestBody: body }, examples.request)
    return [
      row,
      { ...item, ...request, responses: withExamples(responses, examples.response) },
    ] as const
  })
  const byPath = Map.groupBy(all, ([{ path }]) => path)
  return Object.fromEntries(
    [...byPath].map(([path, there]) => [
      path,
      Object.fromEntries(there.map(([{ method }, item]) => [method.toLowerCase(), item])),
    ]),
  )
}

function toOpenApiOperation(id: OperationId): Json {
  const operation: Operation = operations[id]
  const choicesHere = choicesAt(id)
  return {
    operationId: id,
    summary: summaries[id],
    tags: [tagOf(id)],
    ...(operation.clause === undefined ? {} : { 'x-section': operation.clause }),
    ...describeOperation(operation),
    ...(choicesHere.length === 0 ? {} : { 'x-choices': choicesHere }),
  }
}

function toOwnOperation({ family, row, fileField, isTemplate }: OwnOperation): Json {
  const words = row.path.match(/\w+/g) ?? []
  return {
    operationId: [family, row.method.toLowerCase(), ...words].join('.'),
    summary: `${row.method} ${row.path}, of the family ${family} of the profile`,
    tags: [family],
    ...describeOperation(row),
    ...(isTemplate === true && { 'x-template': true }),
    ...(fileField === undefined ? {} : { requestBody: formBody(fileField, row.body) }),
  }
}

/** Returns the OpenAPI fields that follow from the row of an operation. */
function describeOperation(operation: Operation): Json {
  const parameters = [...pathParameters(operation), ...queryParameters(operation)]
  const { body } = operation
  return {
    security: securityOf(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: toResponses(operation),
  }
}

function formBody(field: string, fields: z.ZodMiniType | undefined): Json {
  const { properties, required = [] } = (fields ? toSchema(fields) : {}) as {
    readonly properties?: Json
    readonly required?: readonly string[]
  }
  const file = { type: 'string', format: 'binary' }
  const schema = {
    type: 'object',
    properties: { ...properties, [field]: file },
    required: [...required, field],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/** Returns the tag of an operation: the first word of its id. */
const tagOf = (id: OperationId): string => id.split('.')[0] ?? id

/** Returns the choices that change responses of this operation, but not of every operation. */
function choicesAt(id: OperationId): readonly string[] {
  const operation = operations[id]
  const own = new Set<string>(conditionsOf(operation))
  if (operation.body !== undefined || operation.query !== undefined) own.add('invalid')
  const streamsTurn = operation.answer === 'stream' && operation.events === undefined
  const isShownBy = (shows: ShownBy) =>
    shows.endpoints?.includes(id) ||
    shows.replies?.includes(operation.answer) ||
    shows.conditions?.some((condition) => own.has(condition)) ||
    (streamsTurn && shows.events !== undefined)
  return choiceIds.filter((choice) => [choices[choice].shows].flat().some(isShownBy))
}

function securityOf({ access, scope }: Operation): readonly Json[] {
  if (access === 'public') return []
  const bearer = { bearerAuth: scope === undefined ? [] : [scope] }
  // `{}` allows a request without the header, because the body field `token` can replace it.
  return access === 'token-in-body' ? [bearer, {}] : [bearer]
}

const pathParameters = ({ path }: Operation): readonly Json[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: exampleId,
  }))

function queryParameters({ query }: Operation): readonly Json[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = toSchema(query) as {
    properties?: Readonly<Record<string, Json>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    schema,
  }))
}

const requestBody = (body: z.ZodMiniType): Json => ({
  required: !body.safeParse(undefined).success,
  content: { 'application/json': { schema: toSchema(body) } },
})

type Content = Readonly<Record<string, Json & { readonly schema?: JsonSchema }>>

/** Adds examples to the contents of requests and responses. `schemas` are the named schemas. */
function exampleWriter(schemas: Json) {
  return {
    /** Adds an example with the required fields to the contents of a request body. */
    request: (content: Content): Content => exampled(content, 'required'),
    /** Adds an example with all fields to the contents of a response. */
    response: (content: Content): Content => exampled(content, 'whole'),
  }

  function exampled(content: Content, extent: SampleExtent): Content {
    return mapFields(content, (media, type) => ({ ...media, ...exampleOf(type, media, extent) }))
  }

  function exampleOf(type: string, media: Content[string], extent: SampleExtent): Json {
    if (type === 'text/event-stream') {
      const events = Object.entries(
        (media['x-events'] ?? {}) as Readonly<Record<string, JsonSchema>>,
      )
      return events.length === 0 ? {} : { example: framesOf(events) }
    }
    if (type === '*/*') return { example: '# A late order\n' }
    if (type !== 'application/json' || media.schema === undefined) return {}
    return { example: sampleOfSchema(media.schema, extent, schemas) }
  }

  /** Writes example frames: the first event and the last event. */
  function framesOf(events: readonly (readonly [string, JsonSchema])[]): string {
    const shown = [events[0], events.findLast(([name]) => name === 'end') ?? events.at(-1)]
    return shown
      .flatMap((event) => (event === undefined ? [] : [event]))
      .map(([name, schema], index) => {
        const data = JSON.stringify(sampleOfSchema(schema, 'required', schemas))
        return `id: ${index + 1}\nevent: ${name}\ndata: ${data}\n\n`
      })
      .join('')
  }
}

/** Returns the responses of an operation by status: first the success, then the errors. */
function toResponses(operation: Operation): Json {
  const { status = operation.answer === 'empty' ? 204 : 200 } = operation
  const errors = [...codesByStatus(operation)].map(([code, codes]) => [
    code,
    { $ref: `#/components/responses/${errorResponseName(code, codes)}` },
  ])
  const isValidated = operation.body !== undefined || operation.query !== undefined
  return {
    [status]: answerBodies[operation.answer](operation),
    ...Object.fromEntries(errors),
    ...(isValidated
      ? { 422: jsonBody('Input that fails validation', refTo('ValidationError')) }
      : {}),
  }
}

const answerBodies: { readonly [Kind in Operation['answer']]: (operation: Operation) => Json } = {
  page: (operation) => jsonBody('A page of the list', pageOf(recordOf(operation))),
  envelope: (operation) => jsonBody('The success envelope', envelopeAround(recordOf(operation))),
  record: (operation) => jsonBody('The record', recordOf(operation)),
  session: (operation) => jsonBody('Tokens and their users', recordOf(operation)),
  'created-key': (operation) =>
    jsonBody(
      'The record and the full value of the key, which is not shown again',
      withKeyField(recordOf(operation)),
    ),
  empty: () => ({ description: 'Success, without a body' }),
  download: () => ({
    description: 'A file',
    headers: { 'content-disposition': { schema: { type: 'string' } } },
    content: { '*/*': { schema: { type: 'string' } } },
  }),
  stream: ({ events, record }) => ({
    description: events === 'own' ? 'Server-Sent Events, with JSON as their data' : framing,
    content: {
      'text/event-stream': {
        schema: { type: 'string' },
        ...(events === 'own'
          ? {}
          : { 'x-events': payloadSchemas(events === 'run' ? runEventData : eventData) }),
      },
      // With `dry_run`, a run responds with its plan instead of a stream.
      ...(record === undefined
        ? {}
        : { 'application/json': { schema: envelopeAround(toSchema(record)) } }),
    },
  }),
}

const framing =
  'Server-Sent Events until `end`, or `resume_done` of a replay. A frame is an `event:` line with ' +
  'the type and one `data:` line of JSON, closed by an empty line. Every event of a turn has an integer ' +
  'cursor that rises within the conversation: on its `id:` line, and as `cursor` in payloads that ' +
  'are objects with fields. Lines that begin with a colon are keepalives. `x-events` has the ' +
  'payload of each type.'

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const payloadSchemas = (events: Readonly<Record<string, z.ZodMiniType>>): Json =>
  mapFields(events, toSchema)

const jsonBody = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})

const recordOf = ({ record }: Operation): Json => (record === undefined ? {} : toSchema(record))

const count = { type: 'integer', minimum: 0 }

const pageOf = (item: Json): Json => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: item },
    total: count,
    page: { type: 'integer', minimum: 1 },
    size: { type: 'integer', minimum: 1 },
    pages: count,
  },
  required: ['items', 'total', 'page', 'size', 'pages'],
})

const envelopeAround = (data: Json): Json => ({
  type: 'object',
  properties: { success: { const: true }, data },
  required: ['success', 'data'],
})

const withKeyField = (record: Json): Json => ({
  allOf: [record, { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] }],
})

/** Returns the shared error responses by name. They differ in their status or codes. */
function sharedErrorResponses(rows: readonly Operation[]): Json {
  const all = rows.flatMap((operation) => [...codesByStatus(operation)])
  return Object.fromEntries(
    all.map(([status, codes]) => [errorResponseName(status, codes), errorResponse(codes)]),
  )
}

const errorResponseName = (status: number, codes: readonly string[]) => [status, ...codes].join('.')

const errorResponse = (codes: readonly string[]): Json =>
  jsonBody(codes.map((code) => `\`${code}\``).join(' or '), {
    allOf: [refTo('Error'), { type: 'object', properties: { error: { enum: codes } } }],
  })

const bodyConditions: readonly Condition[] = ['body-unreadable', 'body-not-json', 'body-too-large']

/** Returns all conditions under which an operation responds with an error, except invalid input. */
function conditionsOf(operation: Operation): readonly Condition[] {
  const { access, scope, adminOnly, body, loads, refuses = [], path } = operation
  return [
    ...(access === 'public' ? [] : credentialConditions),
    ...(scope === undefined ? [] : (['scope-missing'] as const)),
    ...(adminOnly === true ? (['admin-only'] as const) : []),
    ...(body === undefined ? [] : bodyConditions),
    ...(loads === undefined ? [] : [loads.missing ?? 'resource-missing']),
    ...refuses,
    ...(worksUnderMaintenance(path) ? [] : (['maintenance'] as const)),
    'crash',
  ]
}

/** Returns the error codes of an operation by status, in rising order of the status. */
function codesByStatus(operation: Operation): ReadonlyMap<number, readonly string[]> {
  const codes = [...new Set(conditionsOf(operation).map((condition) => conditions[condition]))]
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code])
  return new Map([...byStatus].toSorted(([a], [b]) => a - b))
}
