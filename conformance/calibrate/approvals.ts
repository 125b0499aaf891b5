import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { readFrame } from '../stream/stream.ts'
import { noOption, observed } from './look.ts'
import { type CalibrationInputs, requireInput, type Observers } from './observer.ts'
import { untitledConversation } from '../setup/conversations.ts'
import { isObject } from '../../contract/json.ts'

const plan = 'full'

/** Approvals of tool calls (3, 8). */
export const approvalObservers = {
  'approvals.wait': {
    plan,
    observe: async ({ session, inputs }) => {
      const { confirmationEvent, confirmation } = await approval(session, inputs)
      const until = parseTimestamp(member(confirmationEvent, 'timeout_at'))
      const since = parseTimestamp(member(confirmation.json, 'created_at'))
      if (until === undefined || since === undefined)
        skip('no event shows how long the approval waits')
      const seconds = (until - since) / 1000
      if (Math.abs(seconds - day) < day / 24) return observed(confirmation, '24h')
      return Math.abs(seconds - 120) < 60
        ? observed(confirmation, '120s')
        : noOption(confirmation, `a wait of ${Math.round(seconds)} s`)
    },
  },
  'approvals.arguments': {
    plan,
    observe: async ({ session, inputs }) => {
      const { confirmationEvent, confirmation } = await approval(session, inputs)
      if (isFilled(member(confirmation.json, 'arguments'))) return observed(confirmation, 'told')
      // If the tool has no parameters, the event does not show the option.
      const takesSome = isFilled(member(confirmationEvent, 'arguments'))
      if (!takesSome) return skip('the tool is called without arguments')
      const shown = member(confirmation.json, 'arguments')
      return isObject(shown)
        ? observed(confirmation, 'empty')
        : noOption(confirmation, 'a confirmation without `arguments`')
    },
  },
  'approvals.event-form': {
    plan,
    observe: async ({ session, inputs }) => {
      const { confirmationEvent, confirmation } = await approval(session, inputs)
      const label = member(confirmationEvent, 'channel_label') ?? null
      if (label === null) return observed(confirmation, 'records')
      return label === ''
        ? observed(confirmation, 'plain')
        : skip('the approval is requested in a channel, whose name shows neither form')
    },
  },
} as const satisfies Observers

const day = 24 * 3600

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0

/** Parses a timestamp of any format to milliseconds; without a time zone it is UTC. */
function parseTimestamp(value: unknown): number | undefined {
  if (typeof value === 'number') return value * 1000
  const text = String(value)
  const moment = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(moment) ? undefined : moment
}

/** Runs a turn that asks for an approval; returns the event and the pending confirmation. */
async function approval(session: TestSession, { approvalQuery, approvalAgent }: CalibrationInputs) {
  const query = requireInput(approvalQuery, '--approval-query')
  return session.once('a turn with an approval', async () => {
    const token = await userCredential(session)
    const agent = approvalAgent === undefined ? {} : { agent_id: approvalAgent }
    const body = { q: query, ...agent, conversation_id: await untitledConversation(session), token }
    let confirmationEvent: unknown
    let answered: Promise<Exchange> | undefined
    await session.stream({ method: 'POST', path: '/api/react', bearer: token, body }, (events) => {
      confirmationEvent ??= events
        .map(readFrame)
        .find(({ type }) => type === 'awaiting_confirmation')?.payload
      // The turn is read to its end: on some targets it would end with its reader, and its
      // confirmation too.
      if (confirmationEvent !== undefined) answered ??= reject(session, confirmationEvent, token)
      return false
    })
    const confirmation =
      (await answered) ?? skip('the turn of --approval-query requested no approval')
    if (!isAccepted(confirmation)) skip(`the confirmation responds with ${confirmation.status}`)
    return { confirmationEvent, confirmation }
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
