import * as z from 'zod/mini'
import { createKeyBody } from '../../contract/bodies.ts'
import { keysInputs } from '../../contract/inputs/keys.ts'
import { keyRoutes } from '../routes/keys.ts'
import { createRoom } from './room.ts'

export const room = createRoom(keyRoutes, ({ keys: { expiryField } }) => {
  if (expiryField === 'expires_at') return keysInputs
  const { expires_at } = createKeyBody.shape
  const rest = z.omit(createKeyBody, { expires_at: true })
  return { ...keysInputs, 'keys.create': { body: z.extend(rest, { [expiryField]: expires_at }) } }
})
