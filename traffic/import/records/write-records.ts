import type { JsonObject } from '../../../contract/json.ts'
import { newRecords } from '../../../contract/new-records.ts'
import { shortId, type ImportedKind } from './kinds.ts'
import type { Knowledge, KnownRecord } from './record-store.ts'
import { splitContent } from './further-parts.ts'
import type * as z from 'zod/mini'
import { fixtureInput } from '../../../contract/fixture-input.ts'
import { type ContractKind, contractKinds } from '../../../contract/kinds.ts'

/** A record that the fixture refuses. */
export type DroppedRecord = {
  readonly kind: ImportedKind
  readonly id: string
  readonly reason: string
}

type WrittenRecords = {
  readonly records: Readonly<Record<string, readonly JsonObject[]>>
  readonly dropped: readonly DroppedRecord[]
  readonly notes: readonly string[]
}

/** Converts the known records to records of a fixture. */
export function writeRecords(knowledge: Knowledge): WrittenRecords {
  const dropped: DroppedRecord[] = []
  const notes: string[] = []
  const written = contractKinds.map((kind) => {
    const records = [
      ...knowledge.store.ofKind(kind),
      ...(kind === 'models' ? namedModels(knowledge) : []),
    ]
    const complete = records.flatMap((record) => {
      const made = validateRecord(kind, completionByKind[kind](record, knowledge, notes))
      if ('reason' in made) dropped.push({ kind, id: record.id, reason: String(made['reason']) })
      return 'reason' in made ? [] : [made.record]
    })
    return [kind, complete] as const
  })
  return {
    records: Object.fromEntries(written.filter(([, records]) => records.length > 0)),
    dropped,
    notes,
  }
}

/** The models that conversations use, but that no list of models contains. */
function namedModels({ store }: Knowledge): readonly KnownRecord[] {
  const known = new Set(store.ofKind('models').map(({ fields }) => fields['name']))
  const names = new Set(
    store
      .ofKind('conversations')
      .flatMap(({ fields: { model_name: name } }) =>
        typeof name === 'string' && !known.has(name) ? [name] : [],
      ),
  )
  return [...names].map((name) => {
    const fields = { id: `model-${name}`, name, role: 'general' }
    return { kind: 'models', id: fields.id, fields, extraFields: {}, caller: undefined }
  })
}

/** Drops the fields that a fixture refuses. Returns the record, or why the record is refused. */
function validateRecord(
  kind: ContractKind,
  record: JsonObject,
): { readonly record: JsonObject } | { readonly reason: string } {
  const list: unknown = fixtureInput.shape[kind].def.innerType
  const schema = (list as z.ZodMiniArray<z.ZodMiniObject>).def.element
  const first = schema.safeParse(record)
  if (first.success) return { record }
  const wrong = new Set(
    first.error.issues.flatMap((issue) => [
      ...('keys' in issue ? issue.keys : []),
      ...issue.path.slice(0, 1),
    ]),
  )
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => !wrong.has(name)))
  const second = schema.safeParse(rest)
  if (second.success) return { record: rest }
  const [issue] = second.error.issues
  return { reason: `${issue?.path.join('.') || 'the record'} is missing or not allowed` }
}

type CompleteRecord = (record: KnownRecord, knowledge: Knowledge, notes: string[]) => JsonObject

const latestDate = ({ latest }: Knowledge) => new Date(latest).toISOString()

const withName = ({ id, fields }: KnownRecord): JsonObject => ({
  name: `Imported ${shortId(id)}`,
  ...fields,
})

/** Functions that add the fields that a fixture requires and the recordings lack. */
const completionByKind: Readonly<Record<Exclude<ImportedKind, 'actions'>, CompleteRecord>> = {
  users: ({ fields }) => ({ ...fields, password: 'set later' }),
  api_keys: withName,
  agents: withName,
  knowledge_bases: completeKnowledgeBase,
  documents: completeDocument,
  conversations: ({ fields }) => fields,
  messages: ({ fields }, known) => ({
    content: null,
    message_type: fields['role'] === 'user' ? 'text' : 'done',
    metadata: null,
    created_at: latestDate(known),
    ...fields,
  }),
  organizations: (record, { nonRecordParts }) => ({
    ...withName(record),
    members: [...(nonRecordParts.members.get(record.id)?.values() ?? [])],
  }),
  connectors: (record, known) => ({
    ...withName(record),
    actions: known.store
      .ofKind('actions')
      .filter(({ fields }) => fields['connector_id'] === record.id)
      .map(({ fields }) => ({ method: 'GET', path: '/', ...fields })),
  }),
  mcp_servers: withName,
  channels: (record) => {
    const { user_id: _, ...channel } = withName(record)
    return channel
  },
  workflows: withName,
  workflow_runs: completeWorkflowRun,
  models: ({ id, fields }) => ({ name: id, ...fields }),
  confirmations: ({ fields }, known) => ({
    ...newRecords.confirmations,
    status: 'expired',
    tool_name: 'tool',
    created_at: latestDate(known),
    ...fields,
  }),
  audit_log: ({ fields }, known) => ({
    actor_id: null,
    actor_email: null,
    action: 'unknown',
    target_id: null,
    created_at: latestDate(known),
    ...fields,
  }),
}

function completeKnowledgeBase(record: KnownRecord, knowledge: Knowledge): JsonObject {
  const base = withName(record)
  const documents = knowledge.store
    .ofKind('documents')
    .filter(({ fields }) => fields['kb_id'] === record.id)
  const { chunk_size: size, chunk_overlap: overlap, ...rest } = base
  const isSplit = Number(overlap) * 2 <= Number(size)
  const chunks = documents.map((one) => chunksOf(one, knowledge)?.length ?? chunkCount(one))
  return {
    ...(isSplit ? base : rest),
    ...(documents.length > 0 && {
      document_count: documents.length,
      total_chunks: chunks.reduce((sum, count) => sum + count, 0),
    }),
  }
}

const chunkCount = ({ extraFields }: KnownRecord): number =>
  Math.max(0, Math.trunc(Number(extraFields['chunk_count'] ?? 0)) || 0)

const chunksOf = (record: KnownRecord, { texts }: Knowledge) =>
  texts.chunksOf(record.id, chunkCount(record))

function completeDocument(record: KnownRecord, knowledge: Knowledge, notes: string[]): JsonObject {
  const { id, fields } = record
  const filename = String(fields['filename'] ?? `document-${shortId(id)}.txt`)
  const chunks = chunksOf(record, knowledge)
  const count = Math.min(chunkCount(record), maxFilledChunks)
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
    created_at: latestDate(knowledge),
    ...fields,
    chunks: chunks ?? (count === 0 ? [] : splitContent(id, content, count)),
  }
}

const maxFilledChunks = 500

function completeWorkflowRun({ fields }: KnownRecord, knowledge: Knowledge): JsonObject {
  const created = fields['created_at'] ?? latestDate(knowledge)
  return { ...newRecords.workflow_runs, started_at: created, created_at: created, ...fields }
}
