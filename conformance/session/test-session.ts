import type { RequestSpec, Exchange, ReceivedEvent } from './exchange.ts'

/** Where to point the suite, and who it may be there. */
export type Target = {
  readonly baseUrl: string
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly otherEmail?: string | undefined
  readonly otherPassword?: string | undefined
  readonly apiKey?: string | undefined
  readonly expiredToken?: string | undefined
}

/** What a check works with: one recorded way to the target, and set-up shared between checks. */
export type TestSession = {
  readonly target: Target
  /** How long (ms) an effect may lag behind its cause before it counts as missing. */
  readonly grace: number
  /**
   * Sends one request that must start no turn, and records it: a stream is cut at its first byte.
   * Rejects with `Blocked` on a gateway page, and on 429 and 503 that waiting does not cure.
   */
  send(ask: RequestSpec): Promise<Exchange>
  /**
   * Sends a request whose reply may be a stream; `until` cuts it once it returns true. Rejects with
   * `OverBudget` where it would start a turn too many.
   */
  stream(ask: RequestSpec, until?: (events: readonly ReceivedEvent[]) => boolean): Promise<Exchange>
  /** Runs a set-up once per run and shares its result, or its failure, between checks. */
  once<T>(name: string, setUp: () => Promise<T>): Promise<T>
  /** All exchanges so far, oldest first. */
  readonly exchanges: readonly Exchange[]
  sleep(ms: number): Promise<void>
  /** Milliseconds that only rise, for measuring; what the target says about time is in `Date`. */
  now(): number
  /** A fresh random name that marks what the suite makes: `[conformance] …`. */
  name(kind: string): string
}
