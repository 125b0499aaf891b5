import type { Check } from '../check.ts'
import { interruptionChecks } from './resume-interruption.ts'
import { refusalChecks } from './resume-refusals.ts'
import { replayChecks } from './resume-replays.ts'

/** Resume (4.2, 6, 7): what is refused, what is replayed, and what an interrupted turn gives. */
export const resumeChecks: readonly Check[] = [
  ...refusalChecks,
  ...replayChecks,
  ...interruptionChecks,
]
