import type * as z from 'zod/mini'

// The fields of a row in the table of control operations, and the types that follow from a row.

/** A body: the type that clients send, and the type that the function of the operation receives. */
export type ControlBody<Sent, Read> = {
  /** The schema; absent if the function checks the body, because the check depends on the world. */
  readonly schema?: z.ZodMiniType<Read> | undefined
  /** The hint at the end of an error text, which says what to send. */
  readonly form: string
  /** Whether an error text consists of the hint alone, without the path of the problem. */
  readonly isFormEnough?: boolean
  /** Whether a missing body means the same as `{}`. */
  readonly isOptional?: boolean
  /** `sent` and `read` only carry types: no row sets them. */
  readonly sent?: Sent
  readonly read?: Read
}

type BodyOptions = Pick<ControlBody<unknown, unknown>, 'isFormEnough' | 'isOptional'>

/** Makes lists and fields of a type read-only. */
type Unchanged<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
    : Value

/** Declares a body that a schema checks before the function of its operation receives it. */
export const bodyOf = <Schema extends z.ZodMiniType>(
  schema: Schema,
  form: string,
  options: BodyOptions = {},
): ControlBody<Unchanged<z.input<Schema>>, z.output<Schema>> => ({
  schema: schema as z.ZodMiniType<z.output<Schema>>,
  form,
  ...options,
})

/** Declares a body of the type `Sent`, which is checked by the function of the operation. */
export const uncheckedBody = <Sent>(): ControlBody<Sent, unknown> => ({ form: '' })

/** Declares a query of the type `Query`. */
export const queryOf = <Query>(): { readonly type?: Query } => ({})

/** The response of an operation. */
type ControlAnswer<Value> = { readonly status: number; readonly type?: Value }

/** Declares a JSON response. */
export const json = <Value>(status = 200): ControlAnswer<Value> => ({ status })

/** A response without a body. */
export const emptyAnswer: ControlAnswer<void> = { status: 204 }

/** A response that is not JSON, such as a report. */
export const textAnswer: ControlAnswer<string> = { status: 200 }

/** How visitors of a demo may call an operation. */
export type VisitorAccess = {
  /** The number of requests that the rate limit counts for one call; 1 by default. */
  readonly cost?: number
  /** Set if the body contains a profile, picks or a snapshot, and must be checked as such. */
  readonly brings?: 'profile' | 'picks' | 'snapshot'
}

/** One operation of the control API. Its name has the method and the path below `/__control/`. */
export type ControlOperation = {
  /** A description in Markdown, for the documentation and for the MCP tool of an assistant. */
  readonly says: string
  /** `fake`: the operation is for the whole fake. Absent: it is for the world of the request. */
  readonly of?: 'fake'
  readonly query?: { readonly type?: unknown }
  readonly body?: ControlBody<unknown, unknown>
  /** Whether the body of the operation can be as large as a snapshot. */
  readonly isLarge?: true
  readonly answer: ControlAnswer<unknown>
  /** Whether the in-process client also returns a promise, as clients over HTTP always do. */
  readonly isAsync?: true
  /** The name of the MCP tool that calls the operation. */
  readonly tool?: string
  /**
   * Set if visitors of a demo may call the operation in their own world. If absent, a call needs
   * the control token. Visitors can read scripts but not add any: a script can produce any number
   * of events.
   */
  readonly visitors?: true | VisitorAccess
}

/** The parameters of a path such as `worlds/{name}`, as an object type with their names. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [One in Name]: string } & ParamsOf<Rest>
  : unknown

/** The type of an operation's response. */
export type AnswerOf<Row> = Row extends { readonly answer: ControlAnswer<infer Value> }
  ? Value
  : never

/** The type of an operation's body, as a client sends it. */
export type SentBody<Row> = Row extends { readonly body: ControlBody<infer Sent, unknown> }
  ? Sent
  : undefined

/** The type of an operation's body, as the function of the operation receives it. */
export type ReadBody<Row> = Row extends { readonly body: ControlBody<unknown, infer Read> }
  ? Read
  : unknown

/** The type of an operation's query, as a client sends it. */
export type QueryOf<Row> = Row extends { readonly query: { readonly type?: infer Query } }
  ? Query
  : undefined
