import * as z from 'zod/mini'
import { channelsQuery, newChannelBody } from '../../contract/bodies/channels.ts'
import { channelsInputs } from '../../contract/inputs/channels.ts'
import { channelCallbackRoutes } from '../routes/channel-callback.ts'
import { channelRoutes } from '../routes/channels.ts'
import { createRoom } from './room.ts'

const routes = { ...channelRoutes, ...channelCallbackRoutes }
const organization = { org_id: z.string() }

export const room = createRoom(routes, ({ connections }) => {
  if (!connections.channelsNeedOrganization) return channelsInputs
  return {
    ...channelsInputs,
    'channels.list': { query: z.extend(channelsQuery, organization) },
    'channels.create': { body: z.extend(newChannelBody, organization) },
  }
})
