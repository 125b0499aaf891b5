import type { StoredUser } from '../../contract/records/user.ts';
import type { World } from './world.ts';
type Settable = 'username' | 'display_name' | 'is_admin';
/** Adds a user who has yet to be welcomed. */
export declare function createUser({ store, clock, random }: World, email: string, password: string, given: {
    readonly [Field in Settable]?: StoredUser[Field] | null | undefined;
}): StoredUser;
export {};
