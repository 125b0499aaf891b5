import * as z from 'zod/mini'
import { companyTable, documentQuestions, glossary } from './company-table.ts'
import { isTranscript, type Transcript } from './events.ts'
import type { RecordKind } from './kinds.ts'
import { auditEntry, settings, type StoredSettings } from './records/administration.ts'
import { storedChannel, storedChat } from './records/channel.ts'
import { storedConfirmation } from './records/confirmation.ts'
import { conversation, message } from './records/conversation.ts'
import { storedOrganization } from './records/organization.ts'
import { model, tool } from './records/catalog.ts'
import { storedCredentials, storedConnector } from './records/connector.ts'
import { timestamp } from './records/shared.ts'
import { storedUser } from './records/user.ts'
import { integerWithin, jsonAtMost, label, textWithin } from './operations/fields.ts'
import { boundedBlueprint } from './operations/workflows.ts'
import { ownLimits } from './limits.ts'
import { storedAgent } from './records/agent.ts'
import { storedApiKey } from './records/credentials.ts'
import { storedDocument, storedKnowledgeBase } from './records/knowledge-base.ts'
import { storedMcpServer } from './records/mcp-server.ts'
import { workflowRun } from './records/workflow-run.ts'
import { storedWorkflow } from './records/workflow.ts'

/**
 * The records below have the limits of the platform API. Fixtures, snapshots and the control API
 * add records without that API, and code that uses the records relies on its limits.
 */

const { chunkSize, chunkOverlap, splitChunks, documentCharacters, filename } = ownLimits
const { keyNameLength, runInputs, runOutputs } = ownLimits

const boundedApiKey = z.extend(storedApiKey, { name: textWithin(keyNameLength) })
const boundedAgent = z.extend(storedAgent, { name: label })
const boundedConnector = z.extend(storedConnector, { name: label })
const boundedMcpServer = z.extend(storedMcpServer, { name: label })

const boundedKnowledgeBase = z
  .extend(storedKnowledgeBase, {
    name: label,
    chunk_size: integerWithin(chunkSize),
    chunk_overlap: integerWithin(chunkOverlap),
  })
  .check(
    z.refine(({ chunk_size, chunk_overlap }) => chunk_overlap * 2 <= chunk_size, {
      path: ['chunk_overlap'],
      error: 'It must be at most half of "chunk_size"',
    }),
  )

const boundedDocument = z
  .extend(storedDocument, {
    filename: textWithin(filename),
    chunks: z.array(storedDocument.shape.chunks.def.element).check(z.maxLength(splitChunks)),
  })
  .check(
    // Twice, because each chunk repeats at most half of the previous chunk, and is at least half
    // full.
    z.refine(
      ({ chunks }) =>
        chunks.reduce((sum, { content }) => sum + content.length, 0) <= documentCharacters.max * 2,
      {
        path: ['chunks'],
        error: `They must have at most ${documentCharacters.max * 2} characters together`,
      },
    ),
  )

const boundedWorkflow = z.extend(storedWorkflow, { name: label, blueprint: boundedBlueprint })

const boundedWorkflowRun = z
  .extend(workflowRun, { inputs: workflowRun.shape.inputs.check(jsonAtMost(runInputs)) })
  .check(jsonAtMost(runOutputs * 2))

/** The records that a world starts with, as plain data. */
export const fixture = z.object({
  name: z.string(),
  /** The reference date. A world shifts all dates by the days that have passed since this date. */
  anchored_at: timestamp,
  users: z.array(storedUser),
  api_keys: z.array(boundedApiKey),
  agents: z.array(boundedAgent),
  knowledge_bases: z.array(boundedKnowledgeBase),
  organizations: z.array(storedOrganization),
  connectors: z.array(boundedConnector),
  mcp_servers: z.array(boundedMcpServer),
  channels: z.array(storedChannel),
  /** Chats that a channel can discover. */
  chats: z.array(storedChat),
  documents: z.array(boundedDocument),
  conversations: z.array(conversation),
  messages: z.array(message),
  transcripts: z.array(z.custom<Transcript>(isTranscript, 'It must be a transcript of a turn')),
  /** Confirmations and stored credentials. Only snapshots have them. */
  confirmations: z.optional(z.array(storedConfirmation)),
  credentials: z.optional(z.array(storedCredentials)),
  workflows: z.array(boundedWorkflow),
  workflow_runs: z.array(boundedWorkflowRun),
  audit_log: z.array(auditEntry),
  models: z.array(model),
  tools: z.array(tool),
  /**
   * Fields that a profile adds to records of the contract, by record id, such as the `slug` of an
   * organization.
   */
  kept_fields: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
  settings,
  /** Tables of figures from which agents answer questions; `glossary` translates the questions. */
  tables: z.optional(z.array(companyTable).check(z.maxLength(50))),
  glossary: z.optional(glossary),
  /** Typical questions, by the document and the heading with the answer. */
  questions: z.optional(documentQuestions),
  /** Words in a query that make the fast model of `/api/auto` choose the DAG pipeline. */
  routing: z.object({ dag: z.array(z.string()) }),
  /** The data that `serve` prints at start: users with passwords, and ids of API keys by name. */
  showcase: z.object({
    users: z.array(z.object({ email: z.string(), password: z.string() })),
    keys: z.record(z.string(), z.string()),
  }),
})

/** A complete fixture: every record with its id and all its fields. */
export interface Fixture extends z.output<typeof fixture> {}

/** A record of a kind as a world stores it. */
export type RecordOf<Kind extends RecordKind> = Kind extends 'settings'
  ? StoredSettings
  : NonNullable<Fixture[Exclude<Kind, 'settings'>]>[number]
