import * as z from 'zod/mini'
import { publication, source, timestamp } from './shared.ts'

const details = z.nullable(z.record(z.string(), z.unknown()))

/** An action of a connector that agents can call. */
export const connectorAction = z.object({
  id: z.string(),
  connector_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  parameters_schema: details,
  request_body_template: details,
  response_extract: z.nullable(z.string()),
  requires_confirmation: z.boolean(),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
})

/** A connector (4.7: named only). None of its fields contains a secret. */
export const connector = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  type: z.enum(['api', 'database']),
  base_url: z.nullable(z.string()),
  auth_type: z.string(),
  /** The authentication settings, without secrets. */
  auth_config: details,
  /** The database settings; passwords are masked as `***`. */
  db_config: details,
  is_official: z.boolean(),
  forked_from: z.nullable(z.string()),
  version: z.int(),
  is_active: z.boolean(),
  ...publication,
  allow_fallback: z.boolean(),
  has_default_credentials: z.boolean(),
  source,
  actions: z.array(connectorAction),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
})

/** A connector as a world stores it: without `source`, which depends on the caller. */
export const storedConnector = z.omit(connector, { source: true })

export type ConnectorAction = z.infer<typeof connectorAction>
export type Connector = z.infer<typeof connector>
export type StoredConnector = z.infer<typeof storedConnector>

/** Whether the caller stored credentials for a connector, and the names of these credentials. */
export const connectorCredentials = z.object({
  has_credentials: z.boolean(),
  keys: z.array(z.string()),
})

const texts = z.optional(z.record(z.string(), z.string()))

/** Whether the caller stored credentials for an MCP server; some deployments send their values. */
export const mcpCredentials = z.object({
  has_credentials: z.boolean(),
  env_keys: z.array(z.string()),
  header_keys: z.array(z.string()),
  env: texts,
  headers: texts,
})

/** The result of storing credentials; `cleared` if the body was empty. */
export const savedCredentials = z.object({
  saved: z.boolean(),
  cleared: z.optional(z.boolean()),
})

/** Credentials of a user, as a world stores them. */
export const storedCredentials = z.object({
  /** The id, derived from the ids of the target and the user. */
  id: z.string(),
  /** The id of the connector or MCP server. */
  target_id: z.string(),
  /** Values by name; `***` if the deployment does not store secrets. */
  env: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.string()),
})

export type StoredCredentials = z.infer<typeof storedCredentials>
