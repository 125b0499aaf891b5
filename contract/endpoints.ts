import type * as z from 'zod/mini'
import * as bodies from './bodies.ts'
import type { Condition } from './errors.ts'
import type { Scope } from './scopes.ts'

/** What a success looks like: `wire` renders by it. */
export type ReplyKind =
  | 'page'
  | 'envelope'
  | 'record'
  | 'created-key'
  | 'session'
  | 'empty'
  | 'stream'

/** Records that a path or a body leads to; `find` looks them up before the route runs. */
export type Resource = 'api-key' | 'conversation' | 'agent' | 'knowledge-base'

/** One operation of the platform, as data. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below the base URL, with `{name}` for its parameters. */
  readonly path: string
  /** The section of the specification that names it; `-` where none does. */
  readonly section: string
  /** `public`: no credential. `token-in-body`: the body field `token` may stand in for the header. */
  readonly access: 'public' | 'bearer' | 'token-in-body'
  /** The scope that a scoped key needs; `unlisted` where the specification names none (5). */
  readonly scope?: Scope | 'unlisted'
  readonly reply: ReplyKind
  readonly status?: 200 | 201 | 204
  readonly body?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  /** The resource it leads to, where its id stands, and what a missing one is. */
  readonly finds?: {
    readonly resource: Resource
    readonly by: 'path' | 'body'
    readonly name: string
    readonly missing: Condition
  }
}

const list = { method: 'GET', access: 'bearer', reply: 'page' } as const
const chat = {
  method: 'POST',
  access: 'token-in-body',
  reply: 'stream',
  body: bodies.chatBody,
} as const
const foundByPath = (resource: Resource, name: string) =>
  ({ resource, by: 'path', name, missing: 'resource-missing' }) as const
const conversationOfChat = {
  resource: 'conversation',
  by: 'body',
  name: 'conversation_id',
  missing: 'conversation-missing',
} as const

/** Every operation that the fake plays, by its id. */
export const endpoints = {
  'auth.login': {
    method: 'POST',
    path: '/api/auth/login',
    section: '4.6',
    access: 'public',
    reply: 'session',
    body: bodies.loginBody,
  },
  'auth.refresh': {
    method: 'POST',
    path: '/api/auth/refresh',
    section: '4.6',
    access: 'public',
    reply: 'session',
    body: bodies.refreshBody,
  },
  'auth.verify': {
    method: 'GET',
    path: '/api/auth/verify',
    section: '4.6',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
  },
  'auth.me': {
    method: 'GET',
    path: '/api/auth/me',
    section: '-',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
  },

  'keys.list': {
    ...list,
    path: '/api/me/api-keys',
    section: '4.1',
    scope: 'unlisted',
    query: bodies.pageQuery,
  },
  'keys.create': {
    method: 'POST',
    path: '/api/me/api-keys',
    section: '4.1',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'created-key',
    status: 201,
    body: bodies.createKeyBody,
  },
  'keys.set-active': {
    method: 'PATCH',
    path: '/api/me/api-keys/{key_id}/active',
    section: '4.1',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'record',
    body: bodies.keyActiveBody,
    finds: foundByPath('api-key', 'key_id'),
  },
  'keys.delete': {
    method: 'DELETE',
    path: '/api/me/api-keys/{key_id}',
    section: '4.1',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'empty',
    finds: foundByPath('api-key', 'key_id'),
  },

  'chat.react': {
    ...chat,
    path: '/api/react',
    section: '4.2',
    scope: 'chat',
    finds: conversationOfChat,
  },
  'chat.dag': {
    ...chat,
    path: '/api/dag',
    section: '4.2',
    scope: 'chat',
    finds: conversationOfChat,
  },
  'chat.auto': {
    ...chat,
    path: '/api/auto',
    section: '4.2',
    scope: 'unlisted',
    finds: conversationOfChat,
  },
  'chat.inject': {
    method: 'POST',
    path: '/api/chat/inject',
    section: '4.2',
    access: 'bearer',
    scope: 'chat',
    reply: 'record',
    body: bodies.injectBody,
    finds: conversationOfChat,
  },
  'chat.resume': {
    method: 'POST',
    path: '/api/chat/resume',
    section: '4.2',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'stream',
    body: bodies.resumeBody,
    finds: conversationOfChat,
  },

  'conversations.list': {
    ...list,
    path: '/api/conversations',
    section: '4.3',
    scope: 'unlisted',
    query: bodies.conversationsQuery,
  },
  'conversations.create': {
    method: 'POST',
    path: '/api/conversations',
    section: '4.3',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    body: bodies.createConversationBody,
  },
  'conversations.read': {
    method: 'GET',
    path: '/api/conversations/{conversation_id}',
    section: '-',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    finds: foundByPath('conversation', 'conversation_id'),
  },
  'conversations.update': {
    method: 'PATCH',
    path: '/api/conversations/{conversation_id}',
    section: '4.3',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    body: bodies.updateConversationBody,
    finds: foundByPath('conversation', 'conversation_id'),
  },
  'conversations.delete': {
    method: 'DELETE',
    path: '/api/conversations/{conversation_id}',
    section: '-',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    finds: foundByPath('conversation', 'conversation_id'),
  },

  'agents.list': {
    ...list,
    path: '/api/agents',
    section: '4.5',
    scope: 'agents',
    query: bodies.agentsQuery,
  },
  'agents.read': {
    method: 'GET',
    path: '/api/agents/{agent_id}',
    section: '4.5',
    access: 'bearer',
    scope: 'agents',
    reply: 'envelope',
    finds: foundByPath('agent', 'agent_id'),
  },

  'knowledge-bases.list': {
    ...list,
    path: '/api/knowledge-bases',
    section: '4.4',
    scope: 'kb',
    query: bodies.pageQuery,
  },
  'knowledge-bases.retrieve': {
    method: 'POST',
    path: '/api/knowledge-bases/{id}/retrieve',
    section: '4.4',
    access: 'bearer',
    scope: 'kb',
    reply: 'envelope',
    body: bodies.retrieveBody,
    finds: foundByPath('knowledge-base', 'id'),
  },
} as const satisfies Record<string, Endpoint>

export type EndpointId = keyof typeof endpoints

export const endpointIds = Object.keys(endpoints) as readonly EndpointId[]
