import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { readFrame } from '../stream/stream.ts'
import { type CalibrationInputs, requireInput, type Observers, observed } from './observer.ts'
import { untitledConversation } from '../setup/conversations.ts'
import { isObject } from '../../contract/json.ts'

const plan = 'full'

/** Approvals of tool calls (3, 8). */
export const approvalObservers = {
  'approvals.wait': {
    plan,
    observe: async ({ session, inputs }) => {
      const { asking, confirmation } = await approval(session, inputs)
      const until = momentOf(member(asking, 'timeout_at'))
      const since = momentOf(member(confirmation.json, 'created_at'))
      if (until === undefined || since === undefined) skip('no event tells how long it waits')
      const seconds = (until - since) / 1000
      if (Math.abs(seconds - day) < day / 24) return observed(confirmation, '24h')
      return Math.abs(seconds - 120) < 60
        ? observed(confirmation, '120s')
        : skip(`it waits ${seconds} s`)
    },
  },
  'approvals.arguments': {
    plan,
    observe: async ({ session, inputs }) => {
      const { asking, confirmation } = await approval(session, inputs)
      if (isFilled(member(confirmation.json, 'arguments'))) return observed(confirmation, 'told')
      // A tool that takes no arguments shows nothing.
      const takesSome = isFilled(member(asking, 'arguments'))
      return takesSome ? observed(confirmation, 'empty') : skip('the tool is called with nothing')
    },
  },
} as const satisfies Observers

const day = 24 * 3600

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0

/** A moment in any form, in milliseconds; without a zone it is UTC. */
function momentOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value * 1000
  const text = String(value)
  const moment = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(moment) ? undefined : moment
}

/** A turn that asks for an approval: its event, and the confirmation before we rejected it. */
async function approval(session: TestSession, { approvalQuery, approvalAgent }: CalibrationInputs) {
  const query = requireInput(approvalQuery, '--approval-query')
  return session.once('a turn with an approval', async () => {
    const token = await userCredential(session)
    const agent = approvalAgent === undefined ? {} : { agent_id: approvalAgent }
    const body = { q: query, ...agent, conversation_id: await untitledConversation(session), token }
    let asking: unknown
    let answered: Promise<Exchange> | undefined
    await session.stream({ method: 'POST', path: '/api/react', bearer: token, body }, (events) => {
      asking ??= events.map(readFrame).find(({ type }) => type === 'awaiting_confirmation')?.payload
      // The turn is read on: where it ends with its reader, it would take the confirmation along.
      if (asking !== undefined) answered ??= reject(session, asking, token)
      return false
    })
    const confirmation = (await answered) ?? skip('--approval-query led to no approval')
    if (!isAccepted(confirmation)) skip(`the confirmation answers ${confirmation.status}`)
    return { asking, confirmation }
  })
}

/** Reads a confirmation, and rejects it, so that nothing is done and the turn comes to its end. */
async function reject(
  session: TestSession,
  asking: unknown,
  credential: string,
): Promise<Exchange> {
  const path = `/api/confirmations/${encodeURIComponent(String(member(asking, 'confirmation_id')))}`
  const confirmation = await session.send({ method: 'GET', path, bearer: credential })
  const body = { decision: 'reject', reason: 'conformance' }
  await session.send({ method: 'POST', path: `${path}/respond`, bearer: credential, body })
  return confirmation
}
