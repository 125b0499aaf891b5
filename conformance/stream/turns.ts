import type { ReceivedEvent } from '../../contract/received-events.ts'
import type { Exchange } from '../session/exchange.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { isAccepted, isUndecided } from '../session/assertions.ts'
import { conversationIdFor } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { isKeyKnown, issuedKey, tryCredential, useScopedKey } from '../setup/keys.ts'
import { type Stream, readStream } from './stream.ts'

/** A turn that a check has run: one request to the agent and its stream. */
export type Turn = {
  readonly conversationId: string
  /** The response to the request with the credential in the tested place. It may be a refusal. */
  readonly credentialResponse: Exchange
  /** The response to an API key instead of a token. Absent if no key was tried. */
  readonly keyResponse?: Exchange | undefined
  /** Why no API key could be tried: the message of the failed creation. */
  readonly keyProblem?: string | undefined
  readonly stream: Stream
}

/**
 * A short question, because the cost of the answer is unknown. The answer itself is not checked.
 */
export const question = 'What can you help me with?'

/** A question for which an agent probably calls a tool. */
export const toolQuestion = 'What do our documents say about annual leave?'

/** Runs the shared ReAct turn in a new conversation; the credential is in the body only. */
export const reactTurn = sharedSetUp<Turn>('the react turn', async (session) =>
  runTurn(session, {
    path: '/api/react',
    conversationId: await conversationIdFor(session, 'react'),
    credential: 'body',
  }),
)

/** Runs the shared DAG turn in a new conversation; the credential is in the body only. */
export const dagTurn = sharedSetUp<Turn>('the dag turn', async (session) =>
  runTurn(session, {
    path: '/api/dag',
    conversationId: await conversationIdFor(session, 'dag'),
    credential: 'body',
    key: 'full',
  }),
)

export type TurnOptions = {
  readonly path: '/api/react' | '/api/dag'
  readonly conversationId: string
  /** The part of the request that carries the credential. */
  readonly credential: 'body' | 'header'
  /** Tries the turn with this key first. If the key is refused, tries the user's credential. */
  readonly key?: 'full' | 'chat'
  readonly query?: string
  readonly agentId?: string | undefined
  readonly until?: (events: readonly ReceivedEvent[]) => boolean
}

/**
 * Runs a turn. If the credential is refused in the tested place, sends it in header and body, so
 * that one violated rule about credentials does not block all other checks.
 */
export async function runTurn(session: TestSession, options: TurnOptions): Promise<Turn> {
  const { path, conversationId, credential, query = question, agentId, until } = options
  const agent = agentId === undefined ? {} : { agent_id: agentId }
  const body = { q: query, conversation_id: conversationId, ...agent }
  const request = { method: 'POST', path, body }
  const send = (secret: string, places: 'body' | 'header' | 'both') =>
    session.stream(
      {
        ...request,
        ...(places !== 'body' && { bearer: secret }),
        ...(places !== 'header' && { body: { ...body, token: secret } }),
      },
      until,
    )
  const { key, problem: keyProblem } = options.key ? await usableKey(session, options.key) : {}
  const keyResponse = key === undefined ? undefined : await send(key, credential)
  const name = `POST ${path}`
  if (keyResponse !== undefined && isAccepted(keyResponse)) {
    const stream = readStream(name, true, keyResponse)
    return { conversationId, credentialResponse: keyResponse, keyResponse, stream }
  }
  const user = await userCredential(session)
  const credentialResponse = await send(user, credential)
  const exchange = isAccepted(credentialResponse) ? credentialResponse : await send(user, 'both')
  const stream = readStream(name, true, exchange)
  return { conversationId, credentialResponse, keyResponse, keyProblem, stream }
}

/** Returns a key that the target knows, or the problem that prevented its creation. */
async function usableKey(
  session: TestSession,
  purpose: 'full' | 'chat',
): Promise<{ readonly key?: string; readonly problem?: string }> {
  try {
    const key = await issuedKey(session, purpose)
    const use = await useScopedKey(session, key, () => tryCredential(session, key.value))
    return isKeyKnown(use) ? { key: key.value } : {}
  } catch (error) {
    if (isUndecided(error)) return { problem: error.message }
    throw error
  }
}
