import type { StoredCredentials } from '../../contract/records/own-credentials.ts';
import type { World } from './world.ts';
/** What a user stored of their own for a connector or a server. */
export declare const credentialsOf: ({ store }: World, target: string, user: string) => {
    id: string;
    target_id: string;
    env: Record<string, string>;
    headers: Record<string, string>;
} | undefined;
/** Stores a user's credentials, in the place of those that were there. */
export declare function storeCredentials({ store }: World, target: string, user: string, values: Pick<StoredCredentials, 'env' | 'headers'>): void;
export declare const deleteCredentials: ({ store }: World, target: string, user: string) => void;
/** Deletes what anybody stored for a connector or a server that is gone. */
export declare function forgetCredentials({ store }: World, target: string): void;
