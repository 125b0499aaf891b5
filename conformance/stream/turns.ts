import type { ReceivedEvent } from '../../contract/received-events.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import { conversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { type Stream, readStream } from './stream.ts'

/** One run of the agent. */
export type Turn = {
  readonly conversationId: string
  /** The response with the credential at the tested place. The check itself reports a refusal. */
  readonly credentialResponse: Exchange
  readonly stream: Stream
}

/**
 * A short, neutral question, because its cost is unknown. The words of the answer are not checked.
 */
export const question = 'What can you help me with?'

/** A question that an agent with tools looks up. */
export const toolQuestion = 'What do our documents say about annual leave?'

/** Runs the shared ReAct turn in a new conversation; the credential is in the body only. */
export const reactTurn = (session: TestSession): Promise<Turn> =>
  session.once('the react turn', async () =>
    runTurn(session, {
      path: '/api/react',
      conversationId: await conversation(session, 'react'),
      credential: 'body',
    }),
  )

/** Runs the shared DAG turn in a new conversation; the credential is in the body only. */
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
  /** The part of the request that carries the credential. */
  readonly credential: 'body' | 'header'
  readonly query?: string
  readonly agentId?: string | undefined
  readonly until?: (events: readonly ReceivedEvent[]) => boolean
}

/**
 * Runs a turn. If the credential is refused at the tested place, it is sent in both places, so that
 * one violated rule about credentials does not block all other checks.
 */
export async function runTurn(session: TestSession, options: TurnOptions): Promise<Turn> {
  const { path, conversationId, credential, query = question, agentId, until } = options
  const secret = await userCredential(session)
  const agent = agentId === undefined ? {} : { agent_id: agentId }
  const body = { q: query, conversation_id: conversationId, ...agent }
  const request = { method: 'POST', path, body }
  const inBody = { ...request, body: { ...request.body, token: secret } }
  const wanted = credential === 'body' ? inBody : { ...request, bearer: secret }
  const credentialResponse = await session.stream(wanted, until)
  const exchange = isAccepted(credentialResponse)
    ? credentialResponse
    : await session.stream({ ...inBody, bearer: secret }, until)
  return { conversationId, credentialResponse, stream: readStream(`POST ${path}`, true, exchange) }
}
