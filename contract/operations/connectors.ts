import { changedByPath, type Endpoint, foundByPath, list, type Inputs } from './operation.ts'
import {
  pageQuery,
  httpUrl,
  label,
  optionalDetails,
  optionalFlag,
  optionalText,
  publishBody,
} from './fields.ts'
import * as z from 'zod/mini'
import { connector, connectorAction } from '../records/connector.ts'

const how = {
  type: z.nullish(connector.shape.type),
  base_url: z.nullish(httpUrl),
  auth_type: optionalText,
  auth_config: optionalDetails,
  db_config: optionalDetails,
}

/** `POST /api/connectors`, and `PUT`, which replaces all of it (4.7: not shown). */
export const connectorBody = z.object({
  name: label,
  description: optionalText,
  icon: optionalText,
  ...how,
  is_active: optionalFlag,
  allow_fallback: optionalFlag,
})

/** `POST /api/connectors/test-connection`: a connector that is not stored yet. */
export const connectionBody = z.object(how)

/** An action of a connector: added, or put in the place of another. */
export const connectorActionBody = z.object({
  name: label,
  description: optionalText,
  method: z.nullish(connectorAction.shape.method),
  path: z
    .string()
    .check(z.refine((path) => path.startsWith('/'), { error: 'Input should start with a slash' })),
  parameters_schema: optionalDetails,
  request_body_template: optionalDetails,
  response_extract: optionalText,
  requires_confirmation: optionalFlag,
})

/** `PUT /api/connectors/{connector_id}/my-credentials`. */
export const connectorCredentialsBody = z.object({
  credentials: z.record(z.string(), z.string()),
})

const governed = { access: 'bearer', scope: 'connectors', reply: 'envelope' } as const
const one = '/api/connectors/{connector_id}'
const found = foundByPath('connector', 'connector_id')
const changed = changedByPath('connector', 'connector_id')
const changedAction = changedByPath('connector-action', 'action_id')

/** Connectors: services and databases that agents may call (4.7). */
export const connectorsOperations = {
  'connectors.list': {
    ...list,
    path: '/api/connectors',
    section: '4.7',
    scope: 'connectors',
    record: 'connector',
  },
  'connectors.create': {
    ...governed,
    method: 'POST',
    path: '/api/connectors',
    section: '4.7',
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
    record: 'tested',
    refuses: ['request-senseless'],
  },
  'connectors.add-action': {
    ...governed,
    method: 'POST',
    path: `${one}/actions`,
    section: '-',
    finds: changed,
    record: 'connectorAction',
  },
  'connectors.replace-action': {
    ...governed,
    method: 'PUT',
    path: `${one}/actions/{action_id}`,
    section: '-',
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

/** What the operations in `endpoints/connectors.ts` take. */
export const connectorsInputs = {
  'connectors.list': { query: pageQuery },
  'connectors.create': { body: connectorBody },
  'connectors.replace': { body: connectorBody },
  'connectors.publish': { body: publishBody },
  'connectors.test-unsaved': { body: connectionBody },
  'connectors.add-action': { body: connectorActionBody },
  'connectors.replace-action': { body: connectorActionBody },
  'connectors.store-credentials': { body: connectorCredentialsBody },
} as const satisfies Inputs
