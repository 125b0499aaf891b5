import type { Exchange, ReceivedEvent } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import { conversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { type Stream, readStream } from './stream.ts'

/** One run of the agent that the suite paid for. */
export type Turn = {
  readonly conversationId: string
  /** The reply to the credential where the check wants it: a refusal is judged by that check. */
  readonly asked: Exchange
  readonly stream: Stream
}

/** Short and neutral: what it costs is not known, and words of an answer are never judged. */
export const question = 'What can you help me with?'

/** A question that an agent with tools looks up. */
export const toolQuestion = 'What do our documents say about annual leave?'

/** The one shared ReAct turn, on a fresh conversation, its credential in the body alone. */
export const reactTurn = (lab: TestSession): Promise<Turn> =>
  lab.once('the react turn', async () =>
    runTurn(lab, {
      path: '/api/react',
      conversationId: await conversation(lab, 'react'),
      credential: 'body',
    }),
  )

/** The one shared DAG turn, on a fresh conversation, its credential in the body alone. */
export const dagTurn = (lab: TestSession): Promise<Turn> =>
  lab.once('the dag turn', async () =>
    runTurn(lab, {
      path: '/api/dag',
      conversationId: await conversation(lab, 'dag'),
      credential: 'body',
    }),
  )

export type TurnOptions = {
  readonly path: '/api/react' | '/api/dag'
  readonly conversationId: string
  /** Where the credential is sent. */
  readonly credential: 'body' | 'header'
  readonly query?: string
  readonly until?: (events: readonly ReceivedEvent[]) => boolean
}

/**
 * Runs a turn. Where the credential is refused in the wanted place, it is sent in both, so that
 * one broken rule about credentials does not hide all the others.
 */
export async function runTurn(lab: TestSession, options: TurnOptions): Promise<Turn> {
  const { path, conversationId, credential, query = question, until } = options
  const secret = await userCredential(lab)
  const ask = { method: 'POST', path, body: { q: query, conversation_id: conversationId } }
  const inBody = { ...ask, body: { ...ask.body, token: secret } }
  const wanted = credential === 'body' ? inBody : { ...ask, bearer: secret }
  const asked = await lab.stream(wanted, until)
  const exchange = isAccepted(asked)
    ? asked
    : await lab.stream({ ...inBody, bearer: secret }, until)
  return { conversationId, asked, stream: readStream(`POST ${path}`, true, exchange) }
}
