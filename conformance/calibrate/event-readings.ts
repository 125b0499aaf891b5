import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { type Frame, framesIn, isStream } from '../stream/stream.ts'
import { observed } from './look.ts'
import type { Readings } from './observer.ts'

type Payload = Frame['payload']

const has = (payload: Payload, name: string): boolean => member(payload, name) !== undefined

/** Reads each event of these types that shows an option. */
const eachFrame =
  <Option extends string>(
    types: readonly string[],
    optionOf: (payload: Payload, type: string) => Option | undefined,
  ) =>
  (exchange: Exchange) =>
    isStream(exchange)
      ? framesIn(exchange).flatMap(({ type = '', payload }) => {
          const option = types.includes(type) ? optionOf(payload, type) : undefined
          return option === undefined ? [] : [observed(exchange, option)]
        })
      : undefined

const callEvents = ['step', 'step_progress']

/** The payloads of streams (6), from any stream. */
export const eventReadings = {
  'events.answer-names': eachFrame(['answer'], (payload) => {
    if (has(payload, 'type')) return 'documented'
    return has(payload, 'status') ? 'status' : undefined
  }),
  'events.step-names': eachFrame(callEvents, (payload) => {
    if (has(payload, 'tool')) return 'documented'
    return has(payload, 'tool_name') ? 'prefixed' : undefined
  }),
  'events.extra-fields': eachFrame(['answer', ...callEvents], (payload, type) => {
    const [own, extra] = type === 'answer' ? ['type', 'status'] : ['tool', 'tool_name']
    if (!has(payload, own)) return undefined
    return has(payload, extra) ? 'both' : 'documented'
  }),
  'events.call-fields': eachFrame(callEvents, (payload) => {
    const isResult = has(payload, 'tool') || has(payload, 'tool_name')
    if (!isResult || member(payload, 'status') !== 'done') return undefined
    const reasoning = member(payload, 'reasoning')
    if (reasoning === undefined) return undefined
    return reasoning === '' ? 'filled' : 'documented'
  }),
  'events.step-usage': eachFrame(['step_progress'], (payload) => {
    if (member(payload, 'event') !== 'completed') return undefined
    return has(payload, 'usage') ? 'yes' : 'no'
  }),
  'events.done-tokens': eachFrame(['done'], (payload) => {
    if (has(payload, 'tokens')) return 'present'
    // A failed turn has neither.
    return has(payload, 'usage') ? 'absent' : undefined
  }),
  'events.suggestions-shape': eachFrame(['suggestions'], (payload) => {
    if (Array.isArray(payload)) return 'array'
    return has(payload, 'items') ? 'items' : undefined
  }),
} as const satisfies Readings
