import { connectionBody, connectorBody } from '../../contract/operations/connectors.ts'
import { publishBody } from '../../contract/operations/fields.ts'
import type { Connector, StoredConnector } from '../../contract/records/connector.ts'
import type { Tested } from '../../contract/records/outcomes.ts'
import type { RequestContext } from '../platform/request-context.ts'
import {
  deleteAllCredentials,
  testFailed,
  testHost,
  testUrl,
} from '../platform/connectors/connections.ts'
import { hasSecret, maskSecrets, withoutSecrets } from '../platform/connectors/mask-secrets.ts'
import { everyone } from '../world/store.ts'
import { isVisible, sharingSource } from '../platform/visibility.ts'
import { paginateArray } from './paginate.ts'
import { published, unpublished } from './publication.ts'
import type { Route } from './route.ts'

export const connectorRoutes = {
  'connectors.list': (visit) => {
    const { store } = visit.world
    const user = visit.caller.user.id
    const seen = store.connectors
      .owned(everyone, 'newest')
      .filter((connector) => isVisible(store, connector, user))
    return paginateArray(
      visit,
      seen.map((connector) => connectorView(connector, user)),
    )
  },
  'connectors.create': (visit) => {
    const { world, caller } = visit
    const connector = world.store.connectors.insert({
      id: world.random.uuid('connector', caller.user.id),
      user_id: caller.user.id,
      ...settingsIn(visit, undefined),
      is_official: false,
      forked_from: null,
      version: 1,
      ...unpublished,
      actions: [],
      created_at: world.clock.iso(),
      updated_at: null,
    })
    return connectorView(connector, caller.user.id)
  },
  'connectors.read': (visit) => connectorView(visit.resource('connector'), visit.caller.user.id),
  'connectors.replace': (visit) => {
    const connector = visit.resource('connector')
    const settings = settingsIn(visit, connector)
    return changed(visit, { ...settings, version: connector.version + 1 })
  },
  'connectors.delete': ({ world, loaded: found }) => {
    const id = found?.id ?? ''
    world.store.connectors.delete(id)
    deleteAllCredentials(world, id)
    return { deleted: id }
  },
  'connectors.toggle': (visit) => {
    const { id, is_active } = changed(visit, { is_active: !visit.resource('connector').is_active })
    return { id, is_active }
  },
  'connectors.publish': (visit) => {
    // Whoever publishes and names nobody means everybody.
    const record = { ...visit.resource('connector'), visibility: 'global' as const }
    return changed(visit, published(visit, record, visit.bodyAs(publishBody)))
  },
  'connectors.unpublish': (visit) => changed(visit, unpublished),
  'connectors.test': (visit) => test(visit.resource('connector')),
  'connectors.test-unsaved': (visit) => {
    const { type, base_url, db_config } = visit.bodyAs(connectionBody)
    mustHaveUrl(visit, type, base_url)
    return test({
      type: type ?? 'api',
      base_url: base_url ?? null,
      db_config: db_config ?? null,
      is_active: true,
    })
  },
} satisfies Record<string, Route>

/** An API is nowhere without its URL; how that is refused is the deployment's. */
function mustHaveUrl(
  visit: RequestContext,
  type: string | null | undefined,
  url: string | null | undefined,
) {
  if (type !== 'database' && !url) throw visit.behaviour.policy.connections.noBaseUrl(visit.body)
}

/** What a body sets, with defaults for what it leaves out; secrets are not kept. */
function settingsIn(visit: RequestContext, before: StoredConnector | undefined) {
  const body = visit.bodyAs(connectorBody)
  const type = body.type ?? 'api'
  mustHaveUrl(visit, type, body.base_url)
  const auth_type = body.auth_type ?? 'none'
  const { auth_config: auth, db_config: database } = body
  // A secret is shown to nobody, so a body without it means the one that is there.
  const keepsCredentials = before?.has_default_credentials && before.auth_type === auth_type
  return {
    name: body.name,
    description: body.description ?? null,
    icon: body.icon ?? null,
    type,
    base_url: body.base_url ?? null,
    auth_type,
    auth_config: auth ? withoutSecrets(auth) : null,
    db_config: database ? maskSecrets(database) : null,
    is_active: body.is_active ?? true,
    allow_fallback: body.allow_fallback ?? true,
    has_default_credentials:
      hasSecret(auth ?? {}) || hasSecret(database ?? {}) || keepsCredentials === true,
  }
}

function changed(visit: RequestContext, change: Partial<StoredConnector>): Connector {
  const { world, caller } = visit
  const connector = world.store.connectors.update(visit.resource('connector'), {
    ...change,
    updated_at: world.clock.iso(),
  })
  return connectorView(connector, caller.user.id)
}

function test({
  type,
  base_url,
  db_config,
  is_active,
}: Pick<StoredConnector, 'type' | 'base_url' | 'db_config' | 'is_active'>): Tested {
  if (!is_active) return testFailed('The connector is switched off.')
  if (type === 'api') return testUrl(base_url ?? '')
  const host = db_config?.['host']
  return typeof host === 'string' ? testHost(host) : testFailed('`db_config` names no `host`.')
}

/** A connector as a user sees it: how it signs in is for its owner only. */
function connectorView(connector: StoredConnector, user: string): Connector {
  const seen = { ...connector, source: sharingSource(connector, user) }
  return seen.source === 'own' ? seen : { ...seen, auth_config: null, db_config: null }
}
