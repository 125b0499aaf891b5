import * as z from 'zod/mini'
import * as administration from '../records/administration.ts'
import * as agent from '../records/agent.ts'
import * as catalog from '../records/catalog.ts'
import * as channel from '../records/channel.ts'
import * as confirmation from '../records/confirmation.ts'
import * as connector from '../records/connector.ts'
import * as conversation from '../records/conversation.ts'
import * as credentials from '../records/credentials.ts'
import * as knowledgeBase from '../records/knowledge-base.ts'
import * as mcpServer from '../records/mcp-server.ts'
import * as organization from '../records/organization.ts'
import * as portal from '../records/portal.ts'
import * as shared from '../records/shared.ts'
import * as user from '../records/user.ts'
import * as workflow from '../records/workflow.ts'
import * as workflowRun from '../records/workflow-run.ts'
import { eventData } from '../events.ts'
import { mapFields } from '../json.ts'
import { capitalize } from '../capitalize.ts'

export type Json = { readonly [member: string]: unknown }

const recordModules = [
  administration,
  agent,
  catalog,
  channel,
  confirmation,
  connector,
  conversation,
  credentials,
  knowledgeBase,
  mcpServer,
  organization,
  portal,
  shared,
  user,
  workflow,
  workflowRun,
]

/** The error envelope (7). */
const errorBody = z.object({
  success: z.literal(false),
  /** The error code, for programs. */
  error: z.string(),
  /** A sentence for people. */
  message: z.string(),
})

/** The validation error body (2.4). */
const validationBody = z.object({
  detail: z.array(
    z.object({
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      type: z.string(),
      input: z.optional(z.unknown()),
      ctx: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
})

const refTo = (name: string) => `#/components/schemas/${name}`

/** Converts a name to the name of a component: `apiKey` and `api-key` become `ApiKey`. */
const toPascalCase = (name: string): string => name.split(/[-_.]/).map(capitalize).join('')

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1

/** Every schema that is a named component: response records, event payloads and error bodies. */
const namedComponents: readonly (readonly [name: string, schema: z.ZodMiniType])[] = [
  ...recordModules
    // Sorted, because bundlers reorder the exports of a module.
    .flatMap((exported) => Object.entries(exported as Record<string, unknown>).toSorted(byName))
    .filter((entry): entry is [string, z.ZodMiniType] => isSchema(entry[1]))
    // Stored records never appear in a response, and a date needs no component.
    .filter(([name]) => !name.startsWith('stored') && name !== 'timestamp')
    .map(([name, schema]) => [toPascalCase(name), schema] as const),
  ...Object.entries(eventData).map(([name, data]) => [`${toPascalCase(name)}Event`, data] as const),
  ['Error', errorBody],
  ['ValidationError', validationBody],
]

const componentNames = new Map(namedComponents.map(([name, schema]) => [schema, name]))

/** Options for JSON Schema: no safe-integer bounds, and a `format` instead of a date pattern. */
const openApi31Options = {
  io: 'input',
  unrepresentable: 'any',
  override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    delete jsonSchema.propertyNames
    if (/^(date|uuid)$/.test(jsonSchema.format ?? '')) delete jsonSchema.pattern
    if (jsonSchema.pattern?.startsWith(String.raw`^\d{4}-\d\d-\d\d`) !== true) return
    delete jsonSchema.pattern
    jsonSchema.format = 'date-time'
  },
} as const

/** Returns the named schemas as JSON Schema 2020-12, by name. */
export function namedSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [name, schema] of namedComponents) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, { ...openApi31Options, uri: refTo })
  return mapFields(schemas, withoutIdentifiers)
}

/** Converts a schema to JSON Schema; a named schema becomes a reference. */
export function toSchema(schema: z.ZodMiniType): Json {
  const name = componentNames.get(schema)
  return name === undefined
    ? withoutIdentifiers(z.toJSONSchema(schema, openApi31Options))
    : { $ref: refTo(name) }
}

function withoutIdentifiers({ $schema: _dialect, $id: _id, ...schema }: Json): Json {
  return schema
}
