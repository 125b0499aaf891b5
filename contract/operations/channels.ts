import * as z from 'zod/mini'
import { callbackAnswer, channel, channelType, discoveredChats } from '../records/channel.ts'
import { tested } from '../records/shared.ts'
import { label, optionalDetails, optionalFlag, optionalText, pageQuery } from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

/** The body of `POST /api/channels` (4.7: not specified). */
export const newChannelBody = z.object({
  name: label,
  type: channelType,
  org_id: optionalText,
  config: optionalDetails,
  is_active: optionalFlag,
})

/** The body of `PATCH /api/channels/{channel_id}`; `config` is merged into the stored `config`. */
const channelChangeBody = z.object({
  name: z.nullish(label),
  config: optionalDetails,
  is_active: optionalFlag,
})

/** The body of `POST /api/channels/discover-chats`. */
const discoverChatsBody = z.object({ type: channelType, config: optionalDetails })

/** The query of the channel list: a page, optionally of one organization. */
export const channelsQuery = z.extend(pageQuery, { org_id: z.optional(z.string()) })

/** The event that a chat sends to `POST /api/channels/{id}/callback` (4.7: not specified). */
const channelEventBody = z.looseObject({
  type: z.optional(z.string()),
  challenge: z.optional(z.string()),
  event: z.optional(z.looseObject({})),
})

/** A click on the card of an approval in a chat. The click decides the approval. */
export const cardClick = z.object({
  action: z.object({
    value: z.object({ confirmation_id: z.string(), decision: z.enum(['approve', 'reject']) }),
  }),
})

const channelResponse = {
  answer: 'envelope',
  record: channel,
} as const satisfies Partial<Operation>
const channelPath = '/api/channels/{channel_id}'
const loadsChannel = { kind: 'channel', by: 'channel_id' } as const satisfies Operation['loads']
const channelChange = {
  path: channelPath,
  clause: '4.7',
  loads: { ...loadsChannel, writeAccess: true },
} as const satisfies Partial<Operation>

/** Channels to chats, and the callbacks of chats (4.7). */
export const channelOperations = {
  'channels.list': {
    ...listOperation,
    path: '/api/channels',
    clause: '4.7',
    query: channelsQuery,
    record: channel,
    refuses: ['resource-missing'],
  },
  'channels.create': {
    ...channelResponse,
    method: 'POST',
    path: '/api/channels',
    clause: '4.7',
    body: newChannelBody,
    status: 201,
    refuses: ['resource-missing', 'not-permitted'],
    auditAction: 'channel.created',
  },
  'channels.read': {
    ...channelResponse,
    method: 'GET',
    path: channelPath,
    clause: '4.7',
    loads: loadsChannel,
  },
  'channels.update': {
    ...channelResponse,
    ...channelChange,
    method: 'PATCH',
    body: channelChangeBody,
    auditAction: 'channel.updated',
  },
  'channels.delete': {
    ...channelChange,
    method: 'DELETE',
    answer: 'empty',
    auditAction: 'channel.deleted',
  },
  'channels.test': {
    ...channelResponse,
    method: 'POST',
    path: `${channelPath}/test`,
    loads: loadsChannel,
    record: tested,
  },
  'channels.discover-chats': {
    ...channelResponse,
    method: 'POST',
    path: '/api/channels/discover-chats',
    body: discoverChatsBody,
    record: discoveredChats,
  },
  'channels.callback': {
    method: 'POST',
    path: `${channelPath}/callback`,
    clause: '4.7',
    access: 'public',
    loads: loadsChannel,
    body: channelEventBody,
    answer: 'record',
    record: callbackAnswer,
    refuses: ['signature-wrong'],
  },
} as const satisfies Record<string, Operation>
