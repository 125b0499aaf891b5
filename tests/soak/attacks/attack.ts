/**
 * The server on which an attack runs: `serve` with default flags, or `serve --demo` as a visitor.
 */
export type ServerMode = 'serve' | 'demo'

/** A response, with at most the first 20 million characters of its body. */
export type Answer = {
  readonly status: number
  readonly text: string
  json<Shape>(): Shape
}

/** A string is sent unchanged, any other value as JSON. */
export type Body = unknown

/** A client of the attacked server. Every call is measured and has a deadline. */
export type AttackClient = {
  readonly mode: ServerMode
  /** Calls the platform as the demo user, such as `GET /api/agents`. */
  api(operation: string, body?: Body): Promise<Answer>
  /** Calls the platform without a credential, with the given headers. */
  anyone(
    operation: string,
    body?: Body,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  /** Calls the control API, such as `GET clock`; on a demo as its visitor. */
  control(operation: string, body?: Body): Promise<Answer>
  /** Prepares the attack: a call whose cost is not counted. */
  prepare(operation: string, body?: Body): Promise<Answer>
  /** Returns the id of the first record of a kind. */
  first(kind: string): Promise<string>
  /** Aborts all pending calls: the client disconnects. */
  hangUp(): void
}

/** An attempt to crash, block or exhaust a server. */
export type Attack = {
  readonly name: string
  readonly on: readonly ServerMode[]
  /** The action of the attacker, in one sentence. */
  readonly description: string
  /**
   * The size of the largest round; further rounds use a half and a quarter. The attack decides what
   * it counts: characters, items, levels. 0 if the attack has no size.
   */
  readonly largest: number
  /** Set if the attack causes broken responses, which are no problem while the server runs. */
  readonly breaksAnswers?: true
  /** The cost allowed, in list calls, for an attack that legitimately writes or reads thousands of items. */
  readonly allowedLists?: number
  /** A call like this once crashed or blocked a server: the attack runs in every test. */
  readonly wasFatal?: true
  readonly play: (client: AttackClient, size: number) => Promise<void>
}

/** The modes of an attack that runs on both servers. */
export const everywhere: readonly ServerMode[] = ['serve', 'demo']

/** A text of `size` characters that repeats a piece. */
export const filled = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

/** Creates `count` items. */
export const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => make(index))

/** Creates an object with `count` keys. */
export const keyed = (count: number, make: (index: number) => [string, unknown]): object =>
  Object.fromEntries(many(count, make))

/** JSON text of nested arrays. */
export const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** Numbers that careless code handles wrongly. `null` is how JSON writes NaN. */
export const oddNumbers: readonly unknown[] = [
  0,
  -1,
  0.5,
  5e-324,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  null,
]
