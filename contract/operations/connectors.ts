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
import { listOperation, type Operation } from './operation.ts'

const connectionFields = {
  type: z.nullish(connector.shape.type),
  base_url: z.nullish(httpUrl),
  auth_type: optionalText,
  auth_config: optionalDetails,
  db_config: optionalDetails,
}

/** The body of `POST /api/connectors`, and of `PUT`, which replaces the record (4.7). */
export const connectorBody = z.object({
  name: label,
  description: optionalText,
  icon: optionalText,
  ...connectionFields,
  is_active: optionalFlag,
  allow_fallback: optionalFlag,
})

/** The body of `POST /api/connectors/test-connection`: tests a connector that is not stored. */
const connectionBody = z.object(connectionFields)

/** The body that adds or replaces an action of a connector. */
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

/** The body of `PUT /api/connectors/{connector_id}/my-credentials`. */
const connectorCredentialsBody = z.object({
  credentials: z.record(z.string(), z.string()),
})

const connectorResponse = {
  scope: 'connectors',
  answer: 'envelope',
  record: connector,
} as const satisfies Partial<Operation>
const connectorPath = '/api/connectors/{connector_id}'
const connectorById = {
  ...connectorResponse,
  path: connectorPath,
  loads: { kind: 'connector', by: 'connector_id' },
} as const satisfies Partial<Operation>
const connectorChange = {
  ...connectorById,
  loads: { ...connectorById.loads, writeAccess: true },
} as const satisfies Partial<Operation>
const connectorActionChange = {
  ...connectorResponse,
  path: `${connectorPath}/actions/{action_id}`,
  loads: { kind: 'connector-action', by: 'action_id', writeAccess: true },
  record: connectorAction,
} as const satisfies Partial<Operation>

/** Connectors: services and databases that agents may call (4.7). */
export const connectorOperations = {
  'connectors.list': {
    ...listOperation,
    path: '/api/connectors',
    clause: '4.7',
    scope: 'connectors',
    query: pageQuery,
    record: connector,
  },
  'connectors.create': {
    ...connectorResponse,
    method: 'POST',
    path: '/api/connectors',
    clause: '4.7',
    body: connectorBody,
    refuses: ['request-senseless'],
    auditAction: 'connector.created',
  },
  'connectors.read': { ...connectorById, method: 'GET', clause: '4.7' },
  'connectors.replace': {
    ...connectorChange,
    method: 'PUT',
    clause: '4.7',
    body: connectorBody,
    refuses: ['request-senseless'],
    auditAction: 'connector.updated',
  },
  'connectors.delete': {
    ...connectorChange,
    method: 'DELETE',
    clause: '4.7',
    record: deleted,
    auditAction: 'connector.deleted',
  },
  'connectors.toggle': {
    ...connectorChange,
    method: 'POST',
    path: `${connectorPath}/toggle`,
    clause: '4.7',
    record: toggled,
    auditAction: 'connector.activity-changed',
  },
  'connectors.publish': {
    ...connectorChange,
    method: 'POST',
    path: `${connectorPath}/publish`,
    body: publishBody,
    refuses: ['request-senseless'],
    auditAction: 'connector.published',
  },
  'connectors.unpublish': {
    ...connectorChange,
    method: 'POST',
    path: `${connectorPath}/unpublish`,
    auditAction: 'connector.unpublished',
  },
  'connectors.test': {
    ...connectorById,
    method: 'POST',
    path: `${connectorPath}/test-connection`,
    record: tested,
  },
  'connectors.test-unsaved': {
    ...connectorResponse,
    method: 'POST',
    path: '/api/connectors/test-connection',
    body: connectionBody,
    record: tested,
    refuses: ['request-senseless'],
  },
  'connectors.add-action': {
    ...connectorChange,
    method: 'POST',
    path: `${connectorPath}/actions`,
    body: connectorActionBody,
    record: connectorAction,
    auditAction: 'connector.action-created',
  },
  'connectors.replace-action': {
    ...connectorActionChange,
    method: 'PUT',
    body: connectorActionBody,
    auditAction: 'connector.action-updated',
  },
  'connectors.delete-action': {
    ...connectorActionChange,
    method: 'DELETE',
    record: deleted,
    auditAction: 'connector.action-deleted',
  },
  'connectors.read-credentials': {
    ...connectorById,
    method: 'GET',
    path: `${connectorPath}/my-credentials`,
    record: connectorCredentials,
  },
  'connectors.store-credentials': {
    ...connectorById,
    method: 'PUT',
    path: `${connectorPath}/my-credentials`,
    body: connectorCredentialsBody,
    record: savedCredentials,
    auditAction: 'connector.credentials-stored',
  },
  'connectors.delete-credentials': {
    ...connectorById,
    method: 'DELETE',
    path: `${connectorPath}/my-credentials`,
    record: deleted,
    auditAction: 'connector.credentials-deleted',
  },
} as const satisfies Record<string, Operation>
