import type { OperationId } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { StoredEvent, TurnEvent } from '../../contract/events.ts'
import type { PlainResponse } from '../../contract/plain-http.ts'
import type { Frame } from '../../contract/sse.ts'

/** Turns the values of routes, and the errors they throw, into responses of one deployment. */
export type Wire = {
  readonly frames: Frames
  /** The payload of a stored event in the format of records. */
  readonly payload: WritePayload
  /** `scope` has the values that expressions of the profile can use. */
  success(operation: Operation, outcome: unknown, scope: () => ExpressionScope): PlainResponse
  /** The error response. Any error but `ApiError` and `InvalidInput` is treated as a crash. */
  failure(error: unknown): PlainResponse
}

/** Converts the canonical payload of an event to the payload that this deployment sends. */
export type WritePayload = (event: TurnEvent) => unknown

/** An event of a workflow run, with the payload to send, except its time. */
export type SentRunEvent = {
  readonly event: string
  readonly data: object
  /** The time of the event, as ISO 8601; absent if the deployment sends the data without it. */
  readonly at?: string
}

/** The encoder of Server-Sent Events. */
export type Frames = {
  /** The first bytes of a stream. */
  readonly preamble: Frame
  readonly keepalive: Frame
  live(event: StoredEvent): Frame
  replayed(event: StoredEvent): Frame
  resumeDone(counts: { replayed: number; last_cursor: number }): Frame
  /** Encodes an event of a workflow run, without a cursor. One event can become several frames. */
  run(event: SentRunEvent): Frame[]
  /** Encodes an event of an operation that a profile declares. */
  own(event: string, payload: unknown): Frame
}

/** One page of a list: the result of an operation with the reply kind `page`. */
export type Page = {
  readonly items: readonly object[]
  readonly total: number
  readonly page: number
  readonly size: number
}

/** A file: the result of an operation with the reply kind `download`. The name is optional. */
export type Download = {
  readonly name?: string
  readonly type: string
  /** A text, bytes, or a value that is sent as JSON. */
  readonly content: string | Uint8Array | object
  /** Whether the response has an `etag`. */
  readonly hasTag?: boolean
}

/** The result of a profile's operation that redirects its client. */
export class Redirect {
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

/** Where an expression is in a profile: a text, or a part of an operation's answer. */
export type ExpressionPlace = string | { readonly answerOf: OperationId; readonly part: string }

/** Evaluates an expression on a value. */
export type Expression = (value: unknown, scope: ExpressionScope) => unknown

/** The values that an expression can use in addition to its input. */
export type ExpressionScope = {
  /** Compiles an expression. Throws `ProfileExpressionError` with the place in the profile. */
  readonly compile: (place: ExpressionPlace, text: string) => Expression
  /** The values of `$names`. */
  readonly variables: Readonly<Record<string, unknown>>
  /** A pseudo-random number from 0 up to 1. The same text always gives the same number. */
  readonly seeded: (text: string) => number
  /** Returns the time in the world `seconds` from now, as ISO 8601. */
  readonly moment: (seconds: number) => string
  /** Random letters and digits. */
  readonly randomText: (length: number) => string
  /** Returns the page of a list that the query of the request selects; absent without a request. */
  readonly page?: (items: readonly unknown[]) => unknown
  /** The body of a login for a user; `undefined` for an unknown one. Absent without a request. */
  readonly tokens?: (user: string) => unknown
  /** The number of steps that are left for all expressions of the response. */
  stepsLeft: number
  /** The kinds of records that expressions can read, such as `users`. */
  readonly recordKinds: () => readonly string[]
  readonly record: (kind: string, id: string) => unknown
  /** Like `record`, but throws an `ApiError` 404 if the record is missing. */
  readonly existing: (kind: string, id: string) => unknown
  /**
   * The content of a file as a text. `kind` is the kind of its records, or the name of its family.
   */
  readonly fileText: (kind: string, id: string) => string
  /** The records of a kind; with `parent`, only records that belong to this record. */
  readonly records: (kind: string, parent?: string) => readonly unknown[]
  /** Whether workflow runs have the defects that the choice `workflows.defects` describes. */
  readonly hasDefects: () => boolean
  /** Runs one node of a workflow with the given variables, for the user of a request. */
  readonly testNode: (workflow: object, node: string, variables: object, env: object) => object
  /** Adds to a record the fields that the profile stores separately. */
  readonly withKept: (record: unknown) => unknown
}
