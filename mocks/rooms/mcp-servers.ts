import { mcpServersInputs } from '../../contract/inputs/mcp-servers.ts'
import { mcpServerRoutes } from '../routes/mcp-servers.ts'
import { ownCredentialRoutes } from '../routes/own-credentials.ts'
import { createRoom } from './room.ts'

export const room = createRoom(
  { ...mcpServerRoutes, ...ownCredentialRoutes },
  () => mcpServersInputs,
)
