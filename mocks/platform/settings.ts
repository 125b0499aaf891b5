import type { StoredUser } from '../../contract/records/user.ts'
import { ApiError } from '../world/api-error.ts'
import type { World } from '../world/world.ts'
import type { Settings } from '../../contract/records/administration.ts'
import { settingsOf, type Store } from '../world/store.ts'

/** The monthly token quota of a user; the default if the user has none. 0 means unlimited (8). */
export function quotaOf({ store }: World, user: StoredUser): number {
  return user.token_quota ?? settingsOf(store).default_token_quota
}

/** Sets the quota of a user. `null` restores the default. */
export function setQuota({ store }: World, user: StoredUser, quota: number | null): StoredUser {
  return store.users.update(user, { token_quota: quota })
}

/**
 * The tokens that a user spent in this calendar month (UTC). Depending on the deployment, these are
 * the tokens of all turns, or of the conversations that began in this month and still exist.
 */
export function tokensUsed(world: World, user: StoredUser): number {
  const { tokenUsage, clock } = world
  return world.behaviour(undefined).policy.countsUnstoredTurns
    ? tokenUsage.of(user.id, clock.iso())
    : tokenUsage.ofConversations(user.id, clock.iso())
}

/** Throws `quota-exceeded` for a user who has spent the quota of this month. */
export function requireQuota(world: World, user: StoredUser): void {
  const quota = quotaOf(world, user)
  if (quota > 0 && tokensUsed(world, user) >= quota)
    throw new ApiError('quota-exceeded', `Your quota of ${quota} tokens per month is used up.`)
}

export function settingsView(store: Store): Settings {
  const { id: _id, ...settings } = settingsOf(store)
  return settings
}

/** Changes some settings. Returns all of them. */
export function changeSettings(store: Store, changes: Partial<Settings>): Settings {
  store.settings.update(settingsOf(store), changes)
  return settingsView(store)
}
