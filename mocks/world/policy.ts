import { limits } from '../../contract/limits.ts'
import type { OperationId } from '../../contract/operations.ts'
import type { PlainResponse } from '../../traffic/journal/exchange.ts'
import { ApiError, InvalidInput } from './api-error.ts'
import type { Choose } from './choose.ts'
import { coerceLaxly, coerceNothing, coerceLikePydantic } from './coerce.ts'

type Compiled = ReturnType<typeof compilePolicy>

/** Named values that the checks and the routes read; each comes from one choice. */
export type Policy = { readonly [Part in keyof Compiled]: Readonly<Compiled[Part]> }

export const compilePolicy = (choose: Choose) => ({
  input: compileInput(choose),
  credentials: compileCredentials(choose),
  http: compileHttp(choose),
  /** Whether the ids of new records are UUIDs. */
  hasUuids: choose('records.ids', { uuid: true, other: false }),
  scopes: compileScopes(choose),
  lists: compileLists(choose),
  keys: compileKeys(choose),
  conversations: compileConversations(choose),
  connections: compileConnections(choose),
  portal: compilePortal(choose),
  turns: compileTurns(choose),
  resume: compileResume(choose),
  workflows: compileWorkflows(choose),
  approvals: compileApprovals(choose),
  /**
   * Whether turns that are not stored count towards the token quota. If not, the conversations that
   * began in the month count.
   */
  countsUnstoredTurns: choose('quotas.unstored-turns', { count: true, free: false }),
})

const compileInput = (choose: Choose) => ({
  coerce: choose('errors.coercion', {
    pydantic: coerceLikePydantic,
    strict: coerceNothing,
    lax: coerceLaxly,
  }),
  /** The condition for a content type other than JSON; `undefined` parses the body anyway. */
  otherContentType: choose('errors.content-type', {
    bad_request: 'body-not-json',
    unsupported: 'body-type-unsupported',
    parsed: undefined,
    crash: 'crash',
  }),
  /** Whether a body that is not JSON is a validation error. */
  unreadableIsInvalid: choose('errors.unreadable-body', { bad_request: false, validation: true }),
})

type SessionBody = {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
}

function compileCredentials(choose: Choose) {
  const bodyToken = choose('auth.body-token', { accepted: true, ignored: false })
  const bodyTokenOperations: Partial<Record<OperationId, boolean>> = {
    'chat.react': bodyToken,
    'chat.dag': bodyToken,
    'chat.auto': choose('auth.auto-body-token', { accepted: true, ignored: false }),
    'chat.resume': choose('resume.body-token', { ignored: false, accepted: true }),
  }
  return {
    /** The operations that accept a credential in the body field `token`. */
    bodyTokenOperations: new Set(
      (Object.keys(bodyTokenOperations) as OperationId[]).filter((id) => bodyTokenOperations[id]),
    ),
    /** Whether operations that accept a credential in the body ignore the header. */
    chatIgnoresHeader: choose('auth.chat-header', { honoured: false, ignored: true }),
    /** Whether a credential in the body is used although the header has one. */
    bodyTokenWins: choose('auth.two-credentials', { header: false, body: true }),
    /** Whether the scheme `Bearer` is matched case-insensitively. */
    bearerIgnoresCase: choose('auth.scheme', { 'any-case': true, exact: false }),
    acceptsRefreshToken: choose('auth.refresh-token-as-bearer', { refused: false, accepted: true }),
    /** The condition for an expired key; `undefined` accepts it. */
    expiredKey: choose('auth.expired-key', {
      invalid_token: 'key-expired',
      token_expired: 'token-expired',
      accepted: undefined,
    }),
    /** Lifetime of an access token, in seconds. */
    accessSeconds: choose.value('login.expires-in', {
      7200: () => limits.accessTokenSeconds,
      seconds: Number,
    }),
    refreshRotation: choose.option('refresh.rotation'),
    tokenType: choose.option('login.token-type'),
    /** The fields of a session that a refresh returns. */
    refreshResponse: choose('refresh.shape', {
      login: (session: SessionBody): object => session,
      'access-only': ({ access_token, token_type, expires_in }: SessionBody): object => ({
        access_token,
        token_type,
        expires_in,
      }),
    }),
    /** The condition for a restricted user at the streaming operations. */
    restrictedOnChat: choose('login.restricted-on-chat', {
      forbidden: 'account-restricted',
      unauthorized: 'credential-missing',
    }),
    restrictedCanSignIn: choose('login.restricted-account', { login: false, later: true }),
  }
}

/** The origins whose pages may call the platform, and the responses to their preflights. */
export type CorsPolicy = {
  /** The origins whose pages may read responses; `undefined` for all. */
  readonly origins: ReadonlySet<string> | undefined
  /** The response to the preflight of an allowed origin, and of a refused one. */
  readonly preflight: { readonly allowed: PlainResponse; readonly refused: PlainResponse }
}

const noContentResponse = { status: 204, headers: {}, body: undefined }
export const emptyPreflight: CorsPolicy['preflight'] = {
  allowed: noContentResponse,
  refused: noContentResponse,
}

const plainTextHeaders = { 'content-type': 'text/plain; charset=utf-8' }
const textPreflight: CorsPolicy['preflight'] = {
  allowed: { status: 200, headers: plainTextHeaders, body: 'OK' },
  refused: { status: 400, headers: plainTextHeaders, body: 'Disallowed CORS origin' },
}

const compileHttp = (choose: Choose) => ({
  origins: choose.value('http.cors-origins', {
    any: () => undefined,
    listed: (origins): ReadonlySet<string> => new Set(origins as readonly string[]),
  }),
  preflight: choose('http.preflight', { empty: emptyPreflight, text: textPreflight }),
  /** The treatment of a known path with a slash at its end. */
  trailingSlash: choose.option('http.trailing-slash'),
  /** Whether `HEAD` is handled like `GET`. */
  answersHead: choose('http.head', { refused: false, 'as-get': true }),
  /** Selects the methods for an `Allow` header from all methods that a path supports. */
  allowed: choose('http.allow', {
    all: (methods: readonly string[]) => methods,
    one: (methods: readonly string[]) => methods.slice(0, 1),
  }),
  /** Headers of every response, in lower case; `undefined` without such headers. */
  headers: choose.value('http.headers', {
    none: () => undefined,
    fixed: (headers) =>
      Object.fromEntries(
        Object.entries(headers as Record<string, string>).map(
          ([name, value]) => [name.toLowerCase(), value] as const,
        ),
      ),
  }),
})

const compileScopes = (choose: Choose) => ({
  enforced: choose('scopes.enforced', { enforced: true, ignored: false }),
  /** The scope of an operation without one in the contract; `full` excludes every scoped key. */
  unlistedScope: choose('scopes.unlisted', {
    none: () => undefined,
    'chat-family': (id: OperationId) =>
      id === 'chat.auto' || id === 'chat.resume' ? 'chat' : undefined,
    full: () => 'full' as const,
  }),
  /** Separates the scopes of a key. */
  separator: choose('scopes.separator', { comma: ',', space: ' ', semicolon: ';' }),
  /** Whether the scope `admin` allows every operation. */
  adminOpensAll: choose('scopes.admin-reach', { own: false, all: true }),
})

const compileLists = (choose: Choose) => ({
  defaultSize: choose.value('lists.default-size', {
    20: () => limits.pageSize.default,
    items: Number,
  }),
  /** Whether a page size above the limit is clamped instead of refused. */
  clampsSize: choose('lists.oversize', { refused: false, clamped: true }),
  beyondEnd: choose.option('lists.page-beyond-end'),
})

const compileKeys = (choose: Choose) => ({
  /** The start of every full key. */
  prefix: choose.value('keys.prefix', { svc_: () => 'svc_', other: String }),
  /** The body field with the expiry of a new key. */
  expiryField: choose.value('keys.expiry-field', {
    expires_at: () => 'expires_at',
    named: String,
  }),
  /** Whether reads count as uses of a key. */
  countsReads: choose('keys.usage', { every: true, writes: false }),
  /** Whether users can access the keys of other users. */
  sharedByAll: choose('keys.ownership', { own: false, any: true }),
})

const compileConversations = (choose: Choose) => ({
  /** Whether users can access the conversations of other users. */
  sharedByAll: choose('conversations.ownership', { own: false, any: true }),
  order: choose.option('conversations.order'),
  searchParameter: choose.value('conversations.search-parameter', {
    q: () => 'q',
    named: String,
  }),
  acceptsAnyMode: choose('conversations.modes', { listed: false, any: true }),
  acceptsKnowledgeBases: choose('conversations.kb-ids', { settable: true, ignored: false }),
  /** The formats of an export; the first one is the default. */
  exportFormats: choose('conversations.export-formats', {
    data: ['markdown', 'json'],
    documents: ['md', 'txt', 'docx', 'pdf'],
  }),
  needsExportFormat: choose('conversations.export-format', { optional: false, required: true }),
  /** Whether a conversation without a model gets the name of the active one. */
  namesActiveModel: choose('conversations.model-name', { null: false, active: true }),
  /** Whether the metadata of an answer contains all fields of `done`, the last thought and the suggestions. */
  storesWholeDone: choose('conversations.message-metadata', { figures: false, whole: true }),
  /** The response to the creation of a conversation. */
  created: choose('conversations.created-shape', {
    record: (conversation: object) => conversation,
    id: ({ id }: { readonly id: string }) => ({ conversation_id: id }),
  }),
})

const compileConnections = (choose: Choose) => ({
  /** Whether a record of another user is refused with 403 instead of 404. */
  revealsOthers: choose('connections.of-others', { missing: false, forbidden: true }),
  /** The error for an API connector without a `base_url`. */
  noBaseUrl: choose('connectors.missing-base-url', {
    bad_request: () =>
      new ApiError('request-senseless', 'A connector of the type `api` needs a `base_url`.'),
    validation: (input: unknown) =>
      new InvalidInput([
        { loc: ['body', 'base_url'], msg: 'Field required', type: 'missing', input },
      ]),
  }),
  /** Whether stored credentials and secrets of a fixture are returned in full; else only their names. */
  returnsSecrets: choose('mcp-servers.stored-credentials', { names: false, clear: true }),
  /** The field that names the audience of a publication. */
  audienceField: choose.option('connections.audience'),
  channelsNeedOrganization: choose('channels.organization', { optional: false, required: true }),
  /** Whether a `PUT` leaves absent fields unchanged instead of replacing the record. */
  updatesPartly: choose('connections.partial-update', { whole: false, partial: true }),
})

const compilePortal = (choose: Choose) => ({
  version: choose.value('versioning.published', {
    '0.8.0': () => '0.8.0',
    '0.8.9': () => '0.8.9',
    release: String,
  }),
  /** Whether revoking sessions also ends refresh tokens. */
  revokesRefreshTokens: choose('sessions.revocation', { access: false, all: true }),
  /** Whether only the owner of a knowledge base can retrieve from it. */
  ownersRetrieve: choose('knowledge-bases.retrieval-reach', { visible: false, owner: true }),
})

const compileTurns = (choose: Choose) => ({
  needsQuery: choose('chat.query', { required: true, optional: false }),
  /** The maximum length of a query in characters; `undefined` for no limit. */
  longestQuery: choose.value('chat.query-length', {
    unlimited: () => undefined,
    characters: Number,
  }),
  cancelsOnDisconnect: choose('turn.on-disconnect', { 'goes-on': false, cancels: true }),
  /** Whether a second turn in a conversation is refused while one runs. */
  refusesSecond: choose('turn.concurrent', { 'side-by-side': false, refused: true }),
  /** Whether a turn without a conversation creates one. */
  createsConversation: choose('turn.without-conversation', {
    'not-stored': false,
    'makes-one': true,
  }),
  refusesUnknownAgent: choose('turn.unknown-agent', { ignored: false, refused: true }),
  /** Whether the cursors of each turn start again from the first cursor. */
  cursorsRestart: choose('events.cursor-range', { conversation: false, turn: true }),
  cursorStep: choose.value('events.cursor-step', { 1: () => 1, step: Number }),
  firstCursor: choose.value('events.first-cursor', { 0: () => 0, later: Number }),
  alwaysSuggests: choose('events.suggestions', { always: true, 'by-agent': false }),
  sendsPostProcessing: choose('events.post-processing', { no: false, yes: true }),
  /** Whether turns send phases that the specification does not list. */
  sendsExtraPhases: choose('events.tool-selection', { no: false, yes: true }),
  sendsRouting: choose('chat.routing-event', { first: true, absent: false }),
  sendsHeartbeat: choose('events.unlisted', { no: false, heartbeat: true }),
  /** When a generated title is sent. With seconds, it is stored this long after the end of the turn. */
  title: choose.value('events.title', {
    'after-suggestions': () => 'last' as const,
    'before-suggestions': () => 'first' as const,
    'after-end': (seconds) => ({ secondsAfterEnd: Number(seconds) }),
    never: () => 'never' as const,
  }),
  /** Whether the first turn replaces a title that the client gave. */
  replacesTitle: choose('turn.given-title', { kept: false, replaced: true }),
  /** Whether a failed turn has a `done` instead of an `error` event. */
  failsWithDone: choose('turn.failure', { 'error-event': false, 'done-text': true }),
  /** Whether the first event of a tool call has all fields, and `reasoning` is always a text. */
  fillsCallFields: choose('events.call-fields', { documented: false, filled: true }),
  sendsStepUsage: choose('events.step-usage', { no: false, yes: true }),
  /** Whether events of injected texts have an id only on `react`, and a phase only on `dag`. */
  injectsByMode: choose('events.inject', { 'id-and-phase': false, 'by-mode': true }),
})

const compileResume = (choose: Choose) => ({
  /** Whether a cursor that is not an integer is a validation error. */
  validatesCursor: choose('resume.non-integer-cursor', { validation: true, invalid_cursor: false }),
  needsCursor: choose('resume.cursor-required', { required: true, optional: false }),
  /** The events that a resume during a running turn replays. */
  midTurn: choose.option('resume.mid-turn'),
  /** Whether a replay covers the whole conversation instead of its newest turn. */
  wholeConversation: choose('resume.replay-range', { 'newest-turn': false, conversation: true }),
  /** The events of a turn that a replay omits. */
  omittedEvents: new Set<string>([
    ...choose('resume.end-replayed', { no: ['end'], yes: [] }),
    ...choose('resume.done-stored', { yes: [], no: ['done'] }),
  ]),
  /** Whether `routing` and the thinking of plan steps have no cursor, and are never replayed. */
  skipsProgress: choose('resume.live-only', { none: false, progress: true }),
  refusesBelowMinusOne: choose('resume.below-minus-one', {
    invalid_cursor: true,
    accepted: false,
  }),
})

const compileWorkflows = (choose: Choose) => ({
  /** Returns the number of runs to count in the rate limit for a batch of `size` runs. */
  runsInBatch: choose('workflows.batch-counts', {
    once: () => 1,
    each: (size: number) => size,
  }),
  /** The format of blueprints and of the events of runs. */
  dialect: choose.option('workflows.dialect'),
  /** `true`: runs of workflows from the editor have the defects of `deployed-0.8`. */
  defects: choose.option('workflows.defects'),
})

const compileApprovals = (choose: Choose) => ({
  /** The time that a turn waits for a decision, in seconds. */
  waitSeconds: choose('approvals.wait', { '24h': 24 * 3600, '120s': 120 }),
  /** Whether a confirmation shows the arguments of its tool call. */
  showsArguments: choose('approvals.arguments', { told: true, empty: false }),
  /** Whether the event of a confirmation has `timeout_at` with an offset, and an empty `channel_label`. */
  plainEvent: choose('approvals.event-form', { records: false, plain: true }),
})
