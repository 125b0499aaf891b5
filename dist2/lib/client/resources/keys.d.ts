import type * as z from 'zod/mini';
import type { createKeyBody } from '../../contract/bodies.ts';
import type { ApiKey } from '../../contract/records/api-key.ts';
import type { Caller, CallOptions } from '../caller.ts';
export type NewKey = z.infer<typeof createKeyBody>;
/** A key that was just made; some deployments leave out what a new key cannot tell yet. */
export type CreatedKey = Pick<ApiKey, 'id' | 'name' | 'key_prefix' | 'created_at'> & Partial<ApiKey> & {
    /** The full value: shown now, and never again. */
    readonly key: string;
};
/** The API keys of whoever is signed in. */
export declare function keysOf(caller: Caller): {
    list(query?: import("../page.ts").PageQuery | undefined, options?: CallOptions): Promise<import("../page.ts").Page<{
        id: string;
        name: string;
        key_prefix: string;
        scopes: string | null;
        is_active: boolean;
        expires_at: string | null;
        last_used_at: string | null;
        total_requests: number;
        created_at: string;
    }>>;
    all(query?: Omit<import("../page.ts").PageQuery, "page"> | undefined, options?: CallOptions): AsyncGenerator<{
        id: string;
        name: string;
        key_prefix: string;
        scopes: string | null;
        is_active: boolean;
        expires_at: string | null;
        last_used_at: string | null;
        total_requests: number;
        created_at: string;
    }, void, undefined>;
    create: (fields: NewKey, options?: CallOptions) => Promise<CreatedKey>;
    /** Enables or disables a key; it can be enabled again. */
    setActive: (id: string, is_active: boolean, options?: CallOptions) => Promise<{
        id: string;
        name: string;
        key_prefix: string;
        scopes: string | null;
        is_active: boolean;
        expires_at: string | null;
        last_used_at: string | null;
        total_requests: number;
        created_at: string;
    }>;
    /** Deletes a key for good. */
    delete: (id: string, options?: CallOptions) => Promise<void>;
};
