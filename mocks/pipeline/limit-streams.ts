import type { Endpoint } from '../../contract/operations/operation.ts'
import { ApiError } from '../api-error.ts'
import type { World } from '../state/world.ts'

/** Refuses a stream while as many are open as a fake may have, before anything is done for it. */
export function limitStreams({ plan: { streams } }: World, { reply }: Endpoint): void {
  if (reply === 'stream' && streams.open >= streams.most)
    throw new ApiError('overloaded', `There are ${streams.most} streams open: end one first.`)
}
