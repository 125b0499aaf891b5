import * as z from 'zod/mini'
import { publication, source } from './publication.ts'
import { timestamp } from './shared.ts'

const details = z.nullable(z.record(z.string(), z.unknown()))

/** One call that a connector offers to agents. */
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

/** A connector (4.7: named only). Secrets are in none of its fields. */
export const connector = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  type: z.enum(['api', 'database']),
  base_url: z.nullable(z.string()),
  auth_type: z.string(),
  /** How it signs in, without the secret itself. */
  auth_config: details,
  /** Where its database is; a password is `***`. */
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

/** A connector as a world keeps it; `source` depends on who looks. */
export const storedConnector = z.omit(connector, { source: true })

export type ConnectorAction = z.infer<typeof connectorAction>
export type Connector = z.infer<typeof connector>
export type StoredConnector = z.infer<typeof storedConnector>
