import { pageQuery } from '../bodies.ts'
import * as bodies from '../bodies/connectors.ts'
import { publishBody } from '../bodies/publication.ts'
import { changedByPath, type Endpoint, foundByPath, list } from './endpoint.ts'

const governed = { access: 'bearer', scope: 'connectors', reply: 'envelope' } as const
const one = '/api/connectors/{connector_id}'
const found = foundByPath('connector', 'connector_id')
const changed = changedByPath('connector', 'connector_id')
const changedAction = changedByPath('connector-action', 'action_id')

/** Connectors: services and databases that agents may call (4.7). */
export const connectorsEndpoints = {
  'connectors.list': {
    ...list,
    path: '/api/connectors',
    section: '4.7',
    scope: 'connectors',
    query: pageQuery,
    record: 'connector',
  },
  'connectors.create': {
    ...governed,
    method: 'POST',
    path: '/api/connectors',
    section: '4.7',
    body: bodies.connectorBody,
    record: 'connector',
    refuses: ['request-senseless'],
  },
  'connectors.read': {
    ...governed,
    method: 'GET',
    path: one,
    section: '4.7',
    finds: found,
    record: 'connector',
  },
  'connectors.replace': {
    ...governed,
    method: 'PUT',
    path: one,
    section: '4.7',
    body: bodies.connectorBody,
    finds: changed,
    record: 'connector',
    refuses: ['request-senseless'],
  },
  'connectors.delete': {
    ...governed,
    method: 'DELETE',
    path: one,
    section: '4.7',
    finds: changed,
    record: 'deleted',
  },
  'connectors.toggle': {
    ...governed,
    method: 'POST',
    path: `${one}/toggle`,
    section: '4.7',
    finds: changed,
    record: 'toggled',
  },
  'connectors.publish': {
    ...governed,
    method: 'POST',
    path: `${one}/publish`,
    section: '-',
    body: publishBody,
    finds: changed,
    record: 'connector',
    refuses: ['request-senseless'],
  },
  'connectors.unpublish': {
    ...governed,
    method: 'POST',
    path: `${one}/unpublish`,
    section: '-',
    finds: changed,
    record: 'connector',
  },
  'connectors.test': {
    ...governed,
    method: 'POST',
    path: `${one}/test-connection`,
    section: '-',
    finds: found,
    record: 'tested',
  },
  'connectors.test-unsaved': {
    ...governed,
    method: 'POST',
    path: '/api/connectors/test-connection',
    section: '-',
    body: bodies.connectionBody,
    record: 'tested',
    refuses: ['request-senseless'],
  },
  'connectors.add-action': {
    ...governed,
    method: 'POST',
    path: `${one}/actions`,
    section: '-',
    body: bodies.connectorActionBody,
    finds: changed,
    record: 'connectorAction',
  },
  'connectors.replace-action': {
    ...governed,
    method: 'PUT',
    path: `${one}/actions/{action_id}`,
    section: '-',
    body: bodies.connectorActionBody,
    finds: changedAction,
    record: 'connectorAction',
  },
  'connectors.delete-action': {
    ...governed,
    method: 'DELETE',
    path: `${one}/actions/{action_id}`,
    section: '-',
    finds: changedAction,
    record: 'deleted',
  },
  'connectors.read-credentials': {
    ...governed,
    method: 'GET',
    path: `${one}/my-credentials`,
    section: '-',
    finds: found,
    record: 'connectorCredentials',
  },
  'connectors.store-credentials': {
    ...governed,
    method: 'PUT',
    path: `${one}/my-credentials`,
    section: '-',
    body: bodies.connectorCredentialsBody,
    finds: found,
    record: 'savedCredentials',
  },
  'connectors.delete-credentials': {
    ...governed,
    method: 'DELETE',
    path: `${one}/my-credentials`,
    section: '-',
    finds: found,
    record: 'deleted',
  },
} as const satisfies Record<string, Endpoint>
