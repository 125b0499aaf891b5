import type { Ask, SeenEvent } from '../exchange.ts'
import type { Exchange } from '../exchange.ts'
import type { Lab } from '../lab.ts'
import { isAccepted } from '../must.ts'
import { conversation } from '../setup/conversations.ts'
import { bearer } from '../setup/credentials.ts'
import { type Stream, readStream } from './stream.ts'

/** One run of the agent that the suite paid for. */
export type Turn = {
  readonly conversationId: string
  /** The reply to the credential where the check wants it: a refusal is judged by that check. */
  readonly asked: Exchange
  readonly stream: Stream
}

type Credential = 'body' | 'header'
type Until = (events: readonly SeenEvent[]) => boolean

/** Short and neutral: what it costs is not known, and words of an answer are never judged. */
export const question = 'What can you help me with?'

/** The one shared ReAct turn, on a fresh conversation, its credential in the body alone. */
export const reactTurn = (lab: Lab): Promise<Turn> =>
  lab.once('the react turn', async () =>
    runTurn(lab, '/api/react', await conversation(lab, 'react'), 'body'),
  )

/** The one shared DAG turn, on a fresh conversation, its credential in the body alone. */
export const dagTurn = (lab: Lab): Promise<Turn> =>
  lab.once('the dag turn', async () =>
    runTurn(lab, '/api/dag', await conversation(lab, 'dag'), 'body'),
  )

/**
 * Runs a turn. Where the credential is refused in the wanted place, it is sent in both, so that
 * one broken rule about credentials does not hide all the others.
 */
export async function runTurn(
  lab: Lab,
  path: '/api/react' | '/api/dag',
  conversationId: string,
  by: Credential,
  until?: Until,
): Promise<Turn> {
  const asked = await lab.stream(await chat(lab, path, conversationId, [by]), until)
  const exchange = isAccepted(asked)
    ? asked
    : await lab.stream(await chat(lab, path, conversationId, ['body', 'header']), until)
  return { conversationId, asked, stream: readStream(`POST ${path}`, true, exchange) }
}

async function chat(
  lab: Lab,
  path: string,
  conversationId: string,
  places: readonly Credential[],
): Promise<Ask> {
  const credential = await bearer(lab)
  const token = places.includes('body') ? { token: credential } : {}
  return {
    method: 'POST',
    path,
    ...(places.includes('header') && { bearer: credential }),
    body: { q: question, conversation_id: conversationId, ...token },
  }
}
