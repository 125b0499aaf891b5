import type { Exchange } from '../session/exchange.ts'
import { liveStreams } from '../stream/all-streams.ts'
import { isStream } from '../stream/stream.ts'
import { exchangesOf } from './events.ts'
import { noOption, observed } from './look.ts'
import type { ObserverContext, Observers } from './observer.ts'

const plan = 'turn'

const provoke = ({ session }: ObserverContext) => exchangesOf(liveStreams(session))

/** The beginning of a stream as text, if it has at least one whole event. */
const streamHead = (exchange: Exchange): string | undefined =>
  isStream(exchange) && exchange.events.length > 0 ? exchange.streamStart : undefined

/** Reads the beginning of every stream that has a whole event. */
const byHead =
  <Look>(read: (exchange: Exchange, head: string) => Look) =>
  (exchange: Exchange): Look | undefined => {
    const head = streamHead(exchange)
    return head === undefined ? undefined : read(exchange, head)
  }

/** What all observers of the line format share. */
const common = { plan, isShownEverywhere: true, provoke } as const

/** The line format of streams (6). */
export const framingObservers = {
  'events.line-ends': {
    ...common,
    read: byHead((exchange, head) => {
      if (head.includes('\r\n')) return observed(exchange, 'crlf')
      return head.includes('\n') ? observed(exchange, 'lf') : noOption(exchange, 'other line ends')
    }),
  },
  'events.data-space': {
    ...common,
    read: byHead((exchange, head) => {
      if (/^data: /m.test(head)) return observed(exchange, 'yes')
      return /^data:/m.test(head) ? observed(exchange, 'no') : undefined
    }),
  },
  'events.comments': {
    ...common,
    read: byHead((exchange, head) => observed(exchange, /^retry:/m.test(head) ? 'yes' : 'no')),
  },
  'events.content-type': {
    ...common,
    read: (exchange) => {
      if (!isStream(exchange)) return undefined
      const type = exchange.headers.get('content-type') ?? ''
      return observed(exchange, /;\s*charset=/i.test(type) ? 'charset' : 'plain')
    },
  },
} as const satisfies Observers
