import { portalInputs } from '../../contract/inputs/portal.ts'
import { portalRoutes } from '../routes/portal.ts'
import { createRoom } from './room.ts'

export const room = createRoom(portalRoutes, () => portalInputs)
