import {
  type CallOptions,
  createRequester,
  type Requester,
  type RequestOptions,
} from './requester.ts'
import {
  type AccountApi,
  createAccountApi,
  createKeysApi,
  type KeysApi,
} from './resources/account.ts'
import {
  type AgentsApi,
  createAgentsApi,
  createKnowledgeBasesApi,
  createWorkflowsApi,
  type KnowledgeBasesApi,
  type WorkflowsApi,
} from './resources/agents.ts'
import { type ConfirmationsApi, createConfirmationsApi } from './resources/confirmations.ts'
import { type ConversationsApi, createConversationsApi } from './resources/conversations.ts'
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

/** Options of `createClient`. */
export type ClientOptions = {
  /** Base URL of the deployment, without `/api`, such as `http://127.0.0.1:4010`. */
  readonly baseUrl: string
  /** An API key to send instead of a session's token. Its scopes limit what the client may call. */
  readonly apiKey?: string | undefined
  /** A session that the app stored earlier. */
  readonly session?: Session | undefined
  /** Called with each new session, and with `undefined` when it ends. Store the session here. */
  readonly onSessionChange?: ((session: Session | undefined) => void) | undefined
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Delays before each attempt to resume a stream, in milliseconds. Default: `[300, 1000, 3000]`. */
  readonly backoff?: readonly number[] | undefined
  /** Sends the requests. Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined
  /**
   * Time and timers, so that tests can control them. Default: the clock and timers of the machine.
   */
  readonly systemClock?: SystemClock | undefined
}

/** A client of one deployment, as `createClient` returns it. */
export interface Client extends ReturnType<typeof assembleClient> {}

/**
 * Creates a typed client for a deployment of the Agent Platform API. It reads every documented form
 * of envelopes, errors, timestamps and events, refreshes tokens, and resumes streams.
 *
 * Every method rejects with an `ApiError` if the platform responds with an error status. If the
 * platform cannot be reached, it rejects with the error of `fetch`; if its `signal` aborts, with
 * the reason of the signal.
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010' })
 * await client.login({ email: 'demo@example.com', password: 'demo-password' })
 * for await (const event of client.react({ q: 'Where is my order?' }))
 *   if (event.event === 'done') console.log(event.data.answer)
 * ```
 */
export function createClient(options: ClientOptions): Client {
  return assembleClient(options)
}

/** The milliseconds to wait for a `storage` event from another tab. */
const otherTabMs = 500

function assembleClient(options: ClientOptions) {
  const { baseUrl, apiKey, onSessionChange, headers = {}, backoff = [300, 1000, 3000] } = options
  const { systemClock: clock = systemClock } = options
  // The global `fetch` is looked up at each call, because tools that mock the network replace it.
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options
  const transport = createTransport(baseUrl, fetch, headers, clock)
  const signIn = createSignInApi(transport, clock)
  const session = createSessionManager({
    session: options.session,
    onSessionChange,
    refresh: signIn.refresh,
    // Uses the machine's timers, because a clock passed as an option may be frozen.
    waitForOtherTab: (changed) => systemClock.sleep(otherTabMs, changed),
    systemClock: clock,
  })
  const requester = createRequester(transport, session, apiKey)
  const turns = createTurnsApi(requester, { backoff, systemClock: clock })
  const { request } = requester

  const startSession = (outcome: LoginOutcome): LoginOutcome => {
    if (outcome.status === 'signed-in') session.setAndNotify(outcome.session)
    return outcome
  }

  return {
    /** The current session; `undefined` before a login, after a logout, and with an API key. */
    get session(): Session | undefined {
      return session.current
    },
    /**
     * Replaces the session, for example if another tab renewed it. Calls `onSessionChange` only if
     * `notify` is true.
     */
    setSession: (
      other: Session | undefined,
      { notify = false }: { readonly notify?: boolean } = {},
    ): void => (notify ? session.setAndNotify(other) : session.set(other)),
    /**
     * Signs in (specification, "Login response"). If the outcome is `second-factor`, call
     * `verifySecondFactor` next. Rejects with an `ApiError` of status 401 if the password is wrong.
     */
    login: async (credentials: Credentials, { signal }: CallOptions = {}): Promise<LoginOutcome> =>
      startSession(await signIn.login(credentials, signal)),
    /** Completes a login with the code of the second factor. */
    verifySecondFactor: async (
      code: SecondFactor,
      { signal }: CallOptions = {},
    ): Promise<LoginOutcome> => startSession(await signIn.verify(code, signal)),
    /** Drops the session; with `everywhere`, the platform revokes all sessions of the user. */
    logout: async ({
      everywhere = false,
      signal,
    }: CallOptions & { readonly everywhere?: boolean } = {}): Promise<void> => {
      try {
        if (everywhere) await request('POST', '/api/me/sessions/revoke-all', { signal })
      } finally {
        session.setAndNotify(undefined)
      }
    },

    /**
     * Starts a turn in the ReAct loop and streams its events. The request is sent when iteration
     * begins.
     *
     * @example
     * ```ts
     * for await (const event of client.react({ q: 'Where is my order?' })) console.log(event.event)
     * ```
     */
    react: (question: Question, turn?: TurnOptions): Turn => turns.start('react', question, turn),
    /** Starts a turn in which the agent first makes a plan. */
    dag: (question: Question, turn?: TurnOptions): Turn => turns.start('dag', question, turn),
    /** Starts a turn whose mode the platform chooses; the event `routing` has the mode. */
    auto: (question: Question, turn?: TurnOptions): Turn => turns.start('auto', question, turn),
    /** Streams the events of the newest turn that come after `cursor`. Default: -1, all events. */
    resume: (conversationId: string, cursor?: number, turn?: TurnOptions): Turn =>
      turns.resume(conversationId, cursor, turn),
    /** Adds a user message to the running turn of a conversation. Rejects with 404 if none runs. */
    inject: (conversation_id: string, content: string, call?: CallOptions) =>
      request<{ readonly id: string }>('POST', '/api/chat/inject', {
        ...call,
        body: { conversation_id, content },
      }),
    /** Withdraws an injected message; resolves to false if the turn has already used it. */
    recall: async (conversation_id: string, inject_id: string, call?: CallOptions) => {
      const body = { conversation_id, inject_id }
      const path = '/api/chat/inject/recall'
      return (await request<{ readonly success: boolean }>('POST', path, { ...call, body })).success
    },

    ...createResources(requester),
    /** Calls any other operation, such as `request('GET', '/api/version')`. */
    request: <Data = unknown>(method: Method, path: string, call?: RequestOptions) =>
      request<Data>(method, path, call),
  }
}

/** The methods for the records of each kind. */
type Resources = {
  readonly conversations: ConversationsApi
  readonly agents: AgentsApi
  readonly knowledgeBases: KnowledgeBasesApi
  readonly keys: KeysApi
  readonly me: AccountApi
  readonly confirmations: ConfirmationsApi
  readonly workflows: WorkflowsApi
}

const createResources = (requester: Requester): Resources => ({
  conversations: createConversationsApi(requester),
  agents: createAgentsApi(requester),
  knowledgeBases: createKnowledgeBasesApi(requester),
  keys: createKeysApi(requester),
  me: createAccountApi(requester),
  confirmations: createConfirmationsApi(requester),
  workflows: createWorkflowsApi(requester),
})
