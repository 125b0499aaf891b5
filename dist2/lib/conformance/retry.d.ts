import type { Exchange } from './exchange.ts';
/** Sends again, as often as is fair, while the target is too busy to answer. */
export type Retry = (attempt: () => Promise<Exchange>) => Promise<Exchange>;
/**
 * Waits as `Retry-After` says, else ever longer, and asks again: at most three times for a request.
 * Once that was in vain, nothing is waited for until the target has answered again.
 */
export declare function createRetry(sleep: (ms: number) => Promise<void>): Retry;
