import {
  connectionBody,
  connectorBody,
  connectorActionBody,
} from '../../../contract/operations/connectors.ts'
import { publishBody } from '../../../contract/operations/fields.ts'
import type {
  Connector,
  StoredConnector,
  ConnectorAction,
} from '../../../contract/records/connector.ts'
import type { Tested } from '../../../contract/records/shared.ts'
import type { RequestContext } from '../request-context.ts'
import { deleteAllCredentials, testFailed, testHost, testUrl } from './connections.ts'
import { hasSecret, maskSecrets, withoutSecrets } from './mask-secrets.ts'
import { everyone } from '../../world/store.ts'
import { isVisible, sharingSource } from '../visibility.ts'
import { paginateArray } from '../paginate.ts'
import { publishedFields, unpublishedFields } from '../publication.ts'
import type { Route } from '../route.ts'

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
      ...readConnector(visit, undefined),
      is_official: false,
      forked_from: null,
      version: 1,
      ...unpublishedFields,
      actions: [],
      created_at: world.clock.iso(),
      updated_at: null,
    })
    return connectorView(connector, caller.user.id)
  },
  'connectors.read': (visit) => connectorView(visit.resourceAs('connector'), visit.caller.user.id),
  'connectors.replace': (visit) => {
    const connector = visit.resourceAs('connector')
    const settings = readConnector(visit, connector)
    return updateConnector(visit, { ...settings, version: connector.version + 1 })
  },
  'connectors.delete': ({ world, resource: found }) => {
    const id = found?.id ?? ''
    world.store.connectors.delete(id)
    deleteAllCredentials(world, id)
    return { deleted: id }
  },
  'connectors.toggle': (visit) => {
    const { id, is_active } = updateConnector(visit, {
      is_active: !visit.resourceAs('connector').is_active,
    })
    return { id, is_active }
  },
  'connectors.publish': (visit) => {
    // Whoever publishes and names nobody means everybody.
    const record = { ...visit.resourceAs('connector'), visibility: 'global' as const }
    return updateConnector(visit, publishedFields(visit, record, visit.bodyAs(publishBody)))
  },
  'connectors.unpublish': (visit) => updateConnector(visit, unpublishedFields),
  'connectors.test': (visit) => testConnection(visit.resourceAs('connector')),
  'connectors.test-unsaved': (visit) => {
    const { type, base_url, db_config } = visit.bodyAs(connectionBody)
    requireUrl(visit, type, base_url)
    return testConnection({
      type: type ?? 'api',
      base_url: base_url ?? null,
      db_config: db_config ?? null,
      is_active: true,
    })
  },
} satisfies Record<string, Route>

/** An API is nowhere without its URL; how that is refused is the deployment's. */
function requireUrl(
  visit: RequestContext,
  type: string | null | undefined,
  url: string | null | undefined,
) {
  if (type !== 'database' && !url) throw visit.behaviour.policy.connections.noBaseUrl(visit.body)
}

/** What a body sets, with defaults for what it leaves out; secrets are not kept. */
function readConnector(visit: RequestContext, before: StoredConnector | undefined) {
  const body = visit.bodyAs(connectorBody)
  const type = body.type ?? 'api'
  requireUrl(visit, type, body.base_url)
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

function updateConnector(visit: RequestContext, change: Partial<StoredConnector>): Connector {
  const { world, caller } = visit
  const connector = world.store.connectors.update(visit.resourceAs('connector'), {
    ...change,
    updated_at: world.clock.iso(),
  })
  return connectorView(connector, caller.user.id)
}

function testConnection({
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

export const connectorActionRoutes = {
  'connectors.add-action': (visit) => {
    const { world } = visit
    const connector = visit.resourceAs('connector')
    const action = {
      id: world.random.uuid('connector-action', connector.id),
      connector_id: connector.id,
      ...readAction(visit),
      created_at: world.clock.iso(),
      updated_at: null,
    }
    replaceActions(visit, connector, [...connector.actions, action])
    return action
  },
  'connectors.replace-action': (visit) => {
    const { connector, action } = visit.resourceAs('connector-action')
    const next = { ...action, ...readAction(visit), updated_at: visit.world.clock.iso() }
    replaceActions(
      visit,
      connector,
      connector.actions.map((one) => (one === action ? next : one)),
    )
    return next
  },
  'connectors.delete-action': (visit) => {
    const { id, connector, action } = visit.resourceAs('connector-action')
    replaceActions(
      visit,
      connector,
      connector.actions.filter((one) => one !== action),
    )
    return { deleted: id }
  },
} satisfies Record<string, Route>

function readAction(visit: RequestContext) {
  const body = visit.bodyAs(connectorActionBody)
  return {
    name: body.name,
    description: body.description ?? null,
    method: body.method ?? 'GET',
    path: body.path,
    parameters_schema: body.parameters_schema ?? null,
    request_body_template: body.request_body_template ?? null,
    response_extract: body.response_extract ?? null,
    requires_confirmation: body.requires_confirmation ?? false,
  } satisfies Partial<ConnectorAction>
}

function replaceActions(
  { world }: RequestContext,
  connector: StoredConnector,
  actions: ConnectorAction[],
): void {
  world.store.connectors.update(connector, { actions, updated_at: world.clock.iso() })
}
