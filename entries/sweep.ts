/**
 * Cuts the stream of a turn at every event, and checks that a client shows the same turn each time.
 *
 * - `sweep` runs your client through all cuts; `SweepClient` is the interface of your client.
 * - It throws a `SweepError` with every `SweepFailure`.
 *
 * @module
 */

import './require-runtime.ts'
export type { Question, SweptTurn } from '../mocks/sweep/run-turn.ts'
export type { SweepClient } from '../mocks/sweep/run-turn.ts'
export { sweep, type SweepOptions, type SweepResult } from '../mocks/sweep/sweep.ts'
export { SweepError, type SweepFailure } from '../mocks/sweep/sweep-error.ts'
