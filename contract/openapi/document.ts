import { choiceIds, choices } from '../choices.ts'
import type { Endpoint } from '../operations/operation.ts'
import {
  operationIds,
  operations,
  operationAt,
  type OperationId,
  type OperationWithInput,
} from '../operations.ts'
import { sharedErrorResponses, toResponses } from './responses.ts'
import { type Json, namedSchemas, toSchema } from './schemas.ts'
import type * as z from 'zod/mini'
import { conditionsOf } from './errors.ts'

/**
 * The contract as OpenAPI 3.1: every operation that the fake plays, with what it takes and answers
 * where a deployment follows the specification. `x-choices` names the points at which deployments
 * differ, at the operations that show them; those at the root show at all.
 */
export function openApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent Platform REST API',
      version: '0.8.0',
      description:
        'What the specification commits to, and where it is silent, what Understudy plays.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [...new Set(operationIds.map(tagOf))].map((name) => ({ name })),
    paths: pathItems(),
    components: {
      schemas: namedSchemas(),
      responses: sharedErrorResponses(operationIds.map(operationAt)),
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
      Object.fromEntries(ids.map((id) => [methodOf(operations[id]), toOpenApiOperation(id)])),
    ]),
  )
}

const methodOf = ({ method }: Endpoint) => method.toLowerCase()

/** One operation as OpenAPI has it. */
function toOpenApiOperation(id: OperationId): Json {
  const endpoint = operationAt(id)
  const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint)]
  const { body, section } = endpoint
  const choosable = choicesAt(id)
  return {
    operationId: id,
    tags: [tagOf(id)],
    ...(section === '-' ? {} : { 'x-section': section }),
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: toResponses(endpoint),
    ...(choosable.length === 0 ? {} : { 'x-choices': choosable }),
  }
}

/** The family of an operation: the first word of its id. */
const tagOf = (id: OperationId): string => id.split('.')[0] ?? id

/** The choices that show at an operation; those that show anywhere are not repeated at each. */
function choicesAt(id: OperationId): readonly string[] {
  const endpoint = operationAt(id)
  const conditions = new Set<string>(conditionsOf(endpoint))
  if (endpoint.body !== undefined || endpoint.query !== undefined) conditions.add('invalid')
  const tellsTurn = endpoint.reply === 'stream' && endpoint.events === undefined
  return choiceIds.filter((choice) => {
    const { shows } = choices[choice]
    return (
      shows.endpoints?.includes(id) ||
      shows.replies?.includes(endpoint.reply) ||
      shows.conditions?.some((condition) => conditions.has(condition)) ||
      (tellsTurn && shows.events !== undefined)
    )
  })
}

function securityOf({ access, scope }: Endpoint): readonly Json[] {
  if (access === 'public') return []
  const bearer = { bearerAuth: scope === undefined || scope === 'unlisted' ? [] : [scope] }
  // The field `token` of the body may stand in for the header.
  return access === 'token-in-body' ? [bearer, {}] : [bearer]
}

const pathParameters = ({ path }: Endpoint): readonly Json[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters({ query }: OperationWithInput): readonly Json[] {
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
