import { authInputs } from '../../contract/inputs/auth.ts'
import { authRoutes } from '../routes/auth.ts'
import { createRoom } from './room.ts'

export const room = createRoom(authRoutes, () => authInputs)
