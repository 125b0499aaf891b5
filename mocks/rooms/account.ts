import { accountInputs } from '../../contract/inputs/account.ts'
import { accountRoutes } from '../routes/account.ts'
import { createRoom } from './room.ts'

export const room = createRoom(accountRoutes, () => accountInputs)
