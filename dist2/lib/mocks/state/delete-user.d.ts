import { type Store } from './store.ts';
/** Deletes a user with their keys, conversations and memberships; what they made for others stays. */
export declare function deleteUser(store: Store, id: string): void;
