import * as z from 'zod/mini'
import { isTranscript, type Transcript } from './events.ts'
import { auditEntry } from './records/audit-entry.ts'
import {
  boundedAgent,
  boundedApiKey,
  boundedConnector,
  boundedDocument,
  boundedKnowledgeBase,
  boundedMcpServer,
  boundedWorkflow,
  boundedWorkflowRun,
} from './record-bounds.ts'
import { chat, storedChannel } from './records/channel.ts'
import { storedConfirmation } from './records/confirmation.ts'
import { conversation, message } from './records/conversation.ts'
import { storedOrganization } from './records/organization.ts'
import { model } from './records/model.ts'
import { storedCredentials } from './records/own-credentials.ts'
import { settings } from './records/settings.ts'
import { timestamp } from './records/timestamp.ts'
import { tool } from './records/tool.ts'
import { storedUser } from './records/user.ts'

/** What a world starts from: every record of a small company, as plain data. */
export const fixture = z.object({
  name: z.string(),
  /** The moment its dates were made for; a world shifts them by whole days to its own present. */
  anchored_at: timestamp,
  users: z.array(storedUser),
  api_keys: z.array(boundedApiKey),
  agents: z.array(boundedAgent),
  knowledge_bases: z.array(boundedKnowledgeBase),
  organizations: z.array(storedOrganization),
  connectors: z.array(boundedConnector),
  mcp_servers: z.array(boundedMcpServer),
  channels: z.array(storedChannel),
  /** The chats that a channel can discover. */
  chats: z.array(chat),
  documents: z.array(boundedDocument),
  conversations: z.array(conversation),
  messages: z.array(message),
  transcripts: z.array(z.custom<Transcript>(isTranscript, 'is no transcript of a turn')),
  /** Approvals that were asked for, and what users stored for connectors: in snapshots alone. */
  confirmations: z.optional(z.array(storedConfirmation)),
  credentials: z.optional(z.array(storedCredentials)),
  workflows: z.array(boundedWorkflow),
  workflow_runs: z.array(boundedWorkflowRun),
  audit_log: z.array(auditEntry),
  models: z.array(model),
  tools: z.array(tool),
  settings,
  /** Words in a query that make the fast model of `/api/auto` choose the DAG pipeline. */
  routing: z.object({ dag: z.array(z.string()) }),
  /** What `serve` prints at start: who may sign in, and the ids of the keys worth showing. */
  showcase: z.object({
    users: z.array(z.object({ email: z.string(), password: z.string() })),
    keys: z.record(z.string(), z.string()),
  }),
})

export type Fixture = z.infer<typeof fixture>
