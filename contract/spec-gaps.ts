import type { ChoiceId } from './choices.ts'

/** A gap in the specification ("not specified"), and its treatment in the fake and the suite. */
export type SpecGap = {
  readonly clause: string
  /** The part that the specification leaves open. */
  readonly open: string
  /** The choices that cover the gap. */
  readonly choices?: readonly ChoiceId[]
  /** The behaviour of the fake, if one behaviour fits every reading of the specification. */
  readonly played?: string
  /** The reason why neither the fake nor the suite can cover the gap. */
  readonly excluded?: string
}

/** Every gap ("not specified") of the specification, in its order. */
export const specGaps: readonly SpecGap[] = [
  {
    clause: '2.5',
    open: 'the whole record of a conversation',
    choices: ['conversations.created-shape', 'conversations.kb-ids', 'records.empty-fields'],
  },
  {
    clause: '2.6',
    open: 'required fields of a chat request, and their values',
    choices: ['chat.query', 'turn.unknown-agent', 'turn.without-conversation'],
  },
  {
    clause: '2.7',
    open: 'the fields of the user object',
    played: 'every field that a known deployment sends and a web client reads',
  },
  {
    clause: '2.8',
    open: 'the records of agents and knowledge bases',
    played: 'every field that a known deployment sends and a web client reads',
  },
  { clause: '3', open: 'the effect of a passed expiry on a key', choices: ['auth.expired-key'] },
  {
    clause: '3',
    open: 'the other states of a confirmation',
    played: 'approved, rejected and expired, none of which changes again',
  },
  {
    clause: '3',
    open: 'states of conversations, agents and knowledge bases',
    played:
      'conversations: active or archived; agents: draft or published; knowledge bases: active or inactive',
  },
  {
    clause: '4.1',
    open: 'the field of a key with its expiry',
    choices: ['keys.expiry-field'],
  },
  {
    clause: '4.1',
    open: 'the response to the creation of a key',
    choices: ['keys.creation-shape', 'keys.creation-status', 'keys.creation-record'],
  },
  { clause: '4.1', open: 'the deletion of a key', choices: ['keys.delete-operation'] },
  {
    clause: '4.2',
    open: 'other body fields of react',
    played: 'the same seven fields as for dag, each validated',
  },
  {
    clause: '4.2',
    open: 'request and response of auto',
    choices: ['auth.auto-body-token', 'chat.routing-event'],
  },
  {
    clause: '4.2',
    open: 'purpose, request and response of inject',
    choices: ['chat.inject-without-turn'],
  },
  { clause: '4.3', open: 'the values of mode', choices: ['conversations.modes'] },
  {
    clause: '4.3',
    open: 'the string parameter of the conversation list',
    choices: ['conversations.search-parameter', 'conversations.order'],
  },
  {
    clause: '4.4',
    open: 'request and response of retrieve',
    played: 'request: `query` and `top_k`; response: passages with source and score',
  },
  {
    clause: '4.4, 4.5',
    open: 'other query parameters of the lists of agents and knowledge bases',
    played: '`status` of agents; others are ignored',
  },
  {
    clause: '4.6',
    open: 'the response of verify',
    choices: ['operations.auth-verify'],
  },
  {
    clause: '4.6',
    open: 'the response of refresh',
    choices: ['refresh.shape', 'refresh.rotation'],
  },
  {
    clause: '4.7',
    open: 'bodies and responses of connectors and their toggle',
    choices: [
      'connections.of-others',
      'connections.partial-update',
      'connections.audience',
      'connectors.missing-base-url',
    ],
  },
  {
    clause: '4.7',
    open: 'body and response of the credentials of an MCP server',
    choices: ['mcp-servers.stored-credentials'],
  },
  {
    clause: '4.7',
    open: 'bodies and responses of channels and their callback',
    choices: ['channels.organization', 'channels.envelope', 'channels.creation-status'],
  },
  {
    clause: '4.7',
    open: 'bodies, responses and events of workflows, and how a batch counts',
    choices: ['workflows.batch-counts', 'workflows.run-started', 'workflows.defects'],
  },
  { clause: '5', open: 'how several scopes are written', choices: ['scopes.separator'] },
  { clause: '5', open: 'the scope of unlisted operations', choices: ['scopes.unlisted'] },
  {
    clause: '6',
    open: 'payloads of step, step_progress, phase, compact and title',
    choices: ['events.extra-fields', 'events.tool-selection', 'events.title'],
  },
  {
    clause: '6',
    open: 'the fields of done, usage included',
    played: 'the fields answer, tokens, elapsed, usage and cache, and iterations or rounds',
  },
  { clause: '6', open: 'the place of a cursor', choices: ['events.cursor-carrier'] },
  {
    clause: '6',
    open: 'the first cursor, and the step between two',
    choices: ['events.first-cursor', 'events.cursor-step'],
  },
  {
    clause: '6',
    open: 'outbound webhooks',
    excluded: 'the specification describes no way to register a webhook',
  },
  {
    clause: '7',
    open: 'statuses of invalid_token and token_expired',
    choices: ['errors.invalid-token-status', 'errors.token-expired-status'],
  },
  { clause: '7', open: 'the body of a quota error', choices: ['errors.limit-codes'] },
  { clause: '8', open: 'quota amounts of plans', excluded: 'no operation names a plan' },
  {
    clause: '8',
    open: 'the size of a body and the length of a query',
    choices: ['chat.query-length'],
  },
  {
    clause: '9',
    open: 'the length of a migration period',
    excluded: 'responses do not show it',
  },
]
