import type { StoredUser } from '../../contract/records/user.ts'
import { ApiError } from '../world/api-error.ts'
import type { World } from '../world/world.ts'
import type { Settings } from '../../contract/records/administration.ts'
import { settingsId, type Store } from '../world/store.ts'

/** Tokens a month that a user may take, their own quota or the default; 0 is unlimited (8). */
export function quotaOf({ store }: World, user: StoredUser): number {
  return user.token_quota ?? settingsOf(store).default_token_quota
}

/** Gives a user a quota of their own; `null` takes it away, and the default holds again. */
export function setQuota({ store }: World, user: StoredUser, quota: number | null): StoredUser {
  return store.users.update(user, { token_quota: quota })
}

/** The tokens that the turns of a user took in this calendar month (UTC). */
export function tokensUsed({ tokenUsage: tokens, clock }: World, user: StoredUser): number {
  return tokens.of(user.id, clock.iso())
}

/** Throws `quota-exceeded` for a user who has used up the quota of the month. */
export function requireQuota(world: World, user: StoredUser): void {
  const quota = quotaOf(world, user)
  if (quota > 0 && tokensUsed(world, user) >= quota)
    throw new ApiError('quota-exceeded', `Your quota of ${quota} tokens a month is used up.`)
}

/** The settings of a world as they are shown. */
export function settingsView(store: Store): Settings {
  const { id: _id, ...settings } = settingsOf(store)
  return settings
}

/** Changes what is given, and gives all of them. */
export function changeSettings(store: Store, change: Partial<Settings>): Settings {
  store.settings.update(settingsOf(store), change)
  return settingsView(store)
}

/** The settings of a world as they are now. */
export function settingsOf(store: Store): Settings & { readonly id: string } {
  const settings = store.settings.get(settingsId)
  if (settings === undefined) throw new Error('Failed to read the settings: there is no record.')
  return settings
}
