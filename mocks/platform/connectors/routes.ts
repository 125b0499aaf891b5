import { newAction, newRecords, unpublishedFields } from '../../../contract/new-records.ts'
import type * as z from 'zod/mini'
import {
  connectorActionBody,
  connectorBody,
  type connectorOperations,
} from '../../../contract/operations/connectors.ts'
import type {
  Connector,
  ConnectorAction,
  StoredConnector,
} from '../../../contract/records/connector.ts'
import type { Tested } from '../../../contract/records/shared.ts'
import type { World } from '../../world/world.ts'
import { completePutBody, settingsWithDefaults } from '../body-fields.ts'
import { paginate } from '../paginate.ts'
import { publishedFields, sharingSource, visibleRecords } from '../sharing.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import {
  deleteConnection,
  deleteCredentials,
  storeCredentials,
  storedCredentials,
  testFailed,
  testHost,
  testUrl,
} from './connections.ts'
import { hasSecret, maskSecrets, maskValues, withoutSecrets } from './mask-secrets.ts'

export const connectorRoutes: Routes<typeof connectorOperations> = {
  'connectors.list': (context) => {
    const connectors = visibleRecords(context, 'connectors')
    return paginate(context, connectors, (connector) => connectorView(context, connector))
  },
  'connectors.create': (context) => {
    const { world, caller } = context
    const connector = world.store.connectors.insert({
      id: world.random.id('connector', caller.user.id),
      user_id: caller.user.id,
      ...newRecords.connectors,
      ...readSettings(context, context.body, undefined),
      created_at: world.clock.iso(),
    })
    return connectorView(context, connector)
  },
  'connectors.read': (context) => connectorView(context, context.resource),
  'connectors.replace': (context) =>
    updateConnector(context, {
      ...readSettings(
        context,
        completePutBody(context.behaviour.policy, context.body, context.resource),
        context.resource,
      ),
      version: context.resource.version + 1,
    }),
  'connectors.delete': ({ world, resource: { id } }) => {
    deleteConnection(world.store, 'connectors', id)
    return { deleted: id }
  },
  'connectors.toggle': (context) => {
    const { id, is_active } = updateConnector(context, { is_active: !context.resource.is_active })
    return { id, is_active }
  },
  'connectors.publish': (context) => {
    // Without an audience in the body, a connector is published for all users.
    const connector = { ...context.resource, visibility: 'global' as const }
    return updateConnector(context, publishedFields(context, connector, context.body))
  },
  'connectors.unpublish': (context) => updateConnector(context, unpublishedFields),
  'connectors.test': ({ resource }) => testConnection(resource),
  'connectors.test-unsaved': (context) => {
    const { type, base_url, db_config } = context.body
    requireUrl(context, context.body)
    return testConnection({
      type: type ?? 'api',
      base_url: base_url ?? null,
      db_config: db_config ?? null,
      is_active: true,
    })
  },
  'connectors.add-action': ({ world, resource: connector, body }) => {
    const action = {
      id: world.random.id('connector-action', connector.id),
      connector_id: connector.id,
      ...readAction(body),
      created_at: world.clock.iso(),
      updated_at: null,
    }
    replaceActions(world, connector, [...connector.actions, action])
    return action
  },
  'connectors.replace-action': ({ world, behaviour, resource: { connector, action }, body }) => {
    const settings = readAction(completePutBody(behaviour.policy, body, action))
    const next = { ...action, ...settings, updated_at: world.clock.iso() }
    const actions = connector.actions.map((current) => (current === action ? next : current))
    replaceActions(world, connector, actions)
    return next
  },
  'connectors.delete-action': ({ world, resource: { id, connector, action } }) => {
    const actions = connector.actions.filter((current) => current !== action)
    replaceActions(world, connector, actions)
    return { deleted: id }
  },
  'connectors.read-credentials': ({ world, resource, caller }) => {
    const stored = storedCredentials(world, resource.id, caller.user.id)
    return { has_credentials: stored !== undefined, keys: Object.keys(stored?.env ?? {}) }
  },
  'connectors.store-credentials': ({ world, resource, caller, body }) => {
    const env = maskValues(body.credentials)
    storeCredentials(world, resource.id, caller.user.id, { env, headers: {} })
    return { saved: true }
  },
  'connectors.delete-credentials': ({ world, resource, caller }) => {
    deleteCredentials(world, resource.id, caller.user.id)
    return { deleted: resource.id }
  },
}

/** Throws for an API without a URL. The error depends on the deployment. */
function requireUrl(
  { behaviour }: RequestContext,
  body: {
    readonly type?: string | null | undefined
    readonly base_url?: string | null | undefined
  },
): void {
  if (body.type !== 'database' && !body.base_url) throw behaviour.policy.connections.noBaseUrl(body)
}

/** The settings in a body, with defaults for absent fields. Secrets are not stored. */
function readSettings(
  context: RequestContext,
  body: z.output<typeof connectorBody>,
  before: StoredConnector | undefined,
) {
  requireUrl(context, body)
  const settings = settingsWithDefaults(connectorBody, body, newRecords.connectors)
  const { auth_config: auth, db_config: database } = body
  // Clients never receive secrets, so a body without secrets does not mean that there are none.
  const keepsCredentials =
    before !== undefined && hasCredentials(before) && before.auth_type === settings.auth_type
  return {
    ...settings,
    auth_config: auth ? withoutSecrets(auth) : null,
    db_config: database ? maskSecrets(database) : null,
    has_default_credentials: hasSecret(auth ?? {}) || hasSecret(database ?? {}) || keepsCredentials,
  }
}

/** Whether a connector has secrets. A connector of a fixture may have them in its settings. */
const hasCredentials = (connector: StoredConnector): boolean =>
  connector.has_default_credentials ||
  hasSecret(connector.auth_config ?? {}) ||
  hasSecret(connector.db_config ?? {})

const readAction = (body: z.output<typeof connectorActionBody>) =>
  settingsWithDefaults(connectorActionBody, body, { ...newAction, method: 'GET' as const })

function updateConnector(
  context: RequestContext & { readonly resource: StoredConnector },
  changes: Partial<StoredConnector>,
): Connector {
  const { store, clock } = context.world
  const settings = { ...changes, updated_at: clock.iso() }
  return connectorView(context, store.connectors.update(context.resource, settings))
}

function replaceActions(
  world: World,
  connector: StoredConnector,
  actions: ConnectorAction[],
): void {
  world.store.connectors.update(connector, { actions, updated_at: world.clock.iso() })
}

function testConnection({
  type,
  base_url,
  db_config,
  is_active,
}: Pick<StoredConnector, 'type' | 'base_url' | 'db_config' | 'is_active'>): Tested {
  if (!is_active) return testFailed('The connector is inactive.')
  if (type === 'api') return testUrl(base_url ?? '')
  const host = db_config?.['host']
  return typeof host === 'string' ? testHost(host) : testFailed('`db_config` has no `host`.')
}

/** A connector as the caller sees it. Only its owner sees the authentication settings. */
function connectorView(
  { behaviour, caller }: RequestContext,
  connector: StoredConnector,
): Connector {
  const { auth_config: auth, db_config: database } = connector
  // A connector of a fixture may have secrets.
  const masked = {
    auth_config: auth && withoutSecrets(auth),
    db_config: database && maskSecrets(database),
  }
  const view = {
    ...connector,
    ...(!behaviour.policy.connections.returnsSecrets && masked),
    has_default_credentials: hasCredentials(connector),
    source: sharingSource(connector, caller.user.id),
  }
  return view.source === 'own' ? view : { ...view, auth_config: null, db_config: null }
}
