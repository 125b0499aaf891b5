import { createRequester, type CallOptions, type RequestOptions } from './requester.ts'
import { createAccountApi, createKeysApi } from './resources/account.ts'
import { createAgentsApi } from './resources/agents.ts'
import { createConfirmationsApi } from './resources/confirmations.ts'
import { createConversationsApi } from './resources/conversations.ts'
import { createKnowledgeBasesApi } from './resources/knowledge-bases.ts'
import { createWorkflowsApi } from './resources/workflows.ts'
import { createSessionManager, type Session } from './session.ts'
import {
  createSignInApi,
  type Credentials,
  type LoginOutcome,
  type SecondFactor,
} from './sign-in.ts'
import type { TurnOptions } from './streams/read-turn.ts'
import { createTurnsApi, type Question, type Turn } from './streams/turns.ts'
import { createTransport, type Fetch, type Method } from './transport.ts'
import { systemClock, type SystemClock } from './system-clock.ts'

/** Where the platform is, and who calls. */
export type ClientOptions = {
  /** The root of the deployment, without `/api`. */
  readonly baseUrl: string
  /** Calls with a key instead of a session. */
  readonly apiKey?: string | undefined
  /** A session that an app kept. */
  readonly session?: Session | undefined
  /** Told of every other session: signed in, renewed; `undefined` when it ended. Keep it here. */
  readonly onSessionChange?: ((session: Session | undefined) => void) | undefined
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Pauses before each attempt to resume a stream, in milliseconds; 300, 1000, 3000 unless given. */
  readonly backoff?: readonly number[] | undefined
  readonly fetch?: Fetch | undefined
  readonly systemClock?: SystemClock | undefined
}

/** A platform, as an app sees it: see `createClient`. */
export type Client = ReturnType<typeof createClient>

/**
 * A client for the platform. Every call throws an `ApiError` where the platform refuses it, what
 * `fetch` throws where it can't be reached, and the reason of its `signal` where that aborts.
 */
export function createClient(options: ClientOptions) {
  const { baseUrl, apiKey, session: kept, onSessionChange: onSession, headers = {} } = options
  const { systemClock: wall = systemClock, backoff = [300, 1000, 3000] } = options
  // Looked up at each call: whoever mocks the network replaces it.
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options
  const transport = createTransport({ baseUrl, fetch, headers, systemClock: wall })
  const signIn = createSignInApi(transport, wall)
  const { refresh } = signIn
  const session = createSessionManager({
    session: kept,
    onSessionChange: onSession,
    refresh,
    systemClock: wall,
  })
  const caller = createRequester(transport, session, apiKey)
  const turns = createTurnsApi(caller, { backoff, systemClock: wall })
  const { request } = caller

  const begin = (outcome: LoginOutcome): LoginOutcome => {
    if (outcome.status === 'signed-in') session.setAndNotify(outcome.session)
    return outcome
  }

  return {
    /** Who is signed in; `undefined` with a key, or before a login. */
    get session(): Session | undefined {
      return session.current
    },
    /** Takes another session, such as one that another tab renewed; `onSession` is not told. */
    setSession: (other: Session | undefined): void => session.set(other),
    /** Signs in, or asks for a second factor. Throws an `ApiError` of 401 for a wrong password. */
    login: async (credentials: Credentials, { signal }: CallOptions = {}): Promise<LoginOutcome> =>
      begin(await signIn.login(credentials, signal)),
    /** Signs in with the code that `login` asked for. */
    verifySecondFactor: async (
      answer: SecondFactor,
      { signal }: CallOptions = {},
    ): Promise<LoginOutcome> => begin(await signIn.verify(answer, signal)),
    /** Forgets the session; with `everywhere` the platform ends all those of the user, too. */
    logout: async ({ everywhere = false } = {}): Promise<void> => {
      try {
        if (everywhere) await request('POST', '/api/me/sessions/revoke-all')
      } finally {
        session.setAndNotify(undefined)
      }
    },

    /** Asks an agent by the ReAct loop: `for await (const event of client.react({ q })) …`. */
    react: (question: Question, turn?: TurnOptions): Turn => turns.start('react', question, turn),
    /** Asks an agent that plans first. */
    dag: (question: Question, turn?: TurnOptions): Turn => turns.start('dag', question, turn),
    /** Asks an agent and lets a fast model choose the way; `routing` tells which. */
    auto: (question: Question, turn?: TurnOptions): Turn => turns.start('auto', question, turn),
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

    conversations: createConversationsApi(caller),
    agents: createAgentsApi(caller),
    knowledgeBases: createKnowledgeBasesApi(caller),
    keys: createKeysApi(caller),
    me: createAccountApi(caller),
    confirmations: createConfirmationsApi(caller),
    workflows: createWorkflowsApi(caller),
    /** Any other operation, such as `request('GET', '/api/version')`. */
    request: <Data = unknown>(method: Method, path: string, call?: RequestOptions) =>
      request<Data>(method, path, call),
  }
}
