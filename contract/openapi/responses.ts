import type * as z from 'zod/mini'
import type { Operation } from '../operations/operation.ts'
import {
  type Condition,
  conditions,
  credentialConditions,
  errorCodes,
  worksUnderMaintenance,
} from '../errors.ts'
import { eventData } from '../events.ts'
import { runEventData } from '../records/workflow-run.ts'
import { type Json, toSchema } from './schemas.ts'

/** The responses of an operation by status: its success, then its errors. */
export function toResponses(operation: Operation): Json {
  const { status = operation.answer === 'empty' ? 204 : 200 } = operation
  const errors = [...codesByStatus(operation)].map(([code, codes]) => [
    code,
    { $ref: `#/components/responses/${errorResponseName(code, codes)}` },
  ])
  const isValidated = operation.body !== undefined || operation.query !== undefined
  return {
    [status]: successes[operation.answer](operation),
    ...Object.fromEntries(errors),
    ...(isValidated ? { 422: json('Input that fails validation', refTo('ValidationError')) } : {}),
  }
}

const successes: { readonly [Kind in Operation['answer']]: (operation: Operation) => Json } = {
  page: (operation) => json('A page of the list', pageOf(carried(operation))),
  envelope: (operation) => json('The success envelope', envelopeAround(carried(operation))),
  record: (operation) => json('The record', carried(operation)),
  session: (operation) => json('Tokens and their users', carried(operation)),
  'created-key': (operation) =>
    json(
      'The record and the full value of the key, which is not shown again',
      withKey(carried(operation)),
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
          : { 'x-events': payloadsOf(events === 'run' ? runEventData : eventData) }),
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
const payloadsOf = (events: Readonly<Record<string, z.ZodMiniType>>): Json =>
  Object.fromEntries(Object.entries(events).map(([name, data]) => [name, toSchema(data)]))

const json = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})

const carried = ({ record }: Operation): Json => (record === undefined ? {} : toSchema(record))

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

/** The error responses that operations share, by name: they differ only by status and codes. */
export function sharedErrorResponses(operations: readonly Operation[]): Json {
  const all = operations.flatMap((operation) => [...codesByStatus(operation)])
  return Object.fromEntries(
    all.map(([status, codes]) => [errorResponseName(status, codes), errorResponse(codes)]),
  )
}

const errorResponseName = (status: number, codes: readonly string[]) => [status, ...codes].join('.')

const errorResponse = (codes: readonly string[]): Json =>
  json(codes.map((code) => `\`${code}\``).join(' or '), {
    allOf: [refTo('Error'), { type: 'object', properties: { error: { enum: codes } } }],
  })

const bodyConditions: readonly Condition[] = ['body-unreadable', 'body-not-json', 'body-too-large']

/** Every condition under which an operation responds with an error, apart from invalid input. */
export function conditionsOf(operation: Operation): readonly Condition[] {
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

/** The error codes of an operation by status, in rising order. */
function codesByStatus(operation: Operation): ReadonlyMap<number, readonly string[]> {
  const codes = [...new Set(conditionsOf(operation).map((condition) => conditions[condition]))]
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code])
  return new Map([...byStatus].toSorted(([a], [b]) => a - b))
}
