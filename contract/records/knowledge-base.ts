import * as z from 'zod/mini'
import { publication, source, timestamp } from './shared.ts'

/** A knowledge base (2.8: shape undeclared). */
export const knowledgeBase = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  chunk_strategy: z.enum(['recursive', 'fixed', 'semantic', 'markdown']),
  chunk_size: z.int(),
  chunk_overlap: z.int(),
  retrieval_mode: z.enum(['hybrid', 'dense', 'fts']),
  document_count: z.int(),
  total_chunks: z.int(),
  status: z.literal('active'),
  is_active: z.boolean(),
  ...publication,
  source,
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
})

/** A knowledge base as a world stores it: without `source`, which depends on the caller. */
export const storedKnowledgeBase = z.omit(knowledgeBase, { source: true })

/** A document of a knowledge base, split into the chunks that retrieval ranks. */
export const storedDocument = z.object({
  id: z.string(),
  kb_id: z.string(),
  filename: z.string(),
  file_size: z.int(),
  file_type: z.string(),
  status: z.enum(['processing', 'ready', 'failed']),
  error_message: z.nullable(z.string()),
  chunks: z.array(z.object({ id: z.string(), content: z.string() })),
  created_at: timestamp,
})

/** A document in a list of documents (4.4: not specified). */
export const document = z.extend(z.omit(storedDocument, { chunks: true }), {
  chunk_count: z.int(),
})

export const chunk = z.object({
  id: z.string(),
  kb_id: z.string(),
  document_id: z.string(),
  chunk_index: z.int(),
  content: z.string(),
})

/** One hit of a retrieval; the response lists the best hit first (4.4: not specified). */
export const passage = z.object({
  content: z.string(),
  metadata: z.object({
    source: z.string(),
    chunk_strategy: z.string(),
    chunk_index: z.int(),
    document_id: z.string(),
    chunk_id: z.string(),
  }),
  score: z.number(),
})

export const passages = z.array(passage)

/** A knowledge base, without its documents. */
export interface KnowledgeBase extends z.output<typeof knowledgeBase> {}
export type StoredKnowledgeBase = z.infer<typeof storedKnowledgeBase>
export type StoredDocument = z.infer<typeof storedDocument>
/** A document of a knowledge base, without its text. */
export interface KnowledgeDocument extends z.output<typeof document> {}
export interface Chunk extends z.output<typeof chunk> {}
/** A part of a document that a search found. */
export interface Passage extends z.output<typeof passage> {}
