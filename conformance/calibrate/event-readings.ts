import type { Exchange } from '../session/exchange.ts'
import { isStream } from '../stream/stream.ts'
import { noOption, observed, type Readings } from './observer.ts'

/** The beginning of a stream as text, if it has at least one whole event. */
const streamHead = (exchange: Exchange): string | undefined =>
  isStream(exchange) && exchange.events.length > 0 ? exchange.streamStart : undefined

/** The line format of streams (6), from any stream. */
export const eventReadings = {
  'events.line-ends': (exchange) => {
    const head = streamHead(exchange)
    if (head === undefined) return undefined
    if (head.includes('\r\n')) return observed(exchange, 'crlf')
    return head.includes('\n') ? observed(exchange, 'lf') : noOption(exchange, 'other line ends')
  },
  'events.data-space': (exchange) => {
    const head = streamHead(exchange)
    if (head === undefined) return undefined
    if (/^data: /m.test(head)) return observed(exchange, 'yes')
    return /^data:/m.test(head) ? observed(exchange, 'no') : undefined
  },
  'events.comments': (exchange) => {
    const head = streamHead(exchange)
    if (head === undefined) return undefined
    return observed(exchange, /^retry:/m.test(head) ? 'yes' : 'no')
  },
  'events.content-type': (exchange) => {
    if (!isStream(exchange)) return undefined
    const type = exchange.headers.get('content-type') ?? ''
    return observed(exchange, /;\s*charset=/i.test(type) ? 'charset' : 'plain')
  },
} as const satisfies Readings
