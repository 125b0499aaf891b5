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
  },
  'connectors.create': {
    ...governed,
    method: 'POST',
    path: '/api/connectors',
    section: '4.7',
    body: bodies.connectorBody,
  },
  'connectors.read': { ...governed, method: 'GET', path: one, section: '4.7', finds: found },
  'connectors.replace': {
    ...governed,
    method: 'PUT',
    path: one,
    section: '4.7',
    body: bodies.connectorBody,
    finds: changed,
  },
  'connectors.delete': { ...governed, method: 'DELETE', path: one, section: '4.7', finds: changed },
  'connectors.toggle': {
    ...governed,
    method: 'POST',
    path: `${one}/toggle`,
    section: '4.7',
    finds: changed,
  },
  'connectors.publish': {
    ...governed,
    method: 'POST',
    path: `${one}/publish`,
    section: '-',
    body: publishBody,
    finds: changed,
  },
  'connectors.unpublish': {
    ...governed,
    method: 'POST',
    path: `${one}/unpublish`,
    section: '-',
    finds: changed,
  },
  'connectors.test': {
    ...governed,
    method: 'POST',
    path: `${one}/test-connection`,
    section: '-',
    finds: found,
  },
  'connectors.test-unsaved': {
    ...governed,
    method: 'POST',
    path: '/api/connectors/test-connection',
    section: '-',
    body: bodies.connectionBody,
  },
  'connectors.add-action': {
    ...governed,
    method: 'POST',
    path: `${one}/actions`,
    section: '-',
    body: bodies.connectorActionBody,
    finds: changed,
  },
  'connectors.replace-action': {
    ...governed,
    method: 'PUT',
    path: `${one}/actions/{action_id}`,
    section: '-',
    body: bodies.connectorActionBody,
    finds: changedAction,
  },
  'connectors.delete-action': {
    ...governed,
    method: 'DELETE',
    path: `${one}/actions/{action_id}`,
    section: '-',
    finds: changedAction,
  },
  'connectors.read-credentials': {
    ...governed,
    method: 'GET',
    path: `${one}/my-credentials`,
    section: '-',
    finds: found,
  },
  'connectors.store-credentials': {
    ...governed,
    method: 'PUT',
    path: `${one}/my-credentials`,
    section: '-',
    body: bodies.connectorCredentialsBody,
    finds: found,
  },
  'connectors.delete-credentials': {
    ...governed,
    method: 'DELETE',
    path: `${one}/my-credentials`,
    section: '-',
    finds: found,
  },
} as const satisfies Record<string, Endpoint>
