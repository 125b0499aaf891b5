import * as z from 'zod/mini'
import { strictMap } from './explain-issues.ts'
import { fixture } from './fixture.ts'
import { model as storedModel } from './records/catalog.ts'
import { connectorAction } from './records/connector.ts'
import { memberRole } from './records/organization.ts'
import { timestamp } from './records/shared.ts'

/** The fields of a record, each of which may be left out. */
const optional = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, z.optional(field)]),
  ) as unknown as { [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]> }

const { shape } = fixture
const recordFields = <Shape extends z.core.$ZodShape>(
  list: z.ZodMiniArray<z.ZodMiniObject<Shape>>,
) => optional(list.def.element.shape)

const text = z.string().check(z.minLength(1, 'It needs some text'))
const owner = z.optional(z.string())
const names = z.optional(z.array(z.string()))

const user = strictMap({ ...recordFields(shape.users), email: text, password: text })

const apiKey = strictMap({
  ...recordFields(shape.api_keys),
  name: shape.api_keys.def.element.shape.name,
  owner,
})

const agent = strictMap({
  ...recordFields(shape.agents),
  name: shape.agents.def.element.shape.name,
  owner,
  knowledge_bases: names,
  connectors: names,
  mcp_servers: names,
})

const newDocument = strictMap({
  filename: shape.documents.def.element.shape.filename,
  content: z.string(),
  id: z.optional(z.string()),
  created_at: z.optional(timestamp),
})

const knowledgeBase = strictMap({
  ...recordFields(shape.knowledge_bases),
  name: shape.knowledge_bases.def.element.shape.name,
  owner,
  documents: z.optional(z.array(newDocument)),
})

const newMessage = strictMap({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  created_at: z.optional(timestamp),
})

const conversation = strictMap({
  ...recordFields(shape.conversations),
  owner,
  agent: z.optional(z.string()),
  knowledge_bases: names,
  messages: z.optional(z.array(newMessage)),
})

const member = strictMap({
  email: z.optional(z.string()),
  user_id: z.optional(z.string()),
  role: z.optional(memberRole),
  joined_at: z.optional(timestamp),
})

const organization = strictMap({
  ...recordFields(shape.organizations),
  name: z.string(),
  members: z.optional(z.array(member)),
})

const action = strictMap({
  ...optional(connectorAction.shape),
  name: z.string(),
  method: connectorAction.shape.method,
  path: z.string(),
})

const connector = strictMap({
  ...recordFields(shape.connectors),
  name: shape.connectors.def.element.shape.name,
  owner,
  actions: z.optional(z.array(action)),
})

const mcpServer = strictMap({
  ...recordFields(shape.mcp_servers),
  name: shape.mcp_servers.def.element.shape.name,
  owner,
})

const channel = strictMap({
  ...recordFields(shape.channels),
  name: z.string(),
  type: shape.channels.def.element.shape.type,
  owner,
})

const workflow = strictMap({
  ...recordFields(shape.workflows),
  name: shape.workflows.def.element.shape.name,
  owner,
})

const model = strictMap({ ...optional(storedModel.shape), name: z.string() })

/**
 * A fixture as people write it: only what matters to them. `readFixture` adds the rest. A complete
 * fixture is valid, too.
 */
export const fixtureInput = strictMap({
  /** The schema of the file, for editors. */
  $schema: z.optional(z.string()),
  name: z.optional(z.string()),
  anchored_at: z.optional(timestamp),
  users: z.optional(z.array(user)),
  api_keys: z.optional(z.array(apiKey)),
  agents: z.optional(z.array(agent)),
  knowledge_bases: z.optional(z.array(knowledgeBase)),
  conversations: z.optional(z.array(conversation)),
  organizations: z.optional(z.array(organization)),
  connectors: z.optional(z.array(connector)),
  mcp_servers: z.optional(z.array(mcpServer)),
  channels: z.optional(z.array(channel)),
  workflows: z.optional(z.array(workflow)),
  models: z.optional(z.array(model)),
  tools: z.optional(shape.tools),
  settings: z.optional(strictMap(optional(shape.settings.shape))),
  routing: z.optional(shape.routing),
  showcase: z.optional(shape.showcase),
  kept_fields: shape.kept_fields,
  // Records that are rarely written by hand: complete ones only.
  chats: z.optional(shape.chats),
  documents: z.optional(shape.documents),
  messages: z.optional(shape.messages),
  transcripts: z.optional(shape.transcripts),
  confirmations: shape.confirmations,
  credentials: shape.credentials,
  workflow_runs: z.optional(shape.workflow_runs),
  audit_log: z.optional(shape.audit_log),
})

export type FixtureInput = z.input<typeof fixtureInput>

/** The JSON Schema of fixture files, for completion and hover texts in editors. */
export const fixtureSchema = (): z.core.JSONSchema.JSONSchema => ({
  ...z.toJSONSchema(fixtureInput, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // A file may have dates in a shorter form; reading it completes them.
      if (zodSchema === timestamp) delete jsonSchema.pattern
    },
  }),
  title: 'The data of a fake platform: users, agents, knowledge bases and more',
})
