import * as z from 'zod/mini';
import { ownLimits } from '../limits.js';
import { storedKnowledgeBase } from '../records/knowledge-base.js';
import { label, optionalText } from './fields.js';
const { chunkSize, chunkOverlap, filename, documentCharacters } = ownLimits;
const settings = {
    description: optionalText,
    chunk_strategy: z.nullish(storedKnowledgeBase.shape.chunk_strategy),
    /** Characters of a chunk, and how many of them it repeats of the one before. */
    chunk_size: z.nullish(z.int().check(z.gte(chunkSize.min), z.lte(chunkSize.max))),
    chunk_overlap: z.nullish(z.int().check(z.gte(chunkOverlap.min), z.lte(chunkOverlap.max))),
    retrieval_mode: z.nullish(storedKnowledgeBase.shape.retrieval_mode),
};
/** `POST /api/knowledge-bases`. */
export const createKnowledgeBaseBody = z.object({ name: label, ...settings });
/** `PUT /api/knowledge-bases/{id}`: what is absent stays, null is the default again. */
export const updateKnowledgeBaseBody = z.object({ name: z.optional(label), ...settings });
/** `POST /api/knowledge-bases/{id}/documents/create`: a document of plain text or Markdown. */
export const createDocumentBody = z.object({
    filename: z.string().check(z.minLength(filename.min), z.maxLength(filename.max), z.refine((text) => !/[/\\]/.test(text))),
    content: z.string().check(z.minLength(documentCharacters.min), z.maxLength(documentCharacters.max), z.refine((text) => text.trim() !== '')),
});
