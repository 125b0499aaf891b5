import { connectorsInputs } from '../../contract/inputs/connectors.ts'
import { connectorRoutes } from '../routes/connectors.ts'
import { connectorActionRoutes } from '../routes/connector-actions.ts'
import { ownCredentialRoutes } from '../routes/own-credentials.ts'
import { createRoom } from './room.ts'

export const room = createRoom(
  { ...connectorRoutes, ...connectorActionRoutes, ...ownCredentialRoutes },
  () => connectorsInputs,
)
