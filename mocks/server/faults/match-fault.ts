import {
  type CalledOperation,
  toOperationPattern,
} from '../../../contract/operations/operation-pattern.ts'
import { operations } from '../../../contract/operations.ts'
import type { FaultWithId } from '../../world/faults.ts'

/** A call, as faults look at it. */
export type FaultSubject = CalledOperation & {
  /** Milliseconds since 1970 by the clock of the world. */
  readonly now: number
  /** Whether a name means the caller. */
  readonly isCaller: (name: string) => boolean
}

/** Whether a fault is meant for a call; one that damages streams alone leaves other answers alone. */
export function matchesFault(fault: FaultWithId, occasion: FaultSubject): boolean {
  const { caller, from, until } = fault.match ?? {}
  const { id, now, isCaller } = occasion
  const streams = id !== undefined && operations[id].answer === 'stream'
  return (
    (streams || Object.keys(fault.effect).some((kind) => kind !== 'stream')) &&
    (from === undefined || now >= Date.parse(from)) &&
    (until === undefined || now < Date.parse(until)) &&
    patternOf(fault)(occasion) &&
    (caller === undefined || [caller].flat().some(isCaller))
  )
}

type Pattern = ReturnType<typeof toOperationPattern>

/** Faults never change, so that each is read once. */
const patterns = new WeakMap<FaultWithId, Pattern>()

function patternOf(fault: FaultWithId): Pattern {
  let pattern = patterns.get(fault)
  if (pattern === undefined) {
    const any = [fault.match?.endpoint ?? '/*'].flat().map(toOperationPattern)
    pattern = (called) => any.some((one) => one(called))
    patterns.set(fault, pattern)
  }
  return pattern
}
