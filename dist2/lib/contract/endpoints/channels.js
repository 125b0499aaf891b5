import { changedByPath, foundByPath, list } from './endpoint.js';
const governed = { access: 'bearer', scope: 'unlisted', reply: 'envelope' };
const one = '/api/channels/{channel_id}';
const found = foundByPath('channel', 'channel_id');
const changed = changedByPath('channel', 'channel_id');
/** Channels into chats, and what these call back with (4.7). */
export const channelsEndpoints = {
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
};
