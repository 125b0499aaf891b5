import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'

/** Whether all cases are to be tried; a sample otherwise. */
const whole = process.env['UNDERSTUDY_PROVE'] === 'all'

const again = process.env['UNDERSTUDY_SEED']

/**
 * Seeds of a run: one that never changes, so that what passed passes again, and a fresh one. What a
 * failure prints is tried again with `UNDERSTUDY_SEED`.
 */
export const seeds: readonly number[] =
  again === undefined ? [8, randomInt(2 ** 31 - 1)] : [Number(again)]

/** How long cases may take, shrinking included; a failure found by then is told. */
const patience = whole ? 3_600_000 : 50_000

/** How long one case may take, of which most take no time: one that never ends is told, too. */
const longest = 45_000

/** What a test may take that tries cases: a little longer, so that it is never cut off untold. */
export const testTime = { timeout: patience + 20_000 }

/** Tries a property on so many cases of a seed; gives how many there were, of which all held. */
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
    numRuns: whole ? all : sample,
    timeout: longest,
    interruptAfterTimeLimit: patience,
    markInterruptAsFailure: true,
  })
  return tried
}
