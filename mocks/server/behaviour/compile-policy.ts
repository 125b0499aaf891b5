import { limits } from '../../../contract/limits.ts'
import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { Policy, CorsPolicy, SessionBody } from '../../world/behaviour.ts'
import type { Choose } from './choose.ts'
import { anyOrigin } from '../request/response-headers.ts'
import type { OperationId } from '../../../contract/operations.ts'
import { coerceLaxly, coerceNothing, coerceLikePydantic } from './coerce.ts'

export function compilePolicy(choose: Choose): Policy {
  return {
    input: compileInput(choose),
    credentials: compileCredentials(choose),
    http: compileHttp(choose),
    hasUuids: choose('records.ids', { uuid: true, other: false }),
    scopes: compileScopes(choose),
    lists: compileLists(choose),
    keys: {
      prefix: choose.value('keys.prefix', { svc_: () => 'svc_', other: String }),
      expiryField: choose.value('keys.expiry-field', {
        expires_at: () => 'expires_at',
        named: String,
      }),
      countsReads: choose('keys.usage', { every: true, writes: false }),
      sharedByAll: choose('keys.ownership', { own: false, any: true }),
    },
    conversations: compileConversations(choose),
    connections: compileConnections(choose),
    portal: compilePortal(choose),
    turns: compileTurns(choose),
    resume: compileResume(choose),
    workflows: compileWorkflows(choose),
    approvals: {
      waitSeconds: choose('approvals.wait', { '24h': 24 * 3600, '120s': 120 }),
      showsArguments: choose('approvals.arguments', { told: true, empty: false }),
      plainEvent: choose('approvals.event-form', { records: false, plain: true }),
    },
    countsUnstoredTurns: choose('quotas.unstored-turns', { count: true, free: false }),
  }
}

const compileLists = (choose: Choose): Policy['lists'] => ({
  defaultSize: choose.value('lists.default-size', {
    20: () => limits.pageSize.default,
    items: Number,
  }),
  clampsSize: choose('lists.oversize', { refused: false, clamped: true }),
  beyondEnd: choose.option('lists.page-beyond-end'),
})

const compileConversations = (choose: Choose): Policy['conversations'] => ({
  sharedByAll: choose('conversations.ownership', { own: false, any: true }),
  order: choose.option('conversations.order'),
  searchParameter: choose.value('conversations.search-parameter', {
    q: () => 'q',
    named: String,
  }),
  acceptsAnyMode: choose('conversations.modes', { listed: false, any: true }),
  acceptsKnowledgeBases: choose('conversations.kb-ids', { settable: true, ignored: false }),
  exportFormats: choose('conversations.export-formats', {
    data: ['markdown', 'json'],
    documents: ['md', 'txt', 'docx', 'pdf'],
  }),
  needsExportFormat: choose('conversations.export-format', { optional: false, required: true }),
  namesActiveModel: choose('conversations.model-name', { null: false, active: true }),
  storesWholeDone: choose('conversations.message-metadata', { figures: false, whole: true }),
  created: choose('conversations.created-shape', {
    record: (conversation: object) => conversation,
    id: ({ id }: { readonly id: string }) => ({ conversation_id: id }),
  }),
})

const compileTurns = (choose: Choose): Policy['turns'] => ({
  needsQuery: choose('chat.query', { required: true, optional: false }),
  maxQueryLength: choose.value('chat.query-length', {
    unlimited: () => undefined,
    characters: Number,
  }),
  cancelsOnDisconnect: choose('turn.on-disconnect', { 'goes-on': false, cancels: true }),
  refusesSecond: choose('turn.concurrent', { 'side-by-side': false, refused: true }),
  createsConversation: choose('turn.without-conversation', {
    'not-stored': false,
    'makes-one': true,
  }),
  refusesUnknownAgent: choose('turn.unknown-agent', { ignored: false, refused: true }),
  cursorsRestart: choose('events.cursor-range', { conversation: false, turn: true }),
  cursorStep: choose.value('events.cursor-step', { 1: () => 1, step: Number }),
  firstCursor: choose.value('events.first-cursor', { 0: () => 0, later: Number }),
  alwaysSuggests: choose('events.suggestions', { always: true, 'by-agent': false }),
  sendsPostProcessing: choose('events.post-processing', { no: false, yes: true }),
  sendsExtraPhases: choose('events.tool-selection', { no: false, yes: true }),
  sendsRouting: choose('chat.routing-event', { first: true, absent: false }),
  sendsHeartbeat: choose('events.unlisted', { no: false, heartbeat: true }),
  title: choose.value('events.title', {
    'after-suggestions': () => 'last' as const,
    'before-suggestions': () => 'first' as const,
    'after-end': (seconds) => ({ secondsAfterEnd: Number(seconds) }),
    never: () => 'never' as const,
  }),
  replacesTitle: choose('turn.given-title', { kept: false, replaced: true }),
  failsWithDone: choose('turn.failure', { 'error-event': false, 'done-text': true }),
  fillsCallFields: choose('events.call-fields', { documented: false, filled: true }),
  sendsStepUsage: choose('events.step-usage', { no: false, yes: true }),
  injectsByMode: choose('events.inject', { 'id-and-phase': false, 'by-mode': true }),
})

const compileResume = (choose: Choose): Policy['resume'] => ({
  validatesCursor: choose('resume.non-integer-cursor', { validation: true, invalid_cursor: false }),
  needsCursor: choose('resume.cursor-required', { required: true, optional: false }),
  midTurn: choose.option('resume.mid-turn'),
  wholeConversation: choose('resume.replay-range', { 'newest-turn': false, conversation: true }),
  omittedEvents: new Set<string>([
    ...choose('resume.end-replayed', { no: ['end'], yes: [] }),
    ...choose('resume.done-stored', { yes: [], no: ['done'] }),
  ]),
  skipsProgress: choose('resume.live-only', { none: false, progress: true }),
  refusesBelowMinusOne: choose('resume.below-minus-one', {
    invalid_cursor: true,
    accepted: false,
  }),
})

const compileConnections = (choose: Choose): Policy['connections'] => ({
  revealsOthers: choose('connections.of-others', { missing: false, forbidden: true }),
  noBaseUrl: choose('connectors.missing-base-url', {
    bad_request: () =>
      new ApiError('request-senseless', 'A connector of the type `api` needs a `base_url`.'),
    validation: (input: unknown) =>
      new InvalidInput([
        { loc: ['body', 'base_url'], msg: 'Field required', type: 'missing', input },
      ]),
  }),
  returnsSecrets: choose('mcp-servers.stored-credentials', { names: false, clear: true }),
  updatesPartly: choose('connections.partial-update', { whole: false, partial: true }),
  audienceField: choose.option('connections.audience'),
  channelsNeedOrganization: choose('channels.organization', { optional: false, required: true }),
})

const compilePortal = (choose: Choose): Policy['portal'] => ({
  version: choose.value('versioning.published', {
    '0.8.0': () => '0.8.0',
    '0.8.9': () => '0.8.9',
    release: String,
  }),
  revokesRefreshTokens: choose('sessions.revocation', { access: false, all: true }),
  ownersRetrieve: choose('knowledge-bases.retrieval-reach', { visible: false, owner: true }),
})

function compileWorkflows(choose: Choose): Policy['workflows'] {
  const isEditorDialect = choose('workflows.dialect', { short: false, editor: true })
  const canHaveDefects = choose('workflows.defects', { kind: false, true: true })
  return {
    runsInBatch: choose('workflows.batch-counts', {
      once: () => 1,
      each: (size: number) => size,
    }),
    isEditorDialect,
    hasDefects: isEditorDialect && canHaveDefects,
  }
}

function compileHttp(choose: Choose): Policy['http'] {
  return {
    origins: choose.value('http.cors-origins', {
      any: () => undefined,
      listed: (origins) => new Set(origins as readonly string[]),
    }),
    preflight: choose('http.preflight', { empty: anyOrigin.preflight, text: textPreflight }),
    trailingSlash: choose.option('http.trailing-slash'),
    answersHead: choose('http.head', { refused: false, 'as-get': true }),
    allowed: choose('http.allow', {
      all: (methods: readonly string[]) => methods,
      one: (methods: readonly string[]) => methods.slice(0, 1),
    }),
    headers: choose.value('http.headers', {
      none: () => undefined,
      fixed: (headers) =>
        Object.fromEntries(
          Object.entries(headers as Record<string, string>).map(
            ([name, value]) => [name.toLowerCase(), value] as const,
          ),
        ),
    }),
  }
}

const plainTextHeaders = { 'content-type': 'text/plain; charset=utf-8' }
const textPreflight: CorsPolicy['preflight'] = {
  allowed: { status: 200, headers: plainTextHeaders, body: 'OK' },
  refused: { status: 400, headers: plainTextHeaders, body: 'Disallowed CORS origin' },
}

function compileInput(choose: Choose): Policy['input'] {
  return {
    coerce: choose('errors.coercion', {
      pydantic: coerceLikePydantic,
      strict: coerceNothing,
      lax: coerceLaxly,
    }),
    otherContentType: choose('errors.content-type', {
      bad_request: 'body-not-json',
      unsupported: 'body-type-unsupported',
      parsed: undefined,
      crash: 'crash',
    }),
    unreadableIsInvalid: choose('errors.unreadable-body', { bad_request: false, validation: true }),
  }
}

function compileCredentials(choose: Choose): Policy['credentials'] {
  const bodyToken = choose('auth.body-token', { accepted: true, ignored: false })
  const bodyTokenOperations: Partial<Record<OperationId, boolean>> = {
    'chat.react': bodyToken,
    'chat.dag': bodyToken,
    'chat.auto': choose('auth.auto-body-token', { accepted: true, ignored: false }),
    'chat.resume': choose('resume.body-token', { ignored: false, accepted: true }),
  }
  return {
    bodyTokenOperations: new Set(
      (Object.keys(bodyTokenOperations) as OperationId[]).filter((id) => bodyTokenOperations[id]),
    ),
    chatIgnoresHeader: choose('auth.chat-header', { honoured: false, ignored: true }),
    bodyTokenWins: choose('auth.two-credentials', { header: false, body: true }),
    bearerIgnoresCase: choose('auth.scheme', { 'any-case': true, exact: false }),
    acceptsRefreshToken: choose('auth.refresh-token-as-bearer', { refused: false, accepted: true }),
    expiredKey: choose('auth.expired-key', {
      invalid_token: 'key-expired',
      token_expired: 'token-expired',
      accepted: undefined,
    }),
    accessSeconds: choose.value('login.expires-in', {
      7200: () => limits.accessTokenSeconds,
      seconds: Number,
    }),
    refreshRotation: choose.option('refresh.rotation'),
    tokenType: choose.option('login.token-type'),
    refreshResponse: choose('refresh.shape', {
      login: (session: SessionBody): object => session,
      'access-only': ({ access_token, token_type, expires_in }: SessionBody): object => ({
        access_token,
        token_type,
        expires_in,
      }),
    }),
    restrictedOnChat: choose('login.restricted-on-chat', {
      forbidden: 'account-restricted',
      unauthorized: 'credential-missing',
    }),
    restrictedCanSignIn: choose('login.restricted-account', { login: false, later: true }),
  }
}

const compileScopes = (choose: Choose): Policy['scopes'] => ({
  enforced: choose('scopes.enforced', { enforced: true, ignored: false }),
  ...choose('scopes.unlisted', {
    none: { chatScopeOperations: new Set<OperationId>(), unlistedScope: undefined },
    'chat-family': {
      chatScopeOperations: new Set<OperationId>(['chat.auto', 'chat.resume']),
      unlistedScope: undefined,
    },
    full: { chatScopeOperations: new Set<OperationId>(), unlistedScope: 'full' },
  }),
  separator: choose('scopes.separator', { comma: ',', space: ' ', semicolon: ';' }),
  adminOpensAll: choose('scopes.admin-reach', { own: false, all: true }),
})
