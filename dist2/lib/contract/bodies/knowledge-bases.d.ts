import * as z from 'zod/mini';
/** `POST /api/knowledge-bases`. */
export declare const createKnowledgeBaseBody: z.ZodMiniObject<{
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    chunk_strategy: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        fixed: "fixed";
        markdown: "markdown";
        recursive: "recursive";
        semantic: "semantic";
    }>>>;
    chunk_size: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
    chunk_overlap: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
    retrieval_mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        dense: "dense";
        fts: "fts";
        hybrid: "hybrid";
    }>>>;
    name: z.ZodMiniString<string>;
}, z.core.$strip>;
/** `PUT /api/knowledge-bases/{id}`: what is absent stays, null is the default again. */
export declare const updateKnowledgeBaseBody: z.ZodMiniObject<{
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    chunk_strategy: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        fixed: "fixed";
        markdown: "markdown";
        recursive: "recursive";
        semantic: "semantic";
    }>>>;
    chunk_size: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
    chunk_overlap: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
    retrieval_mode: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        dense: "dense";
        fts: "fts";
        hybrid: "hybrid";
    }>>>;
    name: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** `POST /api/knowledge-bases/{id}/documents/create`: a document of plain text or Markdown. */
export declare const createDocumentBody: z.ZodMiniObject<{
    filename: z.ZodMiniString<string>;
    content: z.ZodMiniString<string>;
}, z.core.$strip>;
