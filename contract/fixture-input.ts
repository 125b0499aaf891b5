import * as z from 'zod/mini'
import { strictMap } from './explain-issues.ts'
import { fixture } from './fixture.ts'
import { mapFields } from './json.ts'
import { connectorAction } from './records/connector.ts'
import { memberRole } from './records/organization.ts'
import { timestamp } from './records/shared.ts'

/** Makes all fields of a record optional. */
const optionalFields = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  mapFields(shape, (field) => z.optional(field)) as unknown as {
    [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]>
  }

const { shape } = fixture

type ListOf<Shape extends z.core.$ZodShape> = z.ZodMiniArray<z.ZodMiniObject<Shape>>

/** Declares a list of records whose fields are all optional; `own` replaces or adds fields. */
const recordList = <Shape extends z.core.$ZodShape, Own extends z.core.$ZodShape>(
  list: ListOf<Shape>,
  own: Own,
) => {
  const fields = { ...optionalFields(list.def.element.shape), ...own }
  return z.optional(z.array(strictMap(fields as Omit<typeof fields, keyof Own> & Own)))
}

/** Declares a list like `recordList`, but the name of each record is required. */
const namedRecordList = <
  Shape extends { readonly name: z.ZodMiniType },
  Own extends z.core.$ZodShape,
>(
  list: ListOf<Shape>,
  own: Own,
) => recordList(list, { name: list.def.element.shape.name as Shape['name'], ...own })

const text = z.string().check(z.minLength(1, 'It needs some text'))
const ownerReference = z.optional(z.string())
/** The name or id of the organization that a record is shared with. */
const organizationReference = z.optional(z.string())
const nameList = z.optional(z.array(z.string()))
const sharing = { owner: ownerReference, organization: organizationReference }

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

const memberInput = strictMap({
  email: z.optional(z.string()),
  user_id: z.optional(z.string()),
  role: z.optional(memberRole),
  joined_at: z.optional(timestamp),
})

const actionInput = strictMap({
  ...optionalFields(connectorAction.shape),
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
  users: recordList(shape.users, { email: text, password: text }),
  api_keys: namedRecordList(shape.api_keys, { owner: ownerReference }),
  agents: namedRecordList(shape.agents, {
    ...sharing,
    knowledge_bases: nameList,
    connectors: nameList,
    mcp_servers: nameList,
  }),
  knowledge_bases: namedRecordList(shape.knowledge_bases, {
    ...sharing,
    documents: z.optional(z.array(newDocument)),
  }),
  conversations: recordList(shape.conversations, {
    owner: ownerReference,
    agent: z.optional(z.string()),
    knowledge_bases: nameList,
    messages: z.optional(z.array(newMessage)),
  }),
  organizations: namedRecordList(shape.organizations, {
    members: z.optional(z.array(memberInput)),
  }),
  connectors: namedRecordList(shape.connectors, {
    ...sharing,
    actions: z.optional(z.array(actionInput)),
  }),
  mcp_servers: namedRecordList(shape.mcp_servers, {
    ...sharing,
  }),
  channels: namedRecordList(shape.channels, {
    type: shape.channels.def.element.shape.type,
    owner: ownerReference,
    organization: organizationReference,
  }),
  workflows: namedRecordList(shape.workflows, {
    ...sharing,
  }),
  models: namedRecordList(shape.models, {}),
  tools: z.optional(shape.tools),
  settings: z.optional(strictMap(optionalFields(shape.settings.shape))),
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
