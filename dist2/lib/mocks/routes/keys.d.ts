import type { ApiKey, StoredApiKey } from '../../contract/records/api-key.ts';
import type { World } from '../state/world.ts';
export declare const keyRoutes: {
    'keys.list': (visit: import("../pipeline/visit.ts").Visit) => import("../page.ts").Page;
    'keys.create': (visit: import("../pipeline/visit.ts").Visit) => {
        record: {
            id: string;
            name: string;
            key_prefix: string;
            scopes: string | null;
            is_active: boolean;
            expires_at: string | null;
            last_used_at: string | null;
            total_requests: number;
            created_at: string;
        };
        value: string;
    };
    'keys.set-active': (visit: import("../pipeline/visit.ts").Visit) => {
        id: string;
        name: string;
        key_prefix: string;
        scopes: string | null;
        is_active: boolean;
        expires_at: string | null;
        last_used_at: string | null;
        total_requests: number;
        created_at: string;
    };
    'keys.delete': (visit: import("../pipeline/visit.ts").Visit) => void;
};
/** A key as its owner sees it: with its prefix and its usage, never with its value (2.1). */
export declare function keyView({ keyring, usage }: World, key: StoredApiKey): ApiKey;
