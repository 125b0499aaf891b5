import { isObject } from '../../contract/json.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { type Exchange, type Evidence, toEvidence } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { recordIn, untitledConversation } from '../setup/conversations.ts'
import { besideStream, framesIn, readFrame } from '../stream/stream.ts'
import { sendAsUser } from '../setup/credentials.ts'
import { encodeId, idInPath } from '../setup/lists.ts'
import type { History, HistoryIndex } from '../history/history.ts'
import { type ObservedOption, type OptionReading, toObserved } from './look.ts'
import { type ObserverContext, type Observers, requireInput, streamAsUser } from './observer.ts'
import { isUnset } from '../session/request.ts'
import { parseMoment } from '../history/response.ts'

/** One observer for each choice about tool-call approvals (specification, 3 and 8). */
export const approvalObservers = {
  'approvals.wait': {
    plan: 'full',
    provoke: requestApproval,
    read: eachApproval<'approvals.wait'>(({ until, since }) => {
      if (until === undefined || since === undefined) return undefined
      const seconds = (until - since) / 1000
      if (Math.abs(seconds - secondsPerDay) < secondsPerDay / 24) return '24h'
      return Math.abs(seconds - 120) < 60 ? '120s' : { came: `a wait of ${Math.round(seconds)} s` }
    }),
  },
  'approvals.arguments': {
    plan: 'full',
    provoke: requestApproval,
    read: eachApproval<'approvals.arguments'>(({ hasArguments, shown }) => {
      if (shown === 'some') return 'told'
      // A tool call without arguments looks the same with every option.
      if (!hasArguments) return undefined
      return shown === 'empty' ? 'empty' : { came: 'a confirmation without `arguments`' }
    }),
  },
  'approvals.event-form': {
    plan: 'full',
    provoke: requestApproval,
    read: (exchange) => {
      const requests = approvalRequestsIn(exchange)
      return requests.length > 0 ? requests.flatMap(([, { form }]) => form ?? []) : undefined
    },
  },
} as const satisfies Observers

const secondsPerDay = 24 * 3600

/**
 * Runs a turn that asks for an approval, and rejects the pending confirmation. Returns the complete
 * stream of the turn.
 */
async function requestApproval({ session, inputs }: ObserverContext): Promise<Exchange> {
  const q = requireInput(inputs.approvalQuery, '--approval-query')
  return session.once('a turn with an approval', async () => {
    const agent = inputs.approvalAgent === undefined ? {} : { agent_id: inputs.approvalAgent }
    const body = { q, ...agent, conversation_id: await untitledConversation(session) }
    let answered: Promise<Exchange> | undefined
    const stream = await streamAsUser(session, '/api/react', body, (events) => {
      const request = events.map(readFrame).find(({ type }) => type === 'awaiting_confirmation')
      // The stream is read to its end, because some targets end the turn and its confirmation when
      // the client disconnects.
      if (request !== undefined)
        answered ??= besideStream(rejectConfirmation(session, request.payload))
      return false
    })
    const confirmation =
      (await answered) ?? skip('the turn of --approval-query requested no approval')
    if (!isAccepted(confirmation)) skip(`the confirmation has status ${confirmation.status}`)
    return stream
  })
}

/** Reads a confirmation and rejects it, so that no tool runs and the turn ends. */
async function rejectConfirmation(session: TestSession, event: unknown): Promise<Exchange> {
  const id = encodeId(String(member(event, 'confirmation_id')))
  const path = `/api/confirmations/${id}`
  const confirmation = await sendAsUser(session, { method: 'GET', path })
  const body = { decision: 'reject', reason: 'conformance' }
  await sendAsUser(session, { method: 'POST', path: `${path}/respond`, body })
  return confirmation
}

/** The observed details of an approval. */
type Approval = {
  /** The expiry of the approval in milliseconds since 1970, from the event that requests it. */
  readonly until?: number | undefined
  readonly hasArguments?: boolean
  readonly form?: 'records' | 'plain' | undefined
  /** When the confirmation was created, in milliseconds since 1970. */
  readonly since?: number | undefined
  readonly shown?: 'some' | 'empty' | 'none'
  readonly confirmation?: Evidence
}

type Approvals = readonly (readonly [id: string, Approval])[]

/** All observed approvals. The key is the id of the confirmation. */
const approvals: HistoryIndex<Approval> = {
  changes: (exchange, before) => approvalsIn(exchange, before),
}

export const approvalIndices = [approvals]

/** Returns the approvals in an exchange, with the details that earlier exchanges showed. */
const approvalsIn = (exchange: Exchange, before: History): Approvals =>
  [...approvalRequestsIn(exchange), ...confirmationsIn(exchange)].map(([id, seen]) => [
    id,
    { ...before.get(approvals, id), ...seen },
  ])

/**
 * Creates a `Reading` of approvals. An approval is read once its event and its confirmation are
 * known, from this exchange or from earlier ones.
 */
function eachApproval<Id extends 'approvals.wait' | 'approvals.arguments'>(
  read: (approval: Approval) => OptionReading<Id> | undefined,
) {
  return (exchange: Exchange, before: History): readonly ObservedOption<Id>[] | undefined => {
    const complete = approvalsIn(exchange, before).flatMap(([, each]) => {
      const { hasArguments, confirmation } = each
      if (hasArguments === undefined || confirmation === undefined) return []
      const option = read(each)
      return [option === undefined ? [] : [toObserved(option, confirmation)]]
    })
    return complete.length > 0 ? complete.flat() : undefined
  }
}

/** Returns the events of a stream that request approvals. */
const approvalRequestsIn = (exchange: Exchange): Approvals =>
  framesIn(exchange).flatMap(({ type, payload }) => {
    if (type !== 'awaiting_confirmation' || !isObject(payload)) return []
    const { confirmation_id: id, timeout_at, arguments: given, channel_label: label } = payload
    if (typeof id !== 'string') return []
    // In both forms a label may name a channel, so such a label does not show the form.
    const form = isUnset(label) ? 'records' : label === '' ? 'plain' : undefined
    return [[id, { until: parseMoment(timeout_at), hasArguments: isFilled(given), form }]]
  })

/** The confirmation in a response to `GET /api/confirmations/{id}`; empty for other exchanges. */
function confirmationsIn(exchange: Exchange): Approvals {
  const id = idInPath(exchange, '/api/confirmations')
  const record = recordIn(exchange)
  if (id === undefined || exchange.request.method !== 'GET' || !isAccepted(exchange)) return []
  if (!isObject(record)) return []
  const { created_at, arguments: given } = record
  const shown = isFilled(given) ? 'some' : isObject(given) ? 'empty' : 'none'
  return [[id, { since: parseMoment(created_at), shown, confirmation: toEvidence(exchange) }]]
}

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0
