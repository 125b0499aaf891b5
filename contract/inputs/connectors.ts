import { pageQuery } from '../bodies.ts'
import {
  connectionBody,
  connectorActionBody,
  connectorBody,
  connectorCredentialsBody,
} from '../bodies/connectors.ts'
import { publishBody } from '../bodies/publication.ts'
import type { Inputs } from './input.ts'

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
