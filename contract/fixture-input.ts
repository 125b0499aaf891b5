import * as z from 'zod/mini'
import { strictMap } from './explain-issues.ts'
import { fixture } from './fixture.ts'
import { connectorAction } from './records/connector.ts'
import { memberRole } from './records/organization.ts'
import { timestamp } from './records/shared.ts'

/** Makes all fields of a record optional. */
const optional = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, z.optional(field)]),
  ) as unknown as { [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]> }

const { shape } = fixture

type ListOf<Shape extends z.core.$ZodShape> = z.ZodMiniArray<z.ZodMiniObject<Shape>>

/** Declares the records of a kind: all fields are optional; `own` replaces or adds fields. */
const records = <Shape extends z.core.$ZodShape, Own extends z.core.$ZodShape>(
  list: ListOf<Shape>,
  own: Own,
) => {
  const fields = { ...optional(list.def.element.shape), ...own }
  return z.optional(z.array(strictMap(fields as Omit<typeof fields, keyof Own> & Own)))
}

/** Declares the records of a kind like `records`, but with a required name. */
const named = <Shape extends { readonly name: z.ZodMiniType }, Own extends z.core.$ZodShape>(
  list: ListOf<Shape>,
  own: Own,
) => records(list, { name: list.def.element.shape.name as Shape['name'], ...own })

const text = z.string().check(z.minLength(1, 'It needs some text'))
const owner = z.optional(z.string())
/** The name or id of the organization that a record is shared with. */
const organization = z.optional(z.string())
const names = z.optional(z.array(z.string()))

const newDocument = strictMap({
  filename: shape.documents.def.element.shape.filename,
  content: z.string(),
  id: z.optional(z.string()),
  created_at: z.optional(timestamp),
})

const newMessage = strictMap({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  created_at: z.optional(timestamp),
})

const member = strictMap({
  email: z.optional(z.string()),
  user_id: z.optional(z.string()),
  role: z.optional(memberRole),
  joined_at: z.optional(timestamp),
})

const action = strictMap({
  ...optional(connectorAction.shape),
  name: z.string(),
  method: connectorAction.shape.method,
  path: z.string(),
})

/**
 * A fixture as people write it, with only the fields that they need. `readFixture` adds the
 * missing fields. A complete fixture is valid, too.
 */
export const fixtureInput = strictMap({
  /** The URL or path of the file's JSON Schema, for editors. */
  $schema: z.optional(z.string()),
  name: z.optional(z.string()),
  anchored_at: z.optional(timestamp),
  users: records(shape.users, { email: text, password: text }),
  api_keys: named(shape.api_keys, { owner }),
  agents: named(shape.agents, {
    owner,
    organization,
    knowledge_bases: names,
    connectors: names,
    mcp_servers: names,
  }),
  knowledge_bases: named(shape.knowledge_bases, {
    owner,
    organization,
    documents: z.optional(z.array(newDocument)),
  }),
  conversations: records(shape.conversations, {
    owner,
    agent: z.optional(z.string()),
    knowledge_bases: names,
    messages: z.optional(z.array(newMessage)),
  }),
  organizations: named(shape.organizations, { members: z.optional(z.array(member)) }),
  connectors: named(shape.connectors, {
    owner,
    organization,
    actions: z.optional(z.array(action)),
  }),
  mcp_servers: named(shape.mcp_servers, { owner, organization }),
  channels: named(shape.channels, {
    type: shape.channels.def.element.shape.type,
    owner,
    organization,
  }),
  workflows: named(shape.workflows, { owner, organization }),
  models: named(shape.models, {}),
  tools: z.optional(shape.tools),
  settings: z.optional(strictMap(optional(shape.settings.shape))),
  routing: z.optional(shape.routing),
  tables: shape.tables,
  glossary: shape.glossary,
  questions: shape.questions,
  showcase: z.optional(shape.showcase),
  kept_fields: shape.kept_fields,
  // These kinds are rarely written by hand, so only complete records are accepted.
  chats: z.optional(shape.chats),
  documents: z.optional(shape.documents),
  messages: z.optional(shape.messages),
  transcripts: z.optional(shape.transcripts),
  confirmations: shape.confirmations,
  credentials: shape.credentials,
  workflow_runs: z.optional(shape.workflow_runs),
  audit_log: z.optional(shape.audit_log),
})

/** A fixture as people write it: names instead of ids, and only the fields that they need. */
export type FixtureInput = z.input<typeof fixtureInput>
