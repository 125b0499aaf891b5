import type { StoredDocument, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts';
import type { World } from './world.ts';
/** Adds a text to a knowledge base, split as the base says; retrieval finds it at once. */
export declare function addDocument(world: World, base: StoredKnowledgeBase, filename: string, content: string): StoredDocument;
/** Takes a document out of its knowledge base. */
export declare function removeDocument(world: World, { id, kb_id }: StoredDocument): void;
/** Deletes a knowledge base with its documents; no agent is bound to it any more. */
export declare function deleteKnowledgeBase({ store, indexes }: World, id: string): void;
