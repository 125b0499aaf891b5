import type { AnsweredRecord } from '../answered-records.ts'
import type { Condition } from '../errors.ts'
import type { Resource } from '../resources.ts'
import type { Scope } from '../scopes.ts'

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
    readonly resource: Resource
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
export const foundByPath = <Kind extends Resource>(resource: Kind, name: string) =>
  ({ resource, by: 'path', name, missing: 'resource-missing' }) as const

/** The same, where the operation is for those alone who have a say over the record. */
export const changedByPath = <Kind extends Resource>(resource: Kind, name: string) =>
  ({ ...foundByPath(resource, name), changes: true }) as const
