import { changedByPath, type Endpoint, foundByPath, list, type Inputs } from './operation.ts'
import * as z from 'zod/mini'
import { pageQuery, label, optionalDetails, optionalFlag, optionalText } from './fields.ts'
import { channelType } from '../records/channel.ts'

/** `POST /api/channels` (4.7: not shown). */
export const newChannelBody = z.object({
  name: label,
  type: channelType,
  org_id: optionalText,
  config: optionalDetails,
  is_active: optionalFlag,
})

/** `PATCH /api/channels/{channel_id}`; the config is merged into the one that is there. */
export const channelChangeBody = z.object({
  name: z.nullish(label),
  config: optionalDetails,
  is_active: optionalFlag,
})

/** `POST /api/channels/discover-chats`. */
export const discoverChatsBody = z.object({ type: channelType, config: optionalDetails })

/** The channel list: paging, and the channels of one organization. */
export const channelsQuery = z.extend(pageQuery, { org_id: z.optional(z.string()) })

/** What a chat sends to `POST /api/channels/{id}/callback` (4.7: not shown). */
export const channelEventBody = z.looseObject({
  type: z.optional(z.string()),
  challenge: z.optional(z.string()),
  event: z.optional(z.looseObject({})),
})

/** The part of an event that decides an approval: a click on its card. */
export const cardClick = z.object({
  action: z.object({
    value: z.object({ confirmation_id: z.string(), decision: z.enum(['approve', 'reject']) }),
  }),
})

const governed = { access: 'bearer', scope: 'unlisted', reply: 'envelope' } as const
const one = '/api/channels/{channel_id}'
const found = foundByPath('channel', 'channel_id')
const changed = changedByPath('channel', 'channel_id')

/** Channels into chats, and what these call back with (4.7). */
export const channelsOperations = {
  'channels.list': {
    ...list,
    path: '/api/channels',
    section: '4.7',
    scope: 'unlisted',
    record: 'channel',
    refuses: ['resource-missing'],
  },
  'channels.create': {
    ...governed,
    method: 'POST',
    path: '/api/channels',
    section: '4.7',
    status: 201,
    record: 'channel',
    refuses: ['resource-missing', 'not-permitted'],
  },
  'channels.read': {
    ...governed,
    method: 'GET',
    path: one,
    section: '4.7',
    finds: found,
    record: 'channel',
  },
  'channels.update': {
    ...governed,
    method: 'PATCH',
    path: one,
    section: '4.7',
    finds: changed,
    record: 'channel',
  },
  'channels.delete': {
    ...governed,
    method: 'DELETE',
    path: one,
    section: '4.7',
    reply: 'empty',
    finds: changed,
  },
  'channels.test': {
    ...governed,
    method: 'POST',
    path: `${one}/test`,
    section: '-',
    finds: found,
    record: 'tested',
  },
  'channels.discover-chats': {
    ...governed,
    method: 'POST',
    path: '/api/channels/discover-chats',
    section: '-',
    record: 'discoveredChats',
  },
  'channels.callback': {
    method: 'POST',
    path: `${one}/callback`,
    section: '4.7',
    access: 'public',
    reply: 'record',
    finds: found,
    record: 'callbackAnswer',
    refuses: ['signature-wrong'],
  },
} as const satisfies Record<string, Endpoint>

/** What the operations in `endpoints/channels.ts` take. */
export const channelsInputs = {
  'channels.list': { query: channelsQuery },
  'channels.create': { body: newChannelBody },
  'channels.update': { body: channelChangeBody },
  'channels.discover-chats': { body: discoverChatsBody },
  'channels.callback': { body: channelEventBody },
} as const satisfies Inputs
