import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { untitledConversation } from '../setup/conversations.ts'
import { readFrame } from '../stream/stream.ts'
import { approvalReadings } from './approval-readings.ts'
import { type CalibrationInputs, type Observers, requireInput } from './observer.ts'
import { member } from '../session/json.ts'

const plan = 'full'

/** Approvals of tool calls (3, 8). */
export const approvalObservers = {
  'approvals.wait': {
    plan,
    provoke: ({ session, inputs }) => approval(session, inputs),
    read: approvalReadings['approvals.wait'],
  },
  'approvals.arguments': {
    plan,
    provoke: ({ session, inputs }) => approval(session, inputs),
    read: approvalReadings['approvals.arguments'],
  },
  'approvals.event-form': {
    plan,
    provoke: ({ session, inputs }) => approval(session, inputs),
    read: approvalReadings['approvals.event-form'],
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
