import type * as z from 'zod/mini'
import { answeredRecords } from '../answered-records.ts'
import type { Endpoint } from '../operations/operation.ts'
import { eventData } from '../events.ts'
import type { OperationWithInput } from '../operations.ts'
import { runEventData } from '../records/workflow-run.ts'
import { codesByStatus } from './errors.ts'
import { type Json, toSchema } from './schemas.ts'

/** The answers of an operation by status: its success, then its refusals. */
export function toResponses(endpoint: OperationWithInput): Json {
  const { status = endpoint.reply === 'empty' ? 204 : 200 } = endpoint
  const refusals = [...codesByStatus(endpoint)].map(([code, codes]) => [
    code,
    { $ref: `#/components/responses/${refusalName(code, codes)}` },
  ])
  const isValidated = endpoint.body !== undefined || endpoint.query !== undefined
  return {
    [status]: successes[endpoint.reply](endpoint),
    ...Object.fromEntries(refusals),
    ...(isValidated ? { 422: json('Input that fails validation', refTo('ValidationError')) } : {}),
  }
}

const successes: { readonly [Reply in Endpoint['reply']]: (endpoint: Endpoint) => Json } = {
  page: (endpoint) => json('A page of the list', pageOf(carried(endpoint))),
  envelope: (endpoint) => json('The success envelope', envelopeAround(carried(endpoint))),
  record: (endpoint) => json('The record', carried(endpoint)),
  session: (endpoint) => json('Tokens, and whose they are', carried(endpoint)),
  'created-key': (endpoint) =>
    json('The record, with the full value of the key this once', withKey(carried(endpoint))),
  empty: () => ({ description: 'Done; there is nothing to say' }),
  download: () => ({
    description: 'A file',
    headers: { 'content-disposition': { schema: { type: 'string' } } },
    content: { '*/*': { schema: { type: 'string' } } },
  }),
  stream: ({ events, record }) => ({
    description: framing,
    content: {
      'text/event-stream': {
        schema: { type: 'string' },
        'x-events': payloadsOf(events === 'run' ? runEventData : eventData),
      },
      // What is asked of a stream may be answered about it.
      ...(record === undefined
        ? {}
        : { 'application/json': { schema: envelopeAround(toSchema(answeredRecords[record])) } }),
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
const payloadsOf = (events: Readonly<Record<string, z.ZodMiniType>>): Json =>
  Object.fromEntries(Object.entries(events).map(([name, data]) => [name, toSchema(data)]))

const json = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})

const carried = ({ record }: Endpoint): Json =>
  record === undefined ? {} : toSchema(answeredRecords[record])

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

const withKey = (record: Json): Json => ({
  allOf: [record, { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] }],
})

/** Refusals differ by their status and codes alone, so operations share them. */
export function sharedErrorResponses(endpoints: readonly OperationWithInput[]): Json {
  const all = endpoints.flatMap((endpoint) => [...codesByStatus(endpoint)])
  return Object.fromEntries(
    all.map(([status, codes]) => [refusalName(status, codes), refusal(codes)]),
  )
}

const refusalName = (status: number, codes: readonly string[]) => [status, ...codes].join('.')

const refusal = (codes: readonly string[]): Json =>
  json(codes.map((code) => `\`${code}\``).join(' or '), {
    allOf: [refTo('Error'), { type: 'object', properties: { error: { enum: codes } } }],
  })
