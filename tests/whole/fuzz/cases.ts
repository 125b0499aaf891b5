import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'
import { isProving } from '../../support/proving.ts'

/** Whether all cases run (`npm run prove`) or a sample. */

const again = process.env['UNDERSTUDY_SEED']

/**
 * The seeds of a run: a fixed one, which keeps results reproducible, and a random one. To repeat a
 * failure, set `UNDERSTUDY_SEED` to the seed that it prints.
 */
export const seeds: readonly number[] =
  again === undefined ? [8, randomInt(2 ** 31 - 1)] : [Number(again)]

/** Milliseconds for all cases, including shrinking. Failures that were found in time are reported. */
const timeLimit = isProving ? 3_600_000 : 50_000

/** Milliseconds for one case. Most take almost none; a case that never ends is reported as a failure. */
const longest = 45_000

/** Timeout of a test with cases: longer than that of the cases, so that failures are reported first. */
export const testTime = { timeout: timeLimit + 20_000 }

/** Checks a property on random cases of a seed. Throws if it fails; returns the number of cases. */
export async function hold<Drawn>(
  seed: number,
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
    seed,
    numRuns: isProving ? all : sample,
    timeout: longest,
    interruptAfterTimeLimit: timeLimit,
    markInterruptAsFailure: true,
  })
  return tried
}
