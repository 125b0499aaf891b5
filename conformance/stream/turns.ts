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
  readonly credentialResponse: Exchange
  readonly stream: Stream
}

/** Short and neutral: what it costs is not known, and words of an answer are never judged. */
export const question = 'What can you help me with?'

/** A question that an agent with tools looks up. */
export const toolQuestion = 'What do our documents say about annual leave?'

/** The one shared ReAct turn, on a fresh conversation, its credential in the body alone. */
export const reactTurn = (session: TestSession): Promise<Turn> =>
  session.once('the react turn', async () =>
    runTurn(session, {
      path: '/api/react',
      conversationId: await conversation(session, 'react'),
      credential: 'body',
    }),
  )

/** The one shared DAG turn, on a fresh conversation, its credential in the body alone. */
export const dagTurn = (session: TestSession): Promise<Turn> =>
  session.once('the dag turn', async () =>
    runTurn(session, {
      path: '/api/dag',
      conversationId: await conversation(session, 'dag'),
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
export async function runTurn(session: TestSession, options: TurnOptions): Promise<Turn> {
  const { path, conversationId, credential, query = question, until } = options
  const secret = await userCredential(session)
  const request = { method: 'POST', path, body: { q: query, conversation_id: conversationId } }
  const inBody = { ...request, body: { ...request.body, token: secret } }
  const wanted = credential === 'body' ? inBody : { ...request, bearer: secret }
  const credentialResponse = await session.stream(wanted, until)
  const exchange = isAccepted(credentialResponse)
    ? credentialResponse
    : await session.stream({ ...inBody, bearer: secret }, until)
  return { conversationId, credentialResponse, stream: readStream(`POST ${path}`, true, exchange) }
}
