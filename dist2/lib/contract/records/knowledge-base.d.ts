import * as z from 'zod/mini';
/** A knowledge base (2.8: shape undeclared). */
export declare const knowledgeBase: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniNullable<z.ZodMiniString<string>>;
    chunk_strategy: z.ZodMiniEnum<{
        fixed: "fixed";
        markdown: "markdown";
        recursive: "recursive";
        semantic: "semantic";
    }>;
    chunk_size: z.ZodMiniInt;
    chunk_overlap: z.ZodMiniInt;
    retrieval_mode: z.ZodMiniEnum<{
        dense: "dense";
        fts: "fts";
        hybrid: "hybrid";
    }>;
    document_count: z.ZodMiniInt;
    total_chunks: z.ZodMiniInt;
    status: z.ZodMiniLiteral<"active">;
    is_active: z.ZodMiniBoolean<boolean>;
    visibility: z.ZodMiniEnum<{
        global: "global";
        org: "org";
        personal: "personal";
    }>;
    org_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    publish_status: z.ZodMiniNullable<z.ZodMiniEnum<{
        approved: "approved";
        pending_review: "pending_review";
        rejected: "rejected";
    }>>;
    reviewed_by: z.ZodMiniNullable<z.ZodMiniString<string>>;
    reviewed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    review_note: z.ZodMiniNullable<z.ZodMiniString<string>>;
    source: z.ZodMiniNullable<z.ZodMiniEnum<{
        market: "market";
        org: "org";
        own: "own";
    }>>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** A knowledge base as a world keeps it; `source` depends on who looks. */
export declare const storedKnowledgeBase: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    user_id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniNullable<z.ZodMiniString<string>>;
    chunk_strategy: z.ZodMiniEnum<{
        fixed: "fixed";
        markdown: "markdown";
        recursive: "recursive";
        semantic: "semantic";
    }>;
    chunk_size: z.ZodMiniInt;
    chunk_overlap: z.ZodMiniInt;
    retrieval_mode: z.ZodMiniEnum<{
        dense: "dense";
        fts: "fts";
        hybrid: "hybrid";
    }>;
    document_count: z.ZodMiniInt;
    total_chunks: z.ZodMiniInt;
    status: z.ZodMiniLiteral<"active">;
    is_active: z.ZodMiniBoolean<boolean>;
    visibility: z.ZodMiniEnum<{
        global: "global";
        org: "org";
        personal: "personal";
    }>;
    org_id: z.ZodMiniNullable<z.ZodMiniString<string>>;
    publish_status: z.ZodMiniNullable<z.ZodMiniEnum<{
        approved: "approved";
        pending_review: "pending_review";
        rejected: "rejected";
    }>>;
    reviewed_by: z.ZodMiniNullable<z.ZodMiniString<string>>;
    reviewed_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    review_note: z.ZodMiniNullable<z.ZodMiniString<string>>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** A document of a knowledge base, split into the chunks that retrieval ranks. */
export declare const storedDocument: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    kb_id: z.ZodMiniString<string>;
    filename: z.ZodMiniString<string>;
    file_size: z.ZodMiniInt;
    file_type: z.ZodMiniString<string>;
    status: z.ZodMiniEnum<{
        failed: "failed";
        processing: "processing";
        ready: "ready";
    }>;
    error_message: z.ZodMiniNullable<z.ZodMiniString<string>>;
    chunks: z.ZodMiniArray<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        content: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    created_at: z.ZodMiniString<string>;
}, z.core.$strip>;
/** A document as it is listed (4.4: not shown). */
export declare const document: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    kb_id: z.ZodMiniString<string>;
    filename: z.ZodMiniString<string>;
    file_size: z.ZodMiniInt;
    file_type: z.ZodMiniString<string>;
    status: z.ZodMiniEnum<{
        failed: "failed";
        processing: "processing";
        ready: "ready";
    }>;
    error_message: z.ZodMiniNullable<z.ZodMiniString<string>>;
    created_at: z.ZodMiniString<string>;
    chunk_count: z.ZodMiniInt;
}, z.core.$strip>;
/** A part of a document, as retrieval finds it. */
export declare const chunk: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    kb_id: z.ZodMiniString<string>;
    document_id: z.ZodMiniString<string>;
    chunk_index: z.ZodMiniInt;
    content: z.ZodMiniString<string>;
}, z.core.$strip>;
/** One hit of a retrieval, best first (4.4: not shown). */
export declare const passage: z.ZodMiniObject<{
    content: z.ZodMiniString<string>;
    metadata: z.ZodMiniObject<{
        source: z.ZodMiniString<string>;
        chunk_strategy: z.ZodMiniString<string>;
        chunk_index: z.ZodMiniInt;
        document_id: z.ZodMiniString<string>;
        chunk_id: z.ZodMiniString<string>;
    }, z.core.$strip>;
    score: z.ZodMiniNumber<number>;
}, z.core.$strip>;
/** What a retrieval answers. */
export declare const passages: z.ZodMiniArray<z.ZodMiniObject<{
    content: z.ZodMiniString<string>;
    metadata: z.ZodMiniObject<{
        source: z.ZodMiniString<string>;
        chunk_strategy: z.ZodMiniString<string>;
        chunk_index: z.ZodMiniInt;
        document_id: z.ZodMiniString<string>;
        chunk_id: z.ZodMiniString<string>;
    }, z.core.$strip>;
    score: z.ZodMiniNumber<number>;
}, z.core.$strip>>;
export type KnowledgeBase = z.infer<typeof knowledgeBase>;
export type StoredKnowledgeBase = z.infer<typeof storedKnowledgeBase>;
export type StoredDocument = z.infer<typeof storedDocument>;
export type KnowledgeDocument = z.infer<typeof document>;
export type Chunk = z.infer<typeof chunk>;
export type Passage = z.infer<typeof passage>;
