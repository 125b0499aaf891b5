import { limits } from '../../../contract/limits.ts'
import type { Choose } from './choose.ts'
import { compileInput, compileCredentials, compileScopes } from './compile-request-policy.ts'
import { ApiError, InvalidInput } from '../../world/api-error.ts'

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

/** What differs about connectors, MCP servers, organizations and channels. */
const compileConnections = (choose: Choose) => ({
  /** Whether strangers are told that a record is there: 403 instead of 404. */
  tellsOfOthers: choose('connections.of-others', { missing: false, forbidden: true }),
  /** The error for an API connector without a `base_url`, made from the body. */
  noBaseUrl: choose('connectors.missing-base-url', {
    bad_request: () =>
      new ApiError('request-senseless', 'A connector of the type `api` needs a `base_url`.'),
    validation: (input: unknown) =>
      new InvalidInput([
        { loc: ['body', 'base_url'], msg: 'Field required', type: 'missing', input },
      ]),
  }),
  /** Whether credentials that users store are kept and told, or their names alone. */
  tellsSecrets: choose('mcp-servers.stored-credentials', { names: false, clear: true }),
  /** Whether a channel has to belong to an organization. */
  channelsNeedOrganization: choose('channels.organization', { optional: false, required: true }),
})

/** What differs about what web clients ask besides. */
const compilePortal = (choose: Choose) => ({
  version: choose.value('versioning.published', {
    '0.8.0': () => '0.8.0',
    '0.8.9': () => '0.8.9',
    release: String,
  }),
  /** Whether revoking sessions ends refresh tokens, too. */
  revokesRefreshTokens: choose('sessions.revocation', { access: false, all: true }),
  /** Whether a knowledge base answers to nobody but its owner. */
  ownersRetrieve: choose('knowledge-bases.retrieval-reach', { visible: false, owner: true }),
})

/** What differs about workflows. */
const compileWorkflows = (choose: Choose) => ({
  /** How many runs of the minute a batch is, by its size. */
  startsOfBatch: choose('workflows.batch-counts', {
    once: () => 1,
    each: (size: number) => size,
  }),
})
