import type { StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts';
type Strategy = Pick<StoredKnowledgeBase, 'chunk_strategy' | 'chunk_size' | 'chunk_overlap'>;
/** Splits a text into chunks of at most `chunk_size` characters, as a knowledge base wants them. */
export declare function splitText(text: string, base: Strategy): string[];
export {};
