import type { OperationId } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { StoredEvent, TurnEvent } from '../../contract/events.ts'
import type { Frame, PlainResponse } from '../../traffic/journal/exchange.ts'

/** Turns the values of routes, and the errors they throw, into responses of one deployment. */
export type Wire = {
  readonly frames: Frames
  /** The payload of a stored event, as it appears in records. */
  readonly payload: WritePayload
  /** `scope` is what expressions of the profile can use. */
  success(operation: Operation, outcome: unknown, scope: () => ExpressionScope): PlainResponse
  /** The error response; anything but an `ApiError` or an `InvalidInput` counts as a crash. */
  failure(error: unknown): PlainResponse
}

/** Converts the canonical payload of an event to the payload that this deployment sends. */
export type WritePayload = (event: TurnEvent) => unknown

/** An event of a workflow run with the payload that is sent, apart from its time. */
export type SentRunEvent = {
  readonly event: string
  readonly data: object
  /** Its time, as ISO 8601. */
  readonly at: string
}

/** The encoder of Server-Sent Events. */
export type Frames = {
  /** The first bytes of a stream. */
  readonly preamble: Frame
  readonly keepalive: Frame
  live(event: StoredEvent): Frame
  replayed(event: StoredEvent): Frame
  resumeDone(counts: { replayed: number; last_cursor: number }): Frame
  /** An event of a workflow run, which has no cursor. It may be sent as several frames. */
  run(event: SentRunEvent): Frame[]
  /** An event of an operation that a profile declares. */
  own(event: string, payload: unknown): Frame
}

/** One page of a list: the result of an operation with the reply kind `page`. */
export type Page = {
  readonly items: readonly object[]
  readonly total: number
  readonly page: number
  readonly size: number
}

/** A file: the result of an operation with the reply kind `download`. It may have no name. */
export type Download = {
  readonly name?: string
  readonly type: string
  /** A text, bytes, or a value that is sent as JSON. */
  readonly content: string | Uint8Array | object
  /** Whether it is sent with an `etag`. */
  readonly hasTag?: boolean
}

/** The result of an operation of a profile that sends its client elsewhere. */
export class Redirect {
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

/** The place of an expression in a profile: a text, or a part of the answer of an operation. */
export type ExpressionPlace = string | { readonly answerOf: OperationId; readonly part: string }

/** Evaluates an expression on a value. */
export type Expression = (value: unknown, scope: ExpressionScope) => unknown

/** The values that an expression can use besides its own value. */
export type ExpressionScope = {
  /** Compiles an expression; throws `ProfileExpressionError` with its place. */
  readonly compile: (place: ExpressionPlace, text: string) => Expression
  /** The values of `$names`. */
  readonly variables: Readonly<Record<string, unknown>>
  /** A fraction from 0 up to 1, always the same for the same text. */
  readonly seeded: (text: string) => number
  /** The time of the world so many seconds from now, as ISO 8601. */
  readonly moment: (seconds: number) => string
  /** Random letters and digits. */
  readonly randomText: (length: number) => string
  /** The page of a list that the query asks for; absent without a request. */
  readonly page?: (items: readonly unknown[]) => unknown
  /** The body of a login for a user; `undefined` for an unknown one. Absent without a request. */
  readonly tokens?: (user: string) => unknown
  /** The steps that all expressions of the response may still take. */
  stepsLeft: number
  /** The kinds of records that expressions can read, such as `users`. */
  readonly recordKinds: () => readonly string[]
  readonly record: (kind: string, id: string) => unknown
  /** Like `record`, for a record that must be there: throws an `ApiError` 404 otherwise. */
  readonly existing: (kind: string, id: string) => unknown
  /** The content of a file of a family as a text. */
  readonly fileText: (kind: string, id: string) => string
  /** The records of a kind, or those that belong to the record `parent`. */
  readonly records: (kind: string, parent?: string) => readonly unknown[]
  /** Whether runs have the known defects of the deployment. */
  readonly hasDefects: () => boolean
  /** Runs one node of a workflow with the given variables, for the user of a request. */
  readonly testNode: (workflow: object, node: string, variables: object, env: object) => object
  /** A record with the fields that the profile stores beside it. */
  readonly withKept: (record: unknown) => unknown
}
