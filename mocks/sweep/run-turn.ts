import { isObject } from '../../contract/json.ts'
import { messageOf } from '../../contract/realm-safe.ts'
import type { Fake } from '../fake.ts'
import { systemClock } from '../world/clock.ts'
import type { Cut, RunPlan } from './cuts.ts'
import { splitBytes, type SplitRule } from './pieces.ts'
import { decideApproval } from '../platform/approvals/decide-approval.ts'

/**
 * A client to test. It plays a turn to its end, and resumes after broken streams. It resolves with
 * the events that it received, in order, or with a value computed from these events, such as a
 * text.
 */
export type SweepClient = (turn: SweptTurn) => Promise<unknown>

export type TurnRun = {
  readonly seed: string
  readonly seen: readonly unknown[]
  /** The message of the error with which the client failed. */
  readonly failed?: string
  readonly streams: readonly DeliveredStream[]
}

type TurnRunOptions = {
  readonly question: Question
  readonly client: SweepClient
  readonly turn: 'running' | 'ended'
  readonly timeoutMs: number
  readonly isLiveOnly: ((event: unknown) => boolean) | undefined
}

/** Runs the client in a fresh fake. A plan says where streams break, and in which pieces they arrive. */
export async function runTurn(
  fake: Fake,
  { question, client, turn, timeoutMs, isLiveOnly = () => false }: TurnRunOptions,
  { cut: first, resumes = [], stream, splits }: Partial<RunPlan>,
): Promise<TurnRun> {
  const { fetch, streams } = createPacedFetch(fake, turn, splits)
  const { seed } = fake.world()
  const { faults } = fake.control()
  try {
    const swept = await prepareTurn(fetch, question)
    if (stream !== undefined) faults.add({ effect: { stream } })
    const addCut = (path: string, nth: number, cut: Cut['cut']) =>
      faults.add({ match: { endpoint: `POST ${path}`, nth }, effect: { stream: { cut } } })
    if (first !== undefined) addCut(swept.path, 1, first.cut)
    for (const [index, cut] of resumes.entries()) addCut('/api/chat/resume', index + 1, cut)
    const outcome = await settleClient(client(swept), timeoutMs)
    const { seen = [], ...failed } = outcome
    return { seed, streams, seen: seen.filter((event) => !isLiveOnly(event)), ...failed }
  } finally {
    fake.close()
  }
}

/** Waits for a client, which may fail or hang. */
async function settleClient(run: ReturnType<SweepClient>, timeoutMs: number) {
  let cancelTimer: () => void
  const timeout = new Promise<never>((_resolve, reject) => {
    cancelTimer = systemClock.after(timeoutMs, () =>
      reject(new Error(`it did not end within ${timeoutMs} ms`)),
    )
  })
  return Promise.race([run, timeout])
    .then(
      (seen) => ({ seen: [seen ?? []].flat().filter((item) => !isTerminator(item)) }),
      (error: unknown) => ({
        seen: [],
        failed: messageOf(error),
      }),
    )
    .finally(() => cancelTimer())
}

/**
 * Whether an event ends a stream: `end` of a live stream, `resume_done` of a resume. The name is in
 * whichever of these fields the client has it.
 */
const isTerminator = (item: unknown) =>
  isObject(item) &&
  ['event', 'name', 'type'].some((field) => item[field] === 'end' || item[field] === 'resume_done')

/** The query of the turn, and the user who sends it. */
export type Question = {
  readonly q: string
  /** The mode of the turn; `react` by default. */
  readonly mode?: 'react' | 'dag' | 'auto' | undefined
  readonly agent_id?: string | undefined
  /** The user who asks: `demo@example.com` of the demo fixture by default. */
  readonly email?: string | undefined
  readonly password?: string | undefined
}

/** Everything a client needs to start and resume the turn. */
export type SweptTurn = {
  readonly baseUrl: string
  /** The `fetch` for every request. The fake has no network address. */
  readonly fetch: typeof globalThis.fetch
  /** An access token. `body` contains it, too. */
  readonly token: string
  /** The path to post `body` to, such as `/api/react`. */
  readonly path: string
  readonly body: Readonly<Record<string, string>>
  readonly conversation_id: string
}

const baseUrl = 'http://localhost'

/** Signs in and creates a conversation. The client asks the question itself. */
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
      throw new Error(`Failed to prepare a turn: POST ${path} returned ${await response.text()}.`)
    return (await response.json()) as Json
  }
  const { access_token: token } = await post<{ access_token: string }>('/api/auth/login', {
    email: email ?? 'demo@example.com',
    password: password ?? 'demo-password',
  })
  const agent: Record<string, string> = agent_id === undefined ? {} : { agent_id }
  type Created = { readonly id?: string; readonly conversation_id?: string }
  const { data } = await post<{ data?: Created }>('/api/conversations', agent, token)
  const conversation_id = data?.conversation_id ?? data?.id
  if (conversation_id === undefined)
    throw new Error('Failed to prepare a turn: POST /api/conversations returned no id.')
  const body = { q, conversation_id, token, ...agent }
  return { baseUrl, fetch, token, path: `/api/${mode}`, body, conversation_id }
}

/** The data that the client received from one stream. */
type DeliveredStream = {
  readonly chunks: Uint8Array[]
  /** Whether the client disconnected before the end. */
  cancelled: boolean
}

/** The maximum number of microtasks that a read may take before the clock has to move. */
const maxMicrotasks = 24

/**
 * Creates a `fetch` for a fake with a frozen clock. A request, or a read without data, moves the clock to
 * the next timer. So a turn runs while it is read, without real timers.
 */
export function createPacedFetch(fake: Fake, turn: 'running' | 'ended', splits?: SplitRule) {
  const world = fake.world()
  const streams: DeliveredStream[] = []
  const isRunning = () => world.runningTurns[Symbol.iterator]().next().done !== true
  /** Approves a pending confirmation, or runs the next timer. Returns false if there is neither. */
  const advance = () => {
    const [confirmation] = world.approvals.keys()
    if (confirmation === undefined) return world.clock.step()
    decideApproval(world, confirmation, 'approve', null)
    return true
  }
  return {
    /** The streams so far, in the order of their requests. */
    streams,
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      if (isRunning()) advance()
      const response = await fake.fetch(new Request(input, init))
      if (turn === 'ended') while (isRunning() && advance());
      const { body, headers, status } = response
      if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
        return response
      const delivery: DeliveredStream = { chunks: [], cancelled: false }
      streams.push(delivery)
      return new Response(paceStream(body, delivery, advance, splits), { status, headers })
    },
  }
}

function paceStream(
  body: ReadableStream<Uint8Array>,
  delivery: DeliveredStream,
  advance: () => boolean,
  splits: SplitRule | undefined,
) {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await advanceUntil(reader.read(), advance)
        if (done) return controller.close()
        delivery.chunks.push(value)
        const pieces = splits === undefined ? [value] : splitBytes(value, splits)
        for (const piece of pieces) controller.enqueue(piece)
      },
      cancel(reason) {
        delivery.cancelled = true
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Waits for a promise, and advances the clock until it settles. */
async function advanceUntil<Result>(
  work: Promise<Result>,
  advance: () => boolean,
): Promise<Result> {
  const read = { settled: false }
  const settle = () => (read.settled = true)
  work.then(settle, settle)
  do {
    for (let wait = 0; wait < maxMicrotasks && !read.settled; wait++) await undefined
  } while (!read.settled && advance())
  return work
}
