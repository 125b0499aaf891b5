export declare const documentRoutes: {
    'documents.list': (visit: import("../pipeline/visit.ts").Visit) => import("../page.ts").Page;
    'documents.create': (visit: import("../pipeline/visit.ts").Visit) => {
        id: string;
        kb_id: string;
        filename: string;
        file_size: number;
        file_type: string;
        status: "failed" | "processing" | "ready";
        error_message: string | null;
        created_at: string;
        chunk_count: number;
    };
    'documents.chunks': (visit: import("../pipeline/visit.ts").Visit) => import("../page.ts").Page;
    'documents.delete': (visit: import("../pipeline/visit.ts").Visit) => {
        deleted: string;
    };
};
