import * as z from 'zod/mini';
import { pageQuery } from '../bodies.js';
import { channelType } from '../records/channel.js';
import { label, optionalDetails, optionalFlag, optionalText } from './fields.js';
/** `POST /api/channels` (4.7: not shown). */
export const newChannelBody = z.object({
    name: label,
    type: channelType,
    org_id: optionalText,
    config: optionalDetails,
    is_active: optionalFlag,
});
/** `PATCH /api/channels/{channel_id}`; the config is merged into the one that is there. */
export const channelChangeBody = z.object({
    name: z.nullish(label),
    config: optionalDetails,
    is_active: optionalFlag,
});
/** `POST /api/channels/discover-chats`. */
export const discoverChatsBody = z.object({ type: channelType, config: optionalDetails });
/** The channel list: paging, and the channels of one organization. */
export const channelsQuery = z.extend(pageQuery, { org_id: z.optional(z.string()) });
/** What a chat sends to `POST /api/channels/{id}/callback` (4.7: not shown). */
export const channelEventBody = z.looseObject({
    type: z.optional(z.string()),
    challenge: z.optional(z.string()),
    event: z.optional(z.looseObject({})),
});
/** The part of an event that decides an approval: a click on its card. */
export const cardClick = z.object({
    action: z.object({
        value: z.object({ confirmation_id: z.string(), decision: z.enum(['approve', 'reject']) }),
    }),
});
