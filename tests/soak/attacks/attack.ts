/** Where an attack is played: `serve` with its default flags, or `serve --demo` by a visitor. */
export type Ground = 'serve' | 'demo'

/** The response to a call, with at most the first 20 million characters of its body. */
export type Answer = {
  readonly status: number
  readonly text: string
  /** The body as JSON. Throws for any other body. */
  json<Shape>(): Shape
}

/** A string is sent as it is; anything else as JSON. */
export type Body = unknown

/** Calls one server; every call is measured, and has a deadline. */
export type AttackClient = {
  readonly ground: Ground
  /** A call of the platform by the demo user, such as `GET /api/agents`. */
  api(operation: string, body?: Body): Promise<Answer>
  /** The same without a credential, with headers of the attacker. */
  anyone(
    operation: string,
    body?: Body,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  /** A call of the control API, such as `GET clock`: by a visitor in a demo. */
  control(operation: string, body?: Body): Promise<Answer>
  /** The same, as preparation: its cost is not that of the attack. */
  prepare(operation: string, body?: Body): Promise<Answer>
  /** The id of the first record of a kind. */
  first(kind: string): Promise<string>
  /** Gives all calls up that are under way: the client hangs up. */
  hangUp(): void
}

/** One way to hurt a server. */
export type Attack = {
  readonly name: string
  readonly on: readonly Ground[]
  /** One sentence: what the attacker does, and what they hope for. */
  readonly tries: string
  /**
   * The size of the dearest round: it is also played at a half and at a quarter. A size is what the
   * attack makes of it: characters, items, levels. 0 where the attack has no size.
   */
  readonly largest: number
  /** It asks for answers that break: that one does is no problem while the server lives. */
  readonly breaksAnswers?: true
  /** List calls that it may cost: it asks for thousands of writes or lines, and is given them. */
  readonly asksFor?: number
  /** A call like this once ended, blocked or crashed a server: it is played at every test. */
  readonly once?: 'fatal'
  readonly play: (client: AttackClient, size: number) => Promise<void>
}

/** On both servers, which is what most attacks are for. */
export const everywhere: readonly Ground[] = ['serve', 'demo']

/** A text of so many characters, made of a piece again and again. */
export const filled = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

/** As many items as told. */
export const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => make(index))

/** An object of as many keys as told. */
export const keyed = (count: number, make: (index: number) => [string, unknown]): object =>
  Object.fromEntries(many(count, make))

/** JSON text of arrays in arrays. */
export const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** Numbers that code which expects a sensible one gets wrong; `null` is what JSON makes of NaN. */
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
