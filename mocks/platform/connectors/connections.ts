import type { StoredCredentials } from '../../../contract/records/connector.ts'
import { everyone, type Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { Tested } from '../../../contract/records/shared.ts'

const idOf = (target: string, user: string) => `${target}\n${user}`

/** The credentials that a user stored for a connector or an MCP server. */
export const storedCredentials = ({ store }: World, target: string, user: string) =>
  store.credentials.get(idOf(target, user))

/** Stores the credentials of a user, replacing earlier ones. */
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

/**
 * Deletes a connector or an MCP server with the credentials of all users, and removes it from
 * agents.
 */
export function deleteConnection(
  store: Store,
  collection: 'connectors' | 'mcpServers',
  id: string,
): void {
  store[collection].delete(id)
  for (const credentials of store.credentials.owned(id, 'any'))
    store.credentials.delete(credentials.id)
  const field = collection === 'connectors' ? 'connector_ids' : 'mcp_server_ids'
  for (const agent of store.agents.owned(everyone, 'newest'))
    if (agent[field].includes(id))
      store.agents.update(agent, { [field]: agent[field].filter((one) => one !== id) })
}

export const testPassed: Tested = { ok: true, error: null }
export const testFailed = (error: string): Tested => ({ ok: false, error })

/** Tests a connection without network access: only hosts under `.invalid` are unreachable. */
export const testHost = (host: string): Tested =>
  /(^|\.)invalid$/i.test(host) ? testFailed(`${host} could not be reached.`) : testPassed

export const testUrl = (url: string): Tested =>
  URL.canParse(url)
    ? testHost(new URL(url).hostname)
    : testFailed('The connection has no valid URL.')
