import type * as z from 'zod/mini'
import { choiceIds, choices } from '../choices.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { EndpointId } from '../endpoints.ts'
import { type Operation, operationAt } from '../inputs.ts'
import { conditionsOf } from './errors.ts'
import { responsesOf } from './responses.ts'
import { type Json, toSchema } from './schemas.ts'

/** One operation as OpenAPI has it. */
export function operationOf(id: EndpointId): Json {
  const endpoint = operationAt(id)
  const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint)]
  const { body, section } = endpoint
  const choosable = choicesAt(id)
  return {
    operationId: id,
    tags: [familyOf(id)],
    ...(section === '-' ? {} : { 'x-section': section }),
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: responsesOf(endpoint),
    ...(choosable.length === 0 ? {} : { 'x-choices': choosable }),
  }
}

/** The family of an operation: the first word of its id. */
export const familyOf = (id: EndpointId): string => id.split('.')[0] ?? id

/** The choices that show at an operation; those that show anywhere are not repeated at each. */
function choicesAt(id: EndpointId): readonly string[] {
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
