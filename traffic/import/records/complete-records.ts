import type { JsonObject } from '../../../contract/json.ts'
import { newRecords } from '../../../contract/new-records.ts'
import { shortId } from './fit-fields.ts'
import type { ImportedKind } from './kinds.ts'
import type { Knowledge } from './knowledge.ts'
import type { KnownRecord } from './record-store.ts'
import { piecesOf } from './texts.ts'

type Complement = (record: KnownRecord, known: Knowledge, notes: string[]) => JsonObject

const dated = ({ latest }: Knowledge) => new Date(latest).toISOString()

const named: Complement = ({ id, fields }) => ({ name: `Imported ${shortId(id)}`, ...fields })

/** Adds what the recordings lack and a fixture needs. */
export const complements: Readonly<Record<Exclude<ImportedKind, 'actions'>, Complement>> = {
  users: ({ fields }) => ({ ...fields, password: 'set later' }),
  api_keys: named,
  agents: named,
  knowledge_bases: knowledgeBase,
  documents: document,
  conversations: ({ fields }) => fields,
  messages: ({ fields }, known) => ({
    content: null,
    message_type: fields['role'] === 'user' ? 'text' : 'done',
    metadata: null,
    created_at: dated(known),
    ...fields,
  }),
  organizations: ({ id, fields }, { further }) => ({
    name: `Imported ${shortId(id)}`,
    ...fields,
    members: [...(further.members.get(id)?.values() ?? [])],
  }),
  connectors: (record, known, notes) => ({
    ...named(record, known, notes),
    actions: known.store
      .of('actions')
      .filter(({ fields }) => fields['connector_id'] === record.id)
      .map(({ fields }) => ({ method: 'GET', path: '/', ...fields })),
  }),
  mcp_servers: named,
  channels: (record, known, notes) => {
    const { user_id: _, ...channel } = named(record, known, notes)
    return channel
  },
  workflows: named,
  workflow_runs: workflowRun,
  models: ({ id, fields }) => ({ name: id, ...fields }),
  confirmations: ({ fields }, known) => ({
    ...newRecords.confirmations,
    status: 'expired',
    tool_name: 'tool',
    created_at: dated(known),
    ...fields,
  }),
  audit_log: ({ fields }, known) => ({
    actor_id: null,
    actor_email: null,
    action: 'unknown',
    target_id: null,
    created_at: dated(known),
    ...fields,
  }),
}

function knowledgeBase(record: KnownRecord, known: Knowledge, notes: string[]): JsonObject {
  const base = named(record, known, notes)
  const documents = known.store
    .of('documents')
    .filter(({ fields }) => fields['kb_id'] === record.id)
  const { chunk_size: size, chunk_overlap: overlap, ...rest } = base
  const isSplit = Number(overlap) * 2 <= Number(size)
  const chunks = documents.map((one) => chunksOf(one, known)?.length ?? countOf(one))
  return {
    ...(isSplit ? base : rest),
    ...(documents.length > 0 && {
      document_count: documents.length,
      total_chunks: chunks.reduce((sum, count) => sum + count, 0),
    }),
  }
}

const countOf = ({ kept }: KnownRecord): number =>
  Math.max(0, Math.trunc(Number(kept['chunk_count'] ?? 0)) || 0)

const chunksOf = (record: KnownRecord, { texts }: Knowledge) =>
  texts.chunksOf(record.id, countOf(record))

function document(record: KnownRecord, known: Knowledge, notes: string[]): JsonObject {
  const { id, fields } = record
  const filename = String(fields['filename'] ?? `document-${shortId(id)}.txt`)
  const chunks = chunksOf(record, known)
  const count = Math.min(countOf(record), mostFilledChunks)
  if (chunks === undefined && count > 0)
    notes.push(
      `documents ${shortId(id)}: no recording has the text of ${filename}, so it is made up`,
    )
  const text = Array.from({ length: count }, (_, at) => `Part ${at + 1} of ${filename}.`.padEnd(60))
  const content = text.join('')
  return {
    filename,
    file_size: content.length,
    file_type: /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? 'txt',
    status: 'ready',
    error_message: null,
    created_at: dated(known),
    ...fields,
    chunks: chunks ?? (count === 0 ? [] : piecesOf(id, content, count)),
  }
}

const mostFilledChunks = 500

function workflowRun({ fields }: KnownRecord, known: Knowledge): JsonObject {
  const created = fields['created_at'] ?? dated(known)
  return { ...newRecords.workflow_runs, started_at: created, created_at: created, ...fields }
}
