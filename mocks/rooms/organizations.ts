import { organizationsInputs } from '../../contract/inputs/organizations.ts'
import { organizationRoutes } from '../routes/organizations.ts'
import { memberRoutes } from '../routes/members.ts'
import { createRoom } from './room.ts'

export const room = createRoom(
  { ...organizationRoutes, ...memberRoutes },
  () => organizationsInputs,
)
