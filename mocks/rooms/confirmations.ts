import { confirmationsInputs } from '../../contract/inputs/confirmations.ts'
import { confirmationRoutes } from '../routes/confirmations.ts'
import { createRoom } from './room.ts'

export const room = createRoom(confirmationRoutes, () => confirmationsInputs)
