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

/** The line format of streams (6). */
export const framingObservers = {
  'events.line-ends': {
    plan,
    isShownEverywhere: true,
    provoke,
    read: (exchange) => {
      const head = streamHead(exchange)
      if (head === undefined) return undefined
      if (head.includes('\r\n')) return observed(exchange, 'crlf')
      return head.includes('\n') ? observed(exchange, 'lf') : noOption(exchange, 'other line ends')
    },
  },
  'events.data-space': {
    plan,
    isShownEverywhere: true,
    provoke,
    read: (exchange) => {
      const head = streamHead(exchange)
      if (head === undefined) return undefined
      if (/^data: /m.test(head)) return observed(exchange, 'yes')
      return /^data:/m.test(head) ? observed(exchange, 'no') : undefined
    },
  },
  'events.comments': {
    plan,
    isShownEverywhere: true,
    provoke,
    read: (exchange) => {
      const head = streamHead(exchange)
      if (head === undefined) return undefined
      return observed(exchange, /^retry:/m.test(head) ? 'yes' : 'no')
    },
  },
  'events.content-type': {
    plan,
    isShownEverywhere: true,
    provoke,
    read: (exchange) => {
      if (!isStream(exchange)) return undefined
      const type = exchange.headers.get('content-type') ?? ''
      return observed(exchange, /;\s*charset=/i.test(type) ? 'charset' : 'plain')
    },
  },
} as const satisfies Observers
