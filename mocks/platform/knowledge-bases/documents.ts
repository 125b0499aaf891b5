import type {
  StoredDocument,
  StoredKnowledgeBase,
} from '../../../contract/records/knowledge-base.ts'
import { searchIndexesOf } from './search-indexes.ts'
import { everyone } from '../../world/store.ts'
import type { World } from '../../world/world.ts'

/** Adds a document with its chunks to a knowledge base. Searches find it at once. */
export function addDocument(
  world: World,
  base: StoredKnowledgeBase,
  { filename, content }: { readonly filename: string; readonly content: string },
  chunks: readonly string[],
): StoredDocument {
  const id = world.random.id('document', base.id)
  const document = world.store.documents.insert({
    id,
    kb_id: base.id,
    filename,
    file_size: new TextEncoder().encode(content).length,
    file_type: /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? 'txt',
    status: 'ready',
    error_message: null,
    chunks: chunks.map((text) => ({ id: world.random.id('chunk', id), content: text })),
    created_at: world.clock.iso(),
  })
  recount(world, base)
  searchIndexesOf(world).add(base, document)
  return document
}

export function removeDocument(world: World, document: StoredDocument): void {
  const { id, kb_id } = document
  world.store.documents.delete(id)
  refreshBase(world, kb_id)
}

/** Updates what depends on the documents of a knowledge base: its search index and its counts. */
export function refreshBase(world: World, id: string): void {
  // The whole index is dropped, because words of a deleted document would still change the scores.
  searchIndexesOf(world).delete(id)
  const base = world.store.knowledgeBases.get(id)
  if (base !== undefined) recount(world, base)
}

/** Deletes a knowledge base with its documents, and removes it from the agents that use it. */
export function deleteKnowledgeBase(world: World, id: string): void {
  const { store } = world
  for (const document of store.documents.owned(id, 'oldest')) store.documents.delete(document.id)
  for (const agent of store.agents.owned(everyone, 'newest'))
    if (agent.kb_ids.includes(id))
      store.agents.update(agent, { kb_ids: agent.kb_ids.filter((other) => other !== id) })
  store.knowledgeBases.delete(id)
  searchIndexesOf(world).delete(id)
}

/** Updates the document and chunk counts of a knowledge base. */
function recount({ store, clock }: World, base: StoredKnowledgeBase): void {
  const documents = store.documents.owned(base.id, 'oldest')
  store.knowledgeBases.update(base, {
    document_count: documents.length,
    total_chunks: documents.reduce((total, { chunks }) => total + chunks.length, 0),
    updated_at: clock.iso(),
  })
}
