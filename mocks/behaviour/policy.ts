import { limits } from '../../contract/limits.ts'
import type { Endpoint } from '../../contract/operations/operation.ts'
import type { OperationId } from '../../contract/operations.ts'
import { compileConnections } from './connections.ts'
import { laxCoerce, noCoerce, pydanticCoerce } from './coerce.ts'
import type { Choose } from './choose.ts'
import { compileWorkflows } from './workflows.ts'
import { compilePortal } from './portal.ts'

type Session = {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
}

/** Named values that stages, state and turns read. */
export type Policy = ReturnType<typeof compilePolicy>

export function compilePolicy(choose: Choose) {
  return {
    input: compileInput(choose),
    credentials: compileCredentials(choose),
    scopes: compileScopes(choose),
    lists: compileLists(choose),
    keys: {
      expiryField: choose.value('keys.expiry-field', {
        expires_at: () => 'expires_at',
        named: String,
      }),
      countsReads: choose('keys.usage', { every: true, writes: false }),
      ofOthers: choose('keys.ownership', { own: false, any: true }),
    },
    conversations: compileConversations(choose),
    connections: compileConnections(choose),
    portal: compilePortal(choose),
    turns: compileTurns(choose),
    resume: compileResume(choose),
    workflows: compileWorkflows(choose),
    approvals: {
      waitSeconds: choose('approvals.wait', { '24h': 24 * 3600, '120s': 120 }),
      tellsArguments: choose('approvals.arguments', { told: true, empty: false }),
    },
    countsUnstoredTurns: choose('quotas.unstored-turns', { count: true, free: false }),
  }
}

function compileInput(choose: Choose) {
  return {
    coerce: choose('errors.coercion', {
      pydantic: pydanticCoerce,
      strict: noCoerce,
      lax: laxCoerce,
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

function compileCredentials(choose: Choose) {
  const ignored = choose('auth.chat-header', { honoured: false, ignored: true })
  const chat = choose('auth.body-token', { accepted: true, ignored: false })
  const takesBodyToken: Partial<Record<OperationId, boolean>> = {
    'chat.react': chat,
    'chat.dag': chat,
    'chat.auto': choose('auth.auto-body-token', { accepted: true, ignored: false }),
    'chat.resume': choose('resume.body-token', { ignored: false, accepted: true }),
  }
  return {
    takesBodyToken: (endpoint: OperationId) => takesBodyToken[endpoint] ?? false,
    ignoresHeader: (endpoint: Endpoint) => ignored && endpoint.access === 'token-in-body',
    bodyTokenWins: choose('auth.two-credentials', { header: false, body: true }),
    isBearer: choose('auth.scheme', {
      'any-case': (scheme: string) => scheme.toLowerCase() === 'bearer',
      exact: (scheme: string) => scheme === 'Bearer',
    }),
    takesRefreshToken: choose('auth.refresh-token-as-bearer', { refused: false, accepted: true }),
    expiredKey: choose('auth.expired-key', {
      invalid_token: 'key-expired',
      token_expired: 'token-expired',
      accepted: undefined,
    }),
    accessSeconds: choose.value('login.expires-in', {
      7200: () => limits.accessTokenSeconds,
      seconds: Number,
    }),
    refreshRotation: choose('refresh.rotation', {
      'single-session': 'single-session',
      once: 'once',
      reusable: 'reusable',
    }),
    tokenType: choose('login.token-type', { bearer: 'bearer', Bearer: 'Bearer' }),
    /** What of a session a refresh answers. */
    refreshed: choose('refresh.shape', {
      login: (session: Session): object => session,
      'access-only': ({ access_token, token_type, expires_in }: Session): object => ({
        access_token,
        token_type,
        expires_in,
      }),
    }),
    /** What a restricted account is told at the streaming endpoints. */
    restrictedOnChat: choose('login.restricted-on-chat', {
      forbidden: 'account-restricted',
      unauthorized: 'credential-missing',
    }),
    restrictedMaySignIn: choose('login.restricted-account', { login: false, later: true }),
  }
}

function compileScopes(choose: Choose) {
  const unlisted = choose('scopes.unlisted', {
    none: () => undefined,
    'chat-family': (id: OperationId) =>
      id === 'chat.auto' || id === 'chat.resume' ? 'chat' : undefined,
    full: () => 'full',
  })
  return {
    enforced: choose('scopes.enforced', { enforced: true, ignored: false }),
    /** What a scoped key must hold; `full`: no scoped key will do. */
    needed: (id: OperationId, { scope }: Endpoint) => (scope === 'unlisted' ? unlisted(id) : scope),
    separator: choose('scopes.separator', { comma: ',', space: ' ', semicolon: ';' }),
    adminOpensAll: choose('scopes.admin-reach', { own: false, all: true }),
  }
}

function compileLists(choose: Choose) {
  return {
    defaultSize: choose.value('lists.default-size', {
      20: () => limits.pageSize.default,
      items: Number,
    }),
    clampsSize: choose('lists.oversize', { refused: false, clamped: true }),
    beyondEnd: choose('lists.page-beyond-end', {
      empty: 'empty',
      last: 'last',
      missing: 'missing',
    }),
  }
}

function compileConversations(choose: Choose) {
  return {
    ofOthers: choose('conversations.ownership', { own: false, any: true }),
    order: choose('conversations.order', {
      'starred-first': 'starred-first',
      newest: 'newest',
      oldest: 'oldest',
    }),
    searchParameter: choose.value('conversations.search-parameter', {
      q: () => 'q',
      named: String,
    }),
    takesAnyMode: choose('conversations.modes', { listed: false, any: true }),
    takesKnowledgeBases: choose('conversations.kb-ids', { settable: true, ignored: false }),
    created: choose('conversations.created-shape', {
      record: (conversation: object) => conversation,
      id: ({ id }: { readonly id: string }) => ({ conversation_id: id }),
    }),
  }
}

function compileTurns(choose: Choose) {
  return {
    needsQuery: choose('chat.query', { required: true, optional: false }),
    longestQuery: choose.value('chat.query-length', {
      unlimited: () => undefined,
      characters: Number,
    }),
    cancelsOnDisconnect: choose('turn.on-disconnect', { 'goes-on': false, cancels: true }),
    refusesSecond: choose('turn.concurrent', { 'side-by-side': false, refused: true }),
    makesConversation: choose('turn.without-conversation', {
      'not-stored': false,
      'makes-one': true,
    }),
    refusesUnknownAgent: choose('turn.unknown-agent', { ignored: false, refused: true }),
    cursorsRestart: choose('events.cursor-range', { conversation: false, turn: true }),
    cursorStep: choose.value('events.cursor-step', { 1: () => 1, step: Number }),
    suggestsAlways: choose('events.suggestions', { always: true, 'by-agent': false }),
    sendsPostProcessing: choose('events.post-processing', { no: false, yes: true }),
    announcesTools: choose('events.tool-selection', { no: false, yes: true }),
    announcesRoute: choose('chat.routing-event', { first: true, absent: false }),
    sendsHeartbeat: choose('events.unlisted', { no: false, heartbeat: true }),
    title: choose('events.title', {
      'after-suggestions': 'last',
      'before-suggestions': 'first',
      never: 'never',
    }),
  }
}

function compileResume(choose: Choose) {
  return {
    checksCursor: choose('resume.non-integer-cursor', { validation: true, invalid_cursor: false }),
    needsCursor: choose('resume.cursor-required', { required: true, optional: false }),
    midTurn: choose('resume.mid-turn', {
      follow: 'follow',
      stored: 'stored',
      previous: 'previous',
    }),
    wholeConversation: choose('resume.replay-range', { 'newest-turn': false, conversation: true }),
    /** Events of a turn that a replay leaves out. */
    leavesOut: new Set<string>([
      ...choose('resume.end-replayed', { no: ['end'], yes: [] }),
      ...choose('resume.done-stored', { yes: [], no: ['done'] }),
    ]),
    refusesBelowMinusOne: choose('resume.below-minus-one', {
      invalid_cursor: true,
      accepted: false,
    }),
  }
}
