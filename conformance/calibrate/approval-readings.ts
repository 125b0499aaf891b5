import { isObject, type JsonObject } from '../../contract/json.ts'
import type { Exchange } from '../session/exchange.ts'
import { parseMoment } from './response.ts'
import { approvalsIn, type Confirmation, confirmationIn } from './seen-approvals.ts'
import { observed, type ObservedOption } from './look.ts'
import type { Readings } from './observer.ts'
import type { SeenTraffic } from './seen-traffic.ts'

const day = 24 * 3600

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0

type Approval = { readonly event: JsonObject; readonly confirmation: Confirmation }

/**
 * The approvals of which an exchange has the event or the confirmation, and an earlier one the other:
 * a stream completes after the confirmation was read, or a client reads it again later.
 */
function approvalsWith(exchange: Exchange, { approvals }: SeenTraffic): readonly Approval[] {
  const [id = '', own] = confirmationIn(exchange) ?? []
  const event = approvals.eventOf(id)
  if (own !== undefined && event !== undefined) return [{ event, confirmation: own }]
  return approvalsIn(exchange).flatMap(([requested, payload]) => {
    const confirmation = approvals.confirmationOf(requested)
    return confirmation === undefined ? [] : [{ event: payload, confirmation }]
  })
}

/** Reads each approval that an exchange completes. */
const eachApproval =
  <Id extends 'approvals.wait' | 'approvals.arguments'>(
    read: (approval: Approval) => ObservedOption<Id> | undefined,
  ) =>
  (exchange: Exchange, before: SeenTraffic): readonly ObservedOption<Id>[] | undefined => {
    const approvals = approvalsWith(exchange, before)
    return approvals.length > 0 ? approvals.flatMap((approval) => read(approval) ?? []) : undefined
  }

/** Approvals of tool calls (3, 8), from any exchange. */
export const approvalReadings = {
  'approvals.wait': eachApproval<'approvals.wait'>(({ event, confirmation }) => {
    const { record, exchange } = confirmation
    const until = parseMoment(event['timeout_at'])
    const since = parseMoment(record['created_at'])
    if (until === undefined || since === undefined) return undefined
    const seconds = (until - since) / 1000
    if (Math.abs(seconds - day) < day / 24) return { option: '24h', exchange }
    return Math.abs(seconds - 120) < 60
      ? { option: '120s', exchange }
      : { came: `a wait of ${Math.round(seconds)} s`, exchange }
  }),
  'approvals.arguments': eachApproval<'approvals.arguments'>(({ event, confirmation }) => {
    const { record, exchange } = confirmation
    const shown = record['arguments']
    if (isFilled(shown)) return { option: 'told', exchange }
    // If the tool has no parameters, the event does not show the option.
    if (!isFilled(event['arguments'])) return undefined
    return isObject(shown)
      ? { option: 'empty', exchange }
      : { came: 'a confirmation without `arguments`', exchange }
  }),
  'approvals.event-form': (exchange) => {
    const approvals = approvalsIn(exchange)
    if (approvals.length === 0) return undefined
    return approvals.flatMap<ObservedOption<'approvals.event-form'>>(([, event]) => {
      // The name of a channel shows neither form.
      const label = event['channel_label'] ?? null
      if (label === null) return [observed(exchange, 'records')]
      return label === '' ? [observed(exchange, 'plain')] : []
    })
  },
} as const satisfies Readings
