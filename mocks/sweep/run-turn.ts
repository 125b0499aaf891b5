import type { Fake } from '../fake.ts'
import { systemClock } from '../world/clock.ts'
import type { Cut } from './cuts.ts'
import { type DeliveredStream, createPacedFetch } from './paced-fetch.ts'

/**
 * Plays a turn to its end, whatever happens to its stream, and gives what it saw, in order. What
 * that is, is up to the client: its events, or the state that they lead to.
 */
export type SweepClient = (turn: SweptTurn) => Promise<readonly unknown[]>

/** How a turn went. */
export type TurnRun = {
  readonly seed: string
  readonly seen: readonly unknown[]
  /** What the client failed with. */
  readonly failed?: string
  readonly streams: readonly DeliveredStream[]
}

export type TurnRunOptions = {
  readonly question: Question
  readonly client: SweepClient
  readonly turn: 'running' | 'ended'
  readonly patienceMs: number
}

/** Lets a client play the turn in a fresh fake, its streams cut: the first one, then the resumes. */
export async function runTurn(
  fake: Fake,
  { question, client, turn, patienceMs }: TurnRunOptions,
  cuts: readonly Cut[],
): Promise<TurnRun> {
  const { fetch, streams } = createPacedFetch(fake, turn)
  const { seed } = fake.world()
  const { faults } = fake.control()
  try {
    const swept = await prepareTurn(fetch, question)
    for (const [index, { cut }] of cuts.entries())
      faults.add({
        match: { endpoint: `POST ${index === 0 ? swept.path : '/api/chat/resume'}` },
        times: 1,
        effect: { stream: { cut } },
      })
    const outcome = await settleClient(client(swept), patienceMs)
    return { seed, streams, seen: [], ...outcome }
  } finally {
    fake.close()
  }
}

/** What came of a client, which may fail, or never end. */
async function settleClient(playing: ReturnType<SweepClient>, patienceMs: number) {
  let callOff: () => void
  const tooLong = new Promise<never>((_resolve, reject) => {
    callOff = systemClock.after(patienceMs, () =>
      reject(new Error(`it had not come to an end after ${patienceMs} ms`)),
    )
  })
  return Promise.race([playing, tooLong])
    .then(
      (seen) => ({ seen: seen.filter((one) => !isTerminator(one)) }),
      (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => callOff())
}

/** What tells a client that all has come: the one of the live stream, or the one of a resume. */
const isTerminator = (seen: unknown) =>
  typeof seen === 'object' &&
  seen !== null &&
  'event' in seen &&
  (seen.event === 'end' || seen.event === 'resume_done')

/** What is asked, and by whom. */
export type Question = {
  readonly q: string
  /** Where it is asked; `react` unless given. */
  readonly mode?: 'react' | 'dag' | 'auto' | undefined
  readonly agent_id?: string | undefined
  /** Who asks; the first account of the demo fixture unless given. */
  readonly email?: string | undefined
  readonly password?: string | undefined
}

/** What a client needs to play a turn. */
export type SweptTurn = {
  readonly baseUrl: string
  /** The only way to the fake. */
  readonly fetch: typeof globalThis.fetch
  /** An access token; the body of the turn has it, too. */
  readonly token: string
  /** Where to send the question, such as `/api/react`. */
  readonly path: string
  readonly body: Readonly<Record<string, string>>
  readonly conversation_id: string
}

const baseUrl = 'http://localhost'

/** Signs in and makes a conversation; the question itself is for the client to ask. */
async function prepareTurn(
  fetch: typeof globalThis.fetch,
  { q, mode = 'react', agent_id, email, password }: Question,
): Promise<SweptTurn> {
  const post = async <Json>(path: string, body: object, token?: string): Promise<Json> => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`Failed to prepare a turn: POST ${path} gave ${await response.text()}.`)
    return (await response.json()) as Json
  }
  const { access_token: token } = await post<{ access_token: string }>('/api/auth/login', {
    email: email ?? 'demo@example.com',
    password: password ?? 'demo-password',
  })
  const agent: Record<string, string> = agent_id === undefined ? {} : { agent_id }
  const made = await post<{ data: { id: string } }>('/api/conversations', agent, token)
  const conversation_id = made.data.id
  const body = { q, conversation_id, token, ...agent }
  return { baseUrl, fetch, token, path: `/api/${mode}`, body, conversation_id }
}
