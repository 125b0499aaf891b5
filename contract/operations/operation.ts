import type { AnsweredRecord } from '../answered-records.ts'
import type { Condition } from '../errors.ts'
import type { Scope } from '../scopes.ts'
import type * as z from 'zod/mini'

/** What a success looks like: `wire` renders by it. */
export type ReplyKind =
  | 'page'
  | 'envelope'
  | 'record'
  | 'created-key'
  | 'session'
  | 'empty'
  | 'download'
  | 'stream'

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
  /** Only users who are administrators may call it, with whatever credential. */
  readonly adminOnly?: true
  /** The largest body that it takes, in bytes; `ownLimits.bodyBytes` unless given. */
  readonly bodyBytes?: number
  readonly reply: ReplyKind
  readonly status?: 200 | 201 | 204
  /** What a success carries: an item of the page, the `data` of the envelope, or the record itself. */
  readonly record?: AnsweredRecord
  /** What a stream tells, where it is not a turn. */
  readonly events?: 'run'
  /** Conditions that its route adds to those of the stages. */
  readonly refuses?: readonly Condition[]
  /** What the audit log calls it, such as `user.disabled`, where it is written there. */
  readonly audited?: string
  /** The resource it leads to, where its id stands, and what a missing one is. */
  readonly finds?: {
    readonly resource: ResourceKind
    readonly by: 'path' | 'body'
    readonly name: string
    readonly missing: Condition
    /** Only who has a say over the record may: others who see it are refused, or find none. */
    readonly changes?: true
  }
}

/** The common part of every list. */
export const list = { method: 'GET', access: 'bearer', reply: 'page' } as const

/** A record whose id stands in the path; a missing one is 404. */
export const foundByPath = <Kind extends ResourceKind>(resource: Kind, name: string) =>
  ({ resource, by: 'path', name, missing: 'resource-missing' }) as const

/** The same, where the operation is for those alone who have a say over the record. */
export const changedByPath = <Kind extends ResourceKind>(resource: Kind, name: string) =>
  ({ ...foundByPath(resource, name), changes: true }) as const

/** What an operation takes beside its path: the schemas of its query and of its body. */
export type Input = { readonly query?: z.ZodMiniType; readonly body?: z.ZodMiniType }

/** The inputs of operations, by their ids; an operation that takes nothing has no row. */
export type Inputs = Readonly<Record<string, Input>>

/** Records that a path or a body leads to: what they are called, and the code of some deployments. */
export const resourceKinds = {
  'api-key': { name: 'API key', missing: 'api_key_not_found' },
  conversation: { name: 'conversation', missing: 'conversation_not_found' },
  user: { name: 'user', missing: 'user_not_found' },
  agent: { name: 'agent', missing: 'agent_not_found' },
  'knowledge-base': { name: 'knowledge base', missing: 'kb_not_found' },
  document: { name: 'document in this knowledge base', missing: 'document_not_found' },
  connector: { name: 'connector', missing: 'connector_not_found' },
  'connector-action': { name: 'action of this connector', missing: 'connector_action_not_found' },
  'mcp-server': { name: 'MCP server', missing: 'mcp_server_not_found' },
  organization: { name: 'organization', missing: 'org_not_found' },
  member: { name: 'member of this organization', missing: 'org_member_not_found' },
  channel: { name: 'channel', missing: 'channel_not_found' },
  confirmation: { name: 'confirmation', missing: 'confirmation_not_found' },
  workflow: { name: 'workflow', missing: 'workflow_not_found' },
  'workflow-run': { name: 'run of this workflow', missing: 'workflow_run_not_found' },
} as const

/** `find` looks these up before a route runs. */
export type ResourceKind = keyof typeof resourceKinds
