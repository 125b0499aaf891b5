export type { Question, SweptTurn } from '../mocks/sweep/run-turn.ts'
export type { SweepClient } from '../mocks/sweep/run-turn.ts'
export { sweep, type SweepOptions, type SweepResult } from '../mocks/sweep/sweep.ts'
export { SweepError, type SweepFailure } from '../mocks/sweep/sweep-error.ts'
