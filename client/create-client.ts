import { createCaller, type CallOptions, type RequestOptions } from './caller.ts'
import { accountOf } from './resources/me.ts'
import { agentsOf } from './resources/agents.ts'
import { confirmationsOf } from './resources/confirmations.ts'
import { conversationsOf } from './resources/conversations.ts'
import { keysOf } from './resources/keys.ts'
import { knowledgeBasesOf } from './resources/knowledge-bases.ts'
import { workflowsOf } from './resources/workflows.ts'
import { createSessionKeeper, type Session } from './session.ts'
import { createSignIn, type Credentials, type LoginOutcome, type SecondFactor } from './sign-in.ts'
import type { TurnOptions } from './streams/follow.ts'
import { createTurns, type Question, type Turn } from './streams/turns.ts'
import { createTransport, type Fetch, type Method } from './transport.ts'
import { systemWall, type Wall } from './wall.ts'

/** Where the platform is, and who calls. */
export type ClientOptions = {
  /** The root of the deployment, without `/api`. */
  readonly baseUrl: string
  /** Calls with a key instead of a session. */
  readonly apiKey?: string | undefined
  /** A session that an app kept. */
  readonly session?: Session | undefined
  /** Told of every other session: signed in, renewed; `undefined` when it ended. Keep it here. */
  readonly onSession?: ((session: Session | undefined) => void) | undefined
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Pauses before each attempt to resume a stream, in milliseconds; 300, 1000, 3000 unless given. */
  readonly backoff?: readonly number[] | undefined
  readonly fetch?: Fetch | undefined
  readonly wall?: Wall | undefined
}

/** A platform, as an app sees it: see `createClient`. */
export type Client = ReturnType<typeof createClient>

/**
 * A client for the platform. Every call throws an `ApiError` where the platform refuses it, what
 * `fetch` throws where it can't be reached, and the reason of its `signal` where that aborts.
 */
export function createClient(options: ClientOptions) {
  const { baseUrl, apiKey, session: kept, onSession, headers = {} } = options
  const { wall = systemWall, backoff = [300, 1000, 3000] } = options
  // Looked up at each call: whoever mocks the network replaces it.
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options
  const transport = createTransport({ baseUrl, fetch, headers, wall })
  const signIn = createSignIn(transport, wall)
  const { refresh } = signIn
  const session = createSessionKeeper({ session: kept, onSession, refresh, wall })
  const caller = createCaller(transport, session, apiKey)
  const turns = createTurns(caller, { backoff, wall })
  const { request } = caller

  const begin = (outcome: LoginOutcome): LoginOutcome => {
    if (outcome.status === 'signed-in') session.adopt(outcome.session)
    return outcome
  }

  return {
    /** Who is signed in; `undefined` with a key, or before a login. */
    get session(): Session | undefined {
      return session.current
    },
    /** Takes another session, such as one that another tab renewed; `onSession` is not told. */
    adoptSession: (other: Session | undefined): void => session.use(other),
    /** Signs in, or asks for a second factor. Throws an `ApiError` of 401 for a wrong password. */
    login: async (credentials: Credentials, { signal }: CallOptions = {}): Promise<LoginOutcome> =>
      begin(await signIn.login(credentials, signal)),
    /** Signs in with the code that `login` asked for. */
    answerSecondFactor: async (
      answer: SecondFactor,
      { signal }: CallOptions = {},
    ): Promise<LoginOutcome> => begin(await signIn.verify(answer, signal)),
    /** Forgets the session; with `everywhere` the platform ends all those of the user, too. */
    logout: async ({ everywhere = false } = {}): Promise<void> => {
      try {
        if (everywhere) await request('POST', '/api/me/sessions/revoke-all')
      } finally {
        session.adopt(undefined)
      }
    },

    /** Asks an agent by the ReAct loop: `for await (const event of client.react({ q })) …`. */
    react: (question: Question, turn?: TurnOptions): Turn => turns.ask('react', question, turn),
    /** Asks an agent that plans first. */
    dag: (question: Question, turn?: TurnOptions): Turn => turns.ask('dag', question, turn),
    /** Asks an agent and lets a fast model choose the way; `routing` tells which. */
    auto: (question: Question, turn?: TurnOptions): Turn => turns.ask('auto', question, turn),
    /** The newest turn of a conversation behind a cursor; all of it unless one is given. */
    resume: (conversationId: string, cursor?: number, turn?: TurnOptions): Turn =>
      turns.resume(conversationId, cursor, turn),
    /** Gives a text to the turn that runs in a conversation. Throws 404 where none does. */
    inject: (conversation_id: string, content: string, call?: CallOptions) =>
      request<{ readonly id: string }>('POST', '/api/chat/inject', {
        ...call,
        body: { conversation_id, content },
      }),
    /** Takes an injected text back; false where the turn had taken it up. */
    recall: async (conversation_id: string, inject_id: string, call?: CallOptions) => {
      const body = { conversation_id, inject_id }
      const path = '/api/chat/inject/recall'
      return (await request<{ readonly success: boolean }>('POST', path, { ...call, body })).success
    },

    conversations: conversationsOf(caller),
    agents: agentsOf(caller),
    knowledgeBases: knowledgeBasesOf(caller),
    keys: keysOf(caller),
    me: accountOf(caller),
    confirmations: confirmationsOf(caller),
    workflows: workflowsOf(caller),
    /** Any other operation, such as `request('GET', '/api/version')`. */
    request: <Data = unknown>(method: Method, path: string, call?: RequestOptions) =>
      request<Data>(method, path, call),
  }
}
