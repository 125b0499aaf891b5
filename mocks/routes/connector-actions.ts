import { connectorActionBody } from '../../contract/operations/connectors.ts'
import type { ConnectorAction, StoredConnector } from '../../contract/records/connector.ts'
import type { RequestContext } from '../platform/request-context.ts'
import type { Route } from './route.ts'

export const connectorActionRoutes = {
  'connectors.add-action': (visit) => {
    const { world } = visit
    const connector = visit.resource('connector')
    const action = {
      id: world.random.uuid('connector-action', connector.id),
      connector_id: connector.id,
      ...settingsIn(visit),
      created_at: world.clock.iso(),
      updated_at: null,
    }
    keep(visit, connector, [...connector.actions, action])
    return action
  },
  'connectors.replace-action': (visit) => {
    const { connector, action } = visit.resource('connector-action')
    const next = { ...action, ...settingsIn(visit), updated_at: visit.world.clock.iso() }
    keep(
      visit,
      connector,
      connector.actions.map((one) => (one === action ? next : one)),
    )
    return next
  },
  'connectors.delete-action': (visit) => {
    const { id, connector, action } = visit.resource('connector-action')
    keep(
      visit,
      connector,
      connector.actions.filter((one) => one !== action),
    )
    return { deleted: id }
  },
} satisfies Record<string, Route>

function settingsIn(visit: RequestContext) {
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

function keep(
  { world }: RequestContext,
  connector: StoredConnector,
  actions: ConnectorAction[],
): void {
  world.store.connectors.update(connector, { actions, updated_at: world.clock.iso() })
}
