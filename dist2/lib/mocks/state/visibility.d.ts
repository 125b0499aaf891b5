import type { Store } from './store.ts';
/** A record that may be personal, its owner's organization's, or everybody's. */
export type Published = {
    readonly user_id: string;
    readonly visibility: 'personal' | 'org' | 'global';
    readonly org_id: string | null;
};
/** Whether a user sees a record: their own, those of their organizations, and global ones. */
export declare function isVisible(store: Store, record: Published, user: string): boolean;
/** Whence a record reaches a user. */
export declare function sourceOf(record: Published, user: string): 'own' | 'org' | 'market';
/** What a user is in an organization; `undefined` outside of it. */
export declare function roleIn(store: Store, organization: string | null, user: string): "admin" | "member" | "owner" | undefined;
