import * as z from 'zod/mini'
import {
  connector,
  connectorAction,
  connectorCredentials,
  savedCredentials,
} from '../records/connector.ts'
import { deleted, tested, toggled } from '../records/shared.ts'
import {
  httpUrl,
  label,
  optionalDetails,
  optionalFlag,
  optionalText,
  pageQuery,
  publishBody,
} from './fields.ts'
import { list, type Operation } from './operation.ts'

const how = {
  type: z.nullish(connector.shape.type),
  base_url: z.nullish(httpUrl),
  auth_type: optionalText,
  auth_config: optionalDetails,
  db_config: optionalDetails,
}

/** `POST /api/connectors`, and `PUT`, which replaces the whole record (4.7: not specified). */
export const connectorBody = z.object({
  name: label,
  description: optionalText,
  icon: optionalText,
  ...how,
  is_active: optionalFlag,
  allow_fallback: optionalFlag,
})

/** `POST /api/connectors/test-connection`: tests a connector that is not stored. */
const connectionBody = z.object(how)

/** Adds or replaces an action of a connector. */
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
const connectorCredentialsBody = z.object({
  credentials: z.record(z.string(), z.string()),
})

const governed = { scope: 'connectors', answer: 'envelope' } as const satisfies Partial<Operation>
const one = '/api/connectors/{connector_id}'
const found = { kind: 'connector', by: 'connector_id' } as const satisfies Operation['loads']
const changed = {
  kind: 'connector',
  by: 'connector_id',
  writeAccess: true,
} as const satisfies Operation['loads']
const changedAction = {
  kind: 'connector-action',
  by: 'action_id',
  writeAccess: true,
} as const satisfies Operation['loads']

/** Connectors: services and databases that agents may call (4.7). */
export const connectorOperations = {
  'connectors.list': {
    ...list,
    path: '/api/connectors',
    clause: '4.7',
    scope: 'connectors',
    query: pageQuery,
    record: connector,
  },
  'connectors.create': {
    ...governed,
    method: 'POST',
    path: '/api/connectors',
    clause: '4.7',
    body: connectorBody,
    record: connector,
    refuses: ['request-senseless'],
  },
  'connectors.read': {
    ...governed,
    method: 'GET',
    path: one,
    clause: '4.7',
    loads: found,
    record: connector,
  },
  'connectors.replace': {
    ...governed,
    method: 'PUT',
    path: one,
    clause: '4.7',
    loads: changed,
    body: connectorBody,
    record: connector,
    refuses: ['request-senseless'],
  },
  'connectors.delete': {
    ...governed,
    method: 'DELETE',
    path: one,
    clause: '4.7',
    loads: changed,
    record: deleted,
  },
  'connectors.toggle': {
    ...governed,
    method: 'POST',
    path: `${one}/toggle`,
    clause: '4.7',
    loads: changed,
    record: toggled,
  },
  'connectors.publish': {
    ...governed,
    method: 'POST',
    path: `${one}/publish`,
    loads: changed,
    body: publishBody,
    record: connector,
    refuses: ['request-senseless'],
  },
  'connectors.unpublish': {
    ...governed,
    method: 'POST',
    path: `${one}/unpublish`,
    loads: changed,
    record: connector,
  },
  'connectors.test': {
    ...governed,
    method: 'POST',
    path: `${one}/test-connection`,
    loads: found,
    record: tested,
  },
  'connectors.test-unsaved': {
    ...governed,
    method: 'POST',
    path: '/api/connectors/test-connection',
    body: connectionBody,
    record: tested,
    refuses: ['request-senseless'],
  },
  'connectors.add-action': {
    ...governed,
    method: 'POST',
    path: `${one}/actions`,
    loads: changed,
    body: connectorActionBody,
    record: connectorAction,
  },
  'connectors.replace-action': {
    ...governed,
    method: 'PUT',
    path: `${one}/actions/{action_id}`,
    loads: changedAction,
    body: connectorActionBody,
    record: connectorAction,
  },
  'connectors.delete-action': {
    ...governed,
    method: 'DELETE',
    path: `${one}/actions/{action_id}`,
    loads: changedAction,
    record: deleted,
  },
  'connectors.read-credentials': {
    ...governed,
    method: 'GET',
    path: `${one}/my-credentials`,
    loads: found,
    record: connectorCredentials,
  },
  'connectors.store-credentials': {
    ...governed,
    method: 'PUT',
    path: `${one}/my-credentials`,
    loads: found,
    body: connectorCredentialsBody,
    record: savedCredentials,
  },
  'connectors.delete-credentials': {
    ...governed,
    method: 'DELETE',
    path: `${one}/my-credentials`,
    loads: found,
    record: deleted,
  },
} as const satisfies Record<string, Operation>
