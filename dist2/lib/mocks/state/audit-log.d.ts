import type { StoredUser } from '../../contract/records/user.ts';
import type { World } from './world.ts';
/** Writes to the audit log of a world, and lets go of what is too old to keep. */
export declare function note({ store, clock, random }: World, actor: Pick<StoredUser, 'id' | 'email'> | undefined, action: string, target: string | null): void;
