import { connectorCredentialsBody } from '../../../contract/operations/connectors.ts'
import { mcpCredentialsBody } from '../../../contract/operations/mcp-servers.ts'
import type { RequestContext } from '../request-context.ts'
import { storedCredentials, deleteCredentials, storeCredentials } from './connections.ts'
import { maskValues } from './mask-secrets.ts'
import type { Route } from '../route.ts'

/** What a caller stores of their own to sign in at connectors and MCP servers. */
export const ownCredentialRoutes = {
  'connectors.read-credentials': (visit) => {
    const stored = storedCredentials(visit.world, ...credentialKey(visit))
    return { has_credentials: stored !== undefined, keys: Object.keys(stored?.env ?? {}) }
  },
  'connectors.store-credentials': (visit) => {
    const { credentials } = visit.bodyAs(connectorCredentialsBody)
    storeCredentials(visit.world, ...credentialKey(visit), {
      env: maskValues(credentials),
      headers: {},
    })
    return { saved: true }
  },
  'connectors.delete-credentials': (visit) => {
    const [connector, user] = credentialKey(visit)
    deleteCredentials(visit.world, connector, user)
    return { deleted: connector }
  },
  'mcp-servers.read-credentials': (visit) => {
    const stored = storedCredentials(visit.world, ...credentialKey(visit))
    const { env = {}, headers = {} } = stored ?? {}
    return {
      has_credentials: stored !== undefined,
      env_keys: Object.keys(env),
      header_keys: Object.keys(headers),
      ...(visit.behaviour.policy.connections.returnsSecrets ? { env, headers } : {}),
    }
  },
  'mcp-servers.store-credentials': (visit) => {
    const { env, headers } = visit.bodyAs(mcpCredentialsBody)
    const given = { env: env ?? {}, headers: headers ?? {} }
    if (Object.keys({ ...given.env, ...given.headers }).length === 0) {
      deleteCredentials(visit.world, ...credentialKey(visit))
      return { saved: true, cleared: true }
    }
    const kept = visit.behaviour.policy.connections.returnsSecrets
      ? given
      : { env: maskValues(given.env), headers: maskValues(given.headers) }
    storeCredentials(visit.world, ...credentialKey(visit), kept)
    return { saved: true }
  },
} satisfies Record<string, Route>

const credentialKey = ({
  resource: found,
  caller,
}: RequestContext): [target: string, user: string] => [found?.id ?? '', caller.user.id]
