import * as z from 'zod/mini';
import { isTranscript } from './events.js';
import { storedAgent } from './records/agent.js';
import { storedApiKey } from './records/api-key.js';
import { auditEntry } from './records/audit-entry.js';
import { chat, storedChannel } from './records/channel.js';
import { storedConfirmation } from './records/confirmation.js';
import { storedConnector } from './records/connector.js';
import { conversation, message } from './records/conversation.js';
import { storedDocument, storedKnowledgeBase } from './records/knowledge-base.js';
import { storedMcpServer } from './records/mcp-server.js';
import { storedOrganization } from './records/organization.js';
import { model } from './records/model.js';
import { storedCredentials } from './records/own-credentials.js';
import { settings } from './records/settings.js';
import { timestamp } from './records/timestamp.js';
import { tool } from './records/tool.js';
import { storedUser } from './records/user.js';
import { workflowRun } from './records/workflow-run.js';
import { storedWorkflow } from './records/workflow.js';
/** What a world starts from: every record of a small company, as plain data. */
export const fixture = z.object({
    name: z.string(),
    /** The moment its dates were made for; a world shifts them by whole days to its own present. */
    anchored_at: timestamp,
    users: z.array(storedUser),
    api_keys: z.array(storedApiKey),
    agents: z.array(storedAgent),
    knowledge_bases: z.array(storedKnowledgeBase),
    organizations: z.array(storedOrganization),
    connectors: z.array(storedConnector),
    mcp_servers: z.array(storedMcpServer),
    channels: z.array(storedChannel),
    /** The chats that a channel can discover. */
    chats: z.array(chat),
    documents: z.array(storedDocument),
    conversations: z.array(conversation),
    messages: z.array(message),
    transcripts: z.array(z.custom(isTranscript, 'is no transcript of a turn')),
    /** Approvals that were asked for, and what users stored for connectors: in snapshots alone. */
    confirmations: z.optional(z.array(storedConfirmation)),
    credentials: z.optional(z.array(storedCredentials)),
    workflows: z.array(storedWorkflow),
    workflow_runs: z.array(workflowRun),
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
});
