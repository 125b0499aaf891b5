import type * as z from 'zod/mini'
import { choiceIds, choices } from '../choices.ts'
import type { ShownBy } from '../choices/choice.ts'
import type { Operation } from '../operations/operation.ts'
import { operationIds, operations, type OperationId } from '../operations.ts'
import { conditionsOf, sharedErrorResponses, toResponses } from './responses.ts'
import { exampleId } from '../sample.ts'
import { exampleWriter } from './examples.ts'
import { type Json, namedSchemas, toSchema } from './schemas.ts'
import { summaries, tagDescriptions } from './summaries.ts'

/** An operation that a profile declares. */
type OwnOperation = {
  readonly family: string
  readonly row: Operation
  /** The field of the form that has the file, if it is an upload. */
  readonly fileField?: string
  /** Set if it answers from a template. */
  readonly isTemplate?: true
}

/**
 * The contract as an OpenAPI 3.1 document: every operation of the fake with its parameters, bodies
 * and responses, as in the default profile. `x-choices` at an operation lists the choices that
 * change its responses; `x-choices` at the root lists those that change any response. `own` are
 * operations of a profile, which come after those of the contract.
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

/** Understudy where `serve` starts it, one of its worlds, and a deployment. */
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

/** Responses, or a request body in such an object, with an example of each content. */
const withExamples = (holders: Json, write: Examples['request']): Json =>
  Object.fromEntries(
    Object.entries(holders as Contents).map(([name, holder]) => [
      name,
      holder.content === undefined ? holder : { ...holder, content: write(holder.content) },
    ]),
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
    ...describe(operation),
    ...(choicesHere.length === 0 ? {} : { 'x-choices': choicesHere }),
  }
}

function toOwnOperation({ family, row, fileField, isTemplate }: OwnOperation): Json {
  const words = row.path.match(/\w+/g) ?? []
  return {
    operationId: [family, row.method.toLowerCase(), ...words].join('.'),
    summary: `${row.method} ${row.path}, of the family ${family} of the profile`,
    tags: [family],
    ...describe(row),
    ...(isTemplate === true && { 'x-template': true }),
    ...(fileField === undefined ? {} : { requestBody: formBody(fileField, row.body) }),
  }
}

/** The part of an operation that its row has. */
function describe(operation: Operation): Json {
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

/** The first word of the id. */
const tagOf = (id: OperationId): string => id.split('.')[0] ?? id

/** The choices that change responses of this operation, without those that change any response. */
function choicesAt(id: OperationId): readonly string[] {
  const operation = operations[id]
  const conditions = new Set<string>(conditionsOf(operation))
  if (operation.body !== undefined || operation.query !== undefined) conditions.add('invalid')
  const streamsTurn = operation.answer === 'stream' && operation.events === undefined
  const isShownBy = (shows: ShownBy) =>
    shows.endpoints?.includes(id) ||
    shows.replies?.includes(operation.answer) ||
    shows.conditions?.some((condition) => conditions.has(condition)) ||
    (streamsTurn && shows.events !== undefined)
  return choiceIds.filter((choice) => [choices[choice].shows].flat().some(isShownBy))
}

function securityOf({ access, scope }: Operation): readonly Json[] {
  if (access === 'public') return []
  const bearer = { bearerAuth: scope === undefined ? [] : [scope] }
  // The field `token` of the body may replace the header.
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
