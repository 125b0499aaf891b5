import { isObject, type JsonObject } from '../../contract/json.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { recordIn, untitledConversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { framesIn, readFrame } from '../stream/stream.ts'
import type { History, Index } from './history.ts'
import { type Evidence, type Look, type ObservedOption, toEvidence, toObserved } from './look.ts'
import {
  type CalibrationInputs,
  type ObserverContext,
  type Observers,
  requireInput,
} from './observer.ts'
import { pathOf } from './request.ts'
import { parseMoment } from './response.ts'

const day = 24 * 3600

/** What all observers of approvals share. */
const common = {
  plan: 'full',
  provoke: ({ session, inputs }: ObserverContext) => approval(session, inputs),
} as const

/** Approvals of tool calls (3, 8). */
export const approvalObservers = {
  'approvals.wait': {
    ...common,
    read: eachApproval<'approvals.wait'>(({ until, since }) => {
      if (until === undefined || since === undefined) return undefined
      const seconds = (until - since) / 1000
      if (Math.abs(seconds - day) < day / 24) return '24h'
      return Math.abs(seconds - 120) < 60 ? '120s' : { came: `a wait of ${Math.round(seconds)} s` }
    }),
  },
  'approvals.arguments': {
    ...common,
    read: eachApproval<'approvals.arguments'>(({ hasArguments, shown }) => {
      if (shown === 'some') return 'told'
      // If the tool has no parameters, the event does not show the option.
      if (!hasArguments) return undefined
      return shown === 'empty' ? 'empty' : { came: 'a confirmation without `arguments`' }
    }),
  },
  'approvals.event-form': {
    ...common,
    read: (exchange) => {
      const events = requestsIn(exchange)
      if (events.length === 0) return undefined
      return events.flatMap(([, event]) => {
        // The name of a channel shows neither form.
        const label = event['channel_label'] ?? null
        if (label === null) return 'records'
        return label === '' ? 'plain' : []
      })
    },
  },
} as const satisfies Observers

/**
 * Runs a turn that asks for an approval, and reads its confirmation while it is pending. Returns the
 * stream, which completes afterwards.
 */
async function approval(session: TestSession, { approvalQuery, approvalAgent }: CalibrationInputs) {
  const query = requireInput(approvalQuery, '--approval-query')
  return session.once('a turn with an approval', async () => {
    const token = await userCredential(session)
    const agent = approvalAgent === undefined ? {} : { agent_id: approvalAgent }
    const body = { q: query, ...agent, conversation_id: await untitledConversation(session), token }
    let answered: Promise<Exchange> | undefined
    const request = { method: 'POST', path: '/api/react', bearer: token, body }
    const stream = await session.stream(request, (events) => {
      const requested = events.map(readFrame).find(({ type }) => type === 'awaiting_confirmation')
      // The turn is read to its end: on some targets it would end with its reader, and its
      // confirmation too.
      if (requested !== undefined) answered ??= reject(session, requested.payload, token)
      return false
    })
    const confirmation =
      (await answered) ?? skip('the turn of --approval-query requested no approval')
    if (!isAccepted(confirmation)) skip(`the confirmation responds with ${confirmation.status}`)
    return stream
  })
}

/** Reads a confirmation and rejects it, so that no tool runs and the turn ends. */
async function reject(
  session: TestSession,
  confirmationEvent: unknown,
  credential: string,
): Promise<Exchange> {
  const path = `/api/confirmations/${encodeURIComponent(String(member(confirmationEvent, 'confirmation_id')))}`
  const confirmation = await session.send({ method: 'GET', path, bearer: credential })
  const body = { decision: 'reject', reason: 'conformance' }
  await session.send({ method: 'POST', path: `${path}/respond`, bearer: credential, body })
  return confirmation
}

type Requested = {
  /** When the approval times out, in milliseconds since 1970. */
  readonly until: number | undefined
  readonly hasArguments: boolean
}

/** A confirmation as it was read. */
type Confirmation = {
  readonly since: number | undefined
  /** Whether it has arguments. */
  readonly shown: 'some' | 'empty' | 'none'
  readonly exchange: Evidence
}

/** The events that requested approvals, by the ids of their confirmations. */
const requested: Index<Requested> = {
  changes: (exchange) => requestsIn(exchange).map(([id, event]) => [id, requestedBy(event)]),
}

/** The confirmations that were read, by their ids. */
const confirmations: Index<Confirmation> = { changes: (exchange) => confirmationsIn(exchange) }

export const approvalIndices = [requested, confirmations]

/**
 * Reads each approval of which an exchange has the event or the confirmation, and an earlier one the
 * other: a stream completes after the confirmation was read, or a client reads it again later.
 */
function eachApproval<Id extends 'approvals.wait' | 'approvals.arguments'>(
  read: (approval: Requested & Confirmation) => Look<Id> | undefined,
) {
  return (exchange: Exchange, before: History): readonly ObservedOption<Id>[] | undefined => {
    const approvals = [
      ...confirmationsIn(exchange).map(([id, own]) => [before.get(requested, id), own] as const),
      ...requestsIn(exchange).map(
        ([id, event]) => [requestedBy(event), before.get(confirmations, id)] as const,
      ),
    ].flatMap(([request, confirmation]) =>
      request && confirmation ? [{ ...request, ...confirmation }] : [],
    )
    if (approvals.length === 0) return undefined
    return approvals.flatMap((each) => {
      const look = read(each)
      return look === undefined ? [] : [toObserved(look, each.exchange)]
    })
  }
}

/** The events of a stream that request approvals, with the ids of their confirmations. */
const requestsIn = (exchange: Exchange): readonly (readonly [id: string, event: JsonObject])[] =>
  framesIn(exchange).flatMap(({ type, payload }) =>
    type === 'awaiting_confirmation' &&
    isObject(payload) &&
    typeof payload['confirmation_id'] === 'string'
      ? [[payload['confirmation_id'], payload] as const]
      : [],
  )

const requestedBy = (event: JsonObject): Requested => ({
  until: parseMoment(event['timeout_at']),
  hasArguments: isFilled(event['arguments']),
})

/** The confirmation that a response shows, with its id; none for most responses. */
function confirmationsIn(exchange: Exchange): readonly (readonly [id: string, Confirmation])[] {
  const [, id] = /^\/api\/confirmations\/([^/]+)$/.exec(pathOf(exchange)) ?? []
  const record = recordIn(exchange)
  if (id === undefined || exchange.request.method !== 'GET' || !isAccepted(exchange)) return []
  if (!isObject(record)) return []
  const { created_at, arguments: given } = record
  const shown = isFilled(given) ? 'some' : isObject(given) ? 'empty' : 'none'
  return [[id, { since: parseMoment(created_at), shown, exchange: toEvidence(exchange) }]]
}

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0
