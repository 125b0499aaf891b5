import { channelChangeBody, channelEventBody, channelsQuery, discoverChatsBody, newChannelBody, } from '../bodies/channels.js';
/** What the operations in `endpoints/channels.ts` take. */
export const channelsInputs = {
    'channels.list': { query: channelsQuery },
    'channels.create': { body: newChannelBody },
    'channels.update': { body: channelChangeBody },
    'channels.discover-chats': { body: discoverChatsBody },
    'channels.callback': { body: channelEventBody },
};
