import type { StoredUser } from '../../contract/records/user.ts'
import { ApiError } from '../world/api-error.ts'
import { settingsOf } from './settings.ts'
import type { World } from './world.ts'

/** Tokens a month that a user may take, their own quota or the default; 0 is unlimited (8). */
export function quotaOf({ store }: World, user: StoredUser): number {
  return user.token_quota ?? settingsOf(store).default_token_quota
}

/** Gives a user a quota of their own; `null` takes it away, and the default holds again. */
export function setQuota({ store }: World, user: StoredUser, quota: number | null): StoredUser {
  return store.users.update(user, { token_quota: quota })
}

/** The tokens that the turns of a user took in this calendar month (UTC). */
export function tokensUsed({ tokens, clock }: World, user: StoredUser): number {
  return tokens.of(user.id, clock.iso())
}

/** Throws `quota-exceeded` for a user who has used up the quota of the month. */
export function refuseBeyondQuota(world: World, user: StoredUser): void {
  const quota = quotaOf(world, user)
  if (quota > 0 && tokensUsed(world, user) >= quota)
    throw new ApiError('quota-exceeded', `Your quota of ${quota} tokens a month is used up.`)
}
