import type { ReceivedEvent } from '../../contract/received-events.ts'
import type { RequestSpec, Exchange } from './exchange.ts'

/** The deployment to check, and the credentials of its users. */
export type Target = {
  readonly baseUrl: string
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly otherEmail?: string | undefined
  readonly otherPassword?: string | undefined
  readonly apiKey?: string | undefined
  readonly expiredToken?: string | undefined
  /** A query for which the agent calls a tool; default: a question about documents. */
  readonly toolQuery?: string | undefined
  /** The id of an agent that calls tools and suggests questions; default: a listed agent. */
  readonly agentId?: string | undefined
}

/** The context of a check: it sends requests, records them, and shares set-up between checks. */
export type TestSession = {
  readonly target: Target
  /** Milliseconds until an effect, such as a changed list item, counts as missing. */
  readonly grace: number
  /**
   * Sends and records a request that must not start a turn. If the response is a stream, it is cut
   * at its first byte. Rejects with `Blocked` on a gateway page, and on 429 or 503 after the
   * retries.
   */
  send(request: RequestSpec): Promise<Exchange>
  /**
   * Sends a request whose response may be a stream. The stream is cut as soon as `until` returns
   * true. Rejects with `OverBudget` if the request would start more turns than the run may.
   */
  stream(
    request: RequestSpec,
    until?: (events: readonly ReceivedEvent[]) => boolean,
  ): Promise<Exchange>
  /** Stores whether turns whose question has this name made a conversation, for the clean-up. */
  settleTurn(name: string, made: { readonly id: string | undefined } | undefined): void
  /** Runs a set-up once per run; all checks share its result or its failure. */
  once<T>(name: string, setUp: () => Promise<T>): Promise<T>
  /** The named effects that `pollUntil` waited for, and whether they occurred in time. */
  readonly effects: Map<string, 'shown' | 'missing'>
  /** All exchanges so far, oldest first. */
  readonly exchanges: readonly Exchange[]
  sleep(ms: number): Promise<void>
  /** Monotonic time in milliseconds. The target's own time is in its `Date` header. */
  now(): number
  /** Returns a new random name, `[conformance] …`, which marks records of the suite. */
  uniqueName(kind: string): string
}

/** Creates a set-up that runs once per run: all checks share its result or its failure. */
export const sharedSetUp =
  <T>(name: string, setUp: (session: TestSession) => Promise<T>) =>
  (session: TestSession): Promise<T> =>
    session.once(name, () => setUp(session))
