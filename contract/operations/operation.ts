import type * as z from 'zod/mini'
import type { Condition } from '../errors.ts'
import type { ResourceKind } from '../kinds.ts'
import type { Scope } from '../scopes.ts'

/** The form of a successful response: a page of a list, a record in an envelope … */
export type AnswerKind =
  | 'page'
  | 'envelope'
  | 'record'
  | 'created-key'
  | 'session'
  | 'empty'
  | 'download'
  | 'stream'

/** One operation of the platform: its request, the permissions that it needs, and its response. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, relative to the base URL, with `{name}` for each parameter. */
  readonly path: `/api/${string}`
  /** The section of the specification that names the operation; absent if no section does. */
  readonly clause?: string
  /** The credential: `public` needs none, `token-in-body` allows the body field `token`, too. */
  readonly access?: 'public' | 'token-in-body'
  /** The scope that a scoped key needs; absent if the specification names none (5). */
  readonly scope?: Scope
  /** Set if only administrators may call the operation, with any credential. */
  readonly adminOnly?: true
  /** The error code of the 403 for users who are not administrators; null sends no code. */
  readonly adminCode?: string | null
  /** The largest body in bytes; `ownLimits.bodyBytes` by default. */
  readonly bodyBytes?: number
  /** The record that is loaded, and checked for access, before the route runs. */
  readonly loads?: {
    readonly kind: ResourceKind
    /** The path parameter or the body field that has the id of the record. */
    readonly by: string
    readonly in?: 'body'
    /** The error if the record does not exist; `resource-missing` by default. */
    readonly missing?: Condition
    /** Set if the operation changes the record: users who may only see it get 403 or 404. */
    readonly writeAccess?: true
  }
  readonly query?: Schema
  readonly body?: Schema
  readonly answer: AnswerKind
  /** Set if the response always has an envelope, whatever the picks of the choices are. */
  readonly isEnveloped?: true
  /** The status of a success; 200 by default, 204 for an empty response. */
  readonly status?: number
  /**
   * The content of a success: an item of the page, the `data` of the envelope, or the record.
   */
  readonly record?: Schema
  /** The source of a stream's events: a workflow run, a profile, or (by default) a turn. */
  readonly events?: 'run' | 'own'
  /** Errors of the route, in addition to the errors of the checks before the route. */
  readonly refuses?: readonly Condition[]
  /**
   * The `action` in the audit log, such as `user.deleted`; absent if the operation is not logged.
   */
  readonly auditAction?: string
}

type Schema = z.ZodMiniType

/** The schemas of the query and the body of an operation. */
export type OperationInput = Pick<Operation, 'query' | 'body'>

/** The parsed query of an operation; `undefined` if it has none. */
export type QueryOf<Row> = Row extends { readonly query: infer S extends Schema }
  ? z.output<S>
  : undefined

/** The parsed body of an operation; `undefined` if it has none. */
export type BodyOf<Row> = Row extends { readonly body: infer S extends Schema }
  ? z.output<S>
  : undefined

/** The kind of the record that an operation loads; `undefined` if it loads none. */
export type LoadedKindOf<Row> = Row extends {
  readonly loads: { readonly kind: infer Kind extends ResourceKind }
}
  ? Kind
  : undefined

/** The fields that the rows of all list operations share. */
export const listOperation = { method: 'GET', answer: 'page' } as const
