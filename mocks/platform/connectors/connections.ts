import type { StoredCredentials } from '../../../contract/records/connector.ts'
import type { World } from '../../world/world.ts'
import type { Tested } from '../../../contract/records/shared.ts'

const idOf = (target: string, user: string) => `${target}\n${user}`

/** What a user stored of their own for a connector or a server. */
export const storedCredentials = ({ store }: World, target: string, user: string) =>
  store.credentials.get(idOf(target, user))

/** Stores a user's credentials, in the place of those that were there. */
export function storeCredentials(
  { store }: World,
  target: string,
  user: string,
  values: Pick<StoredCredentials, 'env' | 'headers'>,
): void {
  const id = idOf(target, user)
  store.credentials.delete(id)
  store.credentials.insert({ id, target_id: target, ...values })
}

export const deleteCredentials = ({ store }: World, target: string, user: string): void =>
  store.credentials.delete(idOf(target, user))

/** Deletes what anybody stored for a connector or a server that is gone. */
export function deleteAllCredentials({ store }: World, target: string): void {
  for (const { id } of store.credentials.owned(target, 'any')) store.credentials.delete(id)
}

export const testPassed: Tested = { ok: true, error: null }
export const testFailed = (error: string): Tested => ({ ok: false, error })

/**
 * Whether a host answers. Nothing is called: every host does, but for names under `.invalid`, which
 * are reserved for never resolving and so stand for what is down.
 */
export const testHost = (host: string): Tested =>
  /(^|\.)invalid$/i.test(host) ? testFailed(`${host} could not be reached.`) : testPassed

export const testUrl = (url: string): Tested => testHost(new URL(url).hostname)
