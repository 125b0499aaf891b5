import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { sweep } from '../../mocks/sweep/sweep.ts'
import { SweepError } from '../../mocks/sweep/sweep-error.ts'
import { resumingClient } from '../support/resuming-client.ts'
import { shippedTurns, waysToSweep } from '../support/shipped-turns.ts'

/** Turns with more events are cut at random positions: all positions would take hours. */
const ofLongTurns = 400

/** A share of all sweeps: its number, and the number of shares. */
export type Share = { readonly index: number; readonly of: number }

/** The number of cuts in a share, and the problems. */
export type Swept = { readonly cuts: number; readonly problems: readonly string[] }

/**
 * Cuts a share of the shipped turns at every position and resumes them in every possible way, on
 * all processors.
 */
export async function sweepShare({ index, of }: Share): Promise<Swept> {
  const processors = availableParallelism()
  const shares = await Promise.all(
    Array.from({ length: processors }, async (_, processor) => {
      const mine = [index + of * processor, of * processors].map(String)
      const worker = fork(import.meta.filename, mine)
      const exited = once(worker, 'exit').then(([code]): [Swept] => [
        { cuts: 0, problems: [`A process of the sweeps ended with ${code}.`] },
      ])
      const [swept] = (await Promise.race([once(worker, 'message'), exited])) as [Swept]
      return swept
    }),
  )
  return {
    cuts: shares.reduce((sum, { cuts }) => sum + cuts, 0),
    problems: shares.flatMap(({ problems }) => problems),
  }
}

async function sweepAll(remainder: number, divisor: number): Promise<Swept> {
  let cuts = 0
  const problems: string[] = []
  const work = shippedTurns
    .flatMap((turn) =>
      Object.entries(waysToSweep).map(([way, options]) => ({ turn, way, options })),
    )
    .filter((_, place) => place % divisor === remainder)
  for (const { turn, way, options } of work) {
    const { scenario, scenarios, question, isLong } = turn
    const fake = { ...options.fake, scenarios }
    const sample = isLong ? { sample: ofLongTurns } : {}
    try {
      const client = resumingClient()
      cuts += (await sweep({ ...options, ...sample, fake, question, client })).cuts
    } catch (error) {
      if (!(error instanceof SweepError)) throw error
      problems.push(`${scenario} (${question.mode}), ${way}: ${error.message}`)
    }
  }
  return { cuts, problems }
}

const [remainder, divisor] = process.argv.slice(2).map(Number)
if (process.argv[1] === import.meta.filename && remainder !== undefined && divisor !== undefined)
  process.send?.(await sweepAll(remainder, divisor))
