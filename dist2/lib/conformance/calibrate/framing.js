import { skip } from '../must.js';
import { liveStreams } from '../stream/streams.js';
import { seen } from './observer.js';
const plan = 'turn';
/** A look at the beginning of each stream as it came. */
const eachHead = async ({ lab }, optionOf) => (await liveStreams(lab)).map(({ exchange }) => seen(exchange, optionOf(exchange.head ?? skip('its text was not kept'), exchange)));
/** How streams are written, below what an event reader tells (6). */
export const framingObservers = {
    'events.line-ends': {
        plan,
        look: (view) => eachHead(view, (head) => (head.includes('\r\n') ? 'crlf' : 'lf')),
    },
    'events.data-space': {
        plan,
        look: (view) => eachHead(view, (head) => (/^data: /m.test(head) ? 'yes' : 'no')),
    },
    'events.comments': {
        plan,
        look: (view) => eachHead(view, (head) => (/^retry:/m.test(head) ? 'yes' : 'no')),
    },
    'events.content-type': {
        plan,
        look: (view) => eachHead(view, (_, { headers }) => headers.get('content-type')?.includes('charset') ? 'charset' : 'plain'),
    },
};
