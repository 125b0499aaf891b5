import type { StoredCredentials } from '../../contract/records/own-credentials.ts'
import type { World } from './world.ts'

const idOf = (target: string, user: string) => `${target}\n${user}`

/** What a user stored of their own for a connector or a server. */
export const credentialsOf = ({ store }: World, target: string, user: string) =>
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
export function forgetCredentials({ store }: World, target: string): void {
  for (const { id } of store.credentials.owned(target, 'any')) store.credentials.delete(id)
}
