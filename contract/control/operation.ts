import type * as z from 'zod/mini'

// What a row of the table of control operations has, and the types that follow from a row.

/** A body: what clients send, and what the function of its operation gets. */
export type ControlBody<Sent, Read> = {
  /** Absent if the function checks the body, because the check depends on the world. */
  readonly schema?: z.ZodMiniType<Read> | undefined
  /** The hint at the end of an error. */
  readonly form: string
  /** Whether an error is the hint alone, without the place of the problem. */
  readonly isFormEnough?: boolean
  /** Whether no body means the same as `{}`. */
  readonly isOptional?: boolean
  /** Only types; no row has values. */
  readonly sent?: Sent
  readonly read?: Read
}

type BodyOptions = Pick<ControlBody<unknown, unknown>, 'isFormEnough' | 'isOptional'>

/** A type with lists and fields that may be read-only. */
type Unchanged<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
    : Value

/** A body that is checked with a schema before the function of its operation gets it. */
export const bodyOf = <Schema extends z.ZodMiniType>(
  schema: Schema,
  form: string,
  options: BodyOptions = {},
): ControlBody<Unchanged<z.input<Schema>>, z.output<Schema>> => ({
  schema: schema as z.ZodMiniType<z.output<Schema>>,
  form,
  ...options,
})

/** A body of this type, which the function of its operation checks. */
export const uncheckedBody = <Sent>(): ControlBody<Sent, unknown> => ({ form: '' })

/** A query of this type. */
export const queryOf = <Query>(): { readonly type?: Query } => ({})

/** The response of an operation. */
type ControlAnswer<Value> = { readonly status: number; readonly type?: Value }

/** An answer as JSON. */
export const json = <Value>(status = 200): ControlAnswer<Value> => ({ status })

/** An answer without a body. */
export const nothing: ControlAnswer<void> = { status: 204 }

/** An answer that is no JSON, such as a report. */
export const document: ControlAnswer<string> = { status: 200 }

/** How visitors of a demo may call an operation. */
export type VisitorAccess = {
  /** How many requests of the rate limit a call counts as; 1 by default. */
  readonly cost?: number
  /** How the body is checked, if it can contain more than data of the world. */
  readonly brings?: 'profile' | 'picks' | 'snapshot'
}

/** One operation of the control API. Its name has the method and the path below `/__control/`. */
export type ControlOperation = {
  /** A description of the operation, as Markdown for the documentation and for the tool of an assistant. */
  readonly says: string
  /** `fake`: it works on the whole fake. All others work on the world of the request. */
  readonly of?: 'fake'
  readonly query?: { readonly type?: unknown }
  readonly body?: ControlBody<unknown, unknown>
  /** Whether its body can be as large as a snapshot. */
  readonly isLarge?: true
  readonly answer: ControlAnswer<unknown>
  /** Whether it returns a promise in process, too. */
  readonly isAsync?: true
  /** The MCP tool that calls it. */
  readonly tool?: string
  /**
   * Whether visitors of a demo may call it, in their own world. Without it, it needs the control
   * token. Of scripts, visitors can only read: a script can produce any number of events.
   */
  readonly visitors?: true | VisitorAccess
}

/** The parameters in a path such as `worlds/{name}`. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [One in Name]: string } & ParamsOf<Rest>
  : unknown

/** The value that an operation answers with. */
export type AnswerOf<Row> = Row extends { readonly answer: ControlAnswer<infer Value> }
  ? Value
  : never

/** The body as a client sends it. */
export type SentBody<Row> = Row extends { readonly body: ControlBody<infer Sent, unknown> }
  ? Sent
  : undefined

/** The body as the function of the operation gets it. */
export type ReadBody<Row> = Row extends { readonly body: ControlBody<unknown, infer Read> }
  ? Read
  : unknown

/** The query as a client sends it. */
export type QueryOf<Row> = Row extends { readonly query: { readonly type?: infer Query } }
  ? Query
  : undefined
