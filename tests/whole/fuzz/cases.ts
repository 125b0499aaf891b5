import * as fc from 'fast-check'
import { isProving, sampleSeed } from '../../support/proving.ts'

/** Milliseconds for all cases, including shrinking. Failures that were found in time are reported. */
const timeLimit = isProving ? 3_600_000 : 240_000

/** Milliseconds for one case. Most take almost none; a case that never ends is reported as a failure. */
const longest = 120_000

/** Timeout of a test with cases: longer than that of the cases, so that failures are reported first. */
export const testTime = { timeout: timeLimit + 20_000 }

/** Checks a property on random cases of the day. Throws if it fails; returns the number of cases. */
export async function hold<Drawn>(
  cases: fc.Arbitrary<Drawn>,
  { sample, all }: { readonly sample: number; readonly all: number },
  holds: (drawn: Drawn) => unknown,
): Promise<number> {
  let tried = 0
  const property = fc.asyncProperty(cases, async (drawn) => {
    tried++
    await holds(drawn)
  })
  await fc.assert(property, {
    seed: sampleSeed,
    numRuns: isProving ? all : sample,
    timeout: longest,
    interruptAfterTimeLimit: timeLimit,
    markInterruptAsFailure: true,
  })
  return tried
}
