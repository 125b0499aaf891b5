import type * as z from 'zod/mini'
import { choiceIds, choices } from '../choices.ts'
import type { Operation } from '../operations/operation.ts'
import { operationIds, operations, type OperationId } from '../operations.ts'
import { conditionsOf, sharedErrorResponses, toResponses } from './responses.ts'
import { type Json, namedSchemas, toSchema } from './schemas.ts'

/**
 * The contract as an OpenAPI 3.1 document: every operation of the fake with its parameters, bodies
 * and responses, as in the default profile. `x-choices` at an operation lists the choices that
 * change its responses; `x-choices` at the root lists those that change any response.
 *
 * @example
 * await writeFile('openapi.json', JSON.stringify(openApi()))
 */
export function openApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent Platform REST API',
      version: '0.8.0',
      description:
        'Describes what the specification requires, and for its gaps what Understudy does.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [...new Set(operationIds.map(tagOf))].map((name) => ({ name })),
    paths: pathItems(),
    components: {
      schemas: namedSchemas(),
      responses: sharedErrorResponses(operationIds.map((id) => operations[id])),
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

function pathItems(): Json {
  const byPath = Map.groupBy(operationIds, (id) => operations[id].path)
  return Object.fromEntries(
    [...byPath].map(([path, ids]) => [
      path,
      Object.fromEntries(
        ids.map((id) => [operations[id].method.toLowerCase(), toOpenApiOperation(id)]),
      ),
    ]),
  )
}

function toOpenApiOperation(id: OperationId): Json {
  const operation = operations[id]
  const parameters = [...pathParameters(operation), ...queryParameters(operation)]
  const { body, clause } = operation
  const choicesHere = choicesAt(id)
  return {
    operationId: id,
    tags: [tagOf(id)],
    ...(clause === undefined ? {} : { 'x-section': clause }),
    security: securityOf(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: toResponses(operation),
    ...(choicesHere.length === 0 ? {} : { 'x-choices': choicesHere }),
  }
}

/** The first word of the id. */
const tagOf = (id: OperationId): string => id.split('.')[0] ?? id

/** The choices that change responses of this operation, without those that change any response. */
function choicesAt(id: OperationId): readonly string[] {
  const operation = operations[id]
  const conditions = new Set<string>(conditionsOf(operation))
  if (operation.body !== undefined || operation.query !== undefined) conditions.add('invalid')
  const streamsTurn = operation.answer === 'stream' && operation.events === undefined
  return choiceIds.filter((choice) => {
    const { shows } = choices[choice]
    return (
      shows.endpoints?.includes(id) ||
      shows.replies?.includes(operation.answer) ||
      shows.conditions?.some((condition) => conditions.has(condition)) ||
      (streamsTurn && shows.events !== undefined)
    )
  })
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
