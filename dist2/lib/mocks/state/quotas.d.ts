import type { StoredUser } from '../../contract/records/user.ts';
import type { World } from './world.ts';
/** Tokens a month that a user may take, their own quota or the default; 0 is unlimited (8). */
export declare function quotaOf({ store }: World, user: StoredUser): number;
/** Gives a user a quota of their own; `null` takes it away, and the default holds again. */
export declare function setQuota({ store }: World, user: StoredUser, quota: number | null): StoredUser;
/** The tokens that the turns of a user took in this calendar month (UTC). */
export declare function tokensUsed({ tokens, clock }: World, user: StoredUser): number;
/** Throws `quota-exceeded` for a user who has used up the quota of the month. */
export declare function refuseBeyondQuota(world: World, user: StoredUser): void;
