import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { sweep } from '../../../mocks/sweep/sweep.ts'
import { SweepError } from '../../../mocks/sweep/sweep-error.ts'
import { resumingClient } from '../../support/resuming-client.ts'
import { shippedTurns, waysToSweep } from '../../support/shipped-turns.ts'

/**
 * Cuts every shipped turn at every position, in every way in which it can be resumed, on all
 * processors. With an argument, only scenarios whose name contains it.
 */

/** From this number of events on, positions are random: all of them would take hours. */
const ofLongTurns = 400

type Tally = { cuts: number; failed: number }

const print = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`

const [only = '', part, parts] = process.argv.slice(2)
if (parts === undefined) await share(availableParallelism())
else process.send?.(await sweepPart(Number(part), Number(parts)))

async function share(count: number): Promise<void> {
  const began = performance.now()
  const tallies = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const worker = fork(import.meta.filename, [only, String(index), String(count)])
      const exited = once(worker, 'exit').then(() => [{ cuts: 0, failed: 1 }])
      const [tally] = (await Promise.race([once(worker, 'message'), exited])) as [Tally]
      return tally
    }),
  )
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0)
  const { cuts, failed } = { cuts: sum('cuts'), failed: sum('failed') }
  print(`${cuts} cuts, ${failed} sweeps with a gap or a duplicate, ${secondsSince(began)}`)
  process.exitCode = failed === 0 && cuts > 0 ? 0 : 1
}

async function sweepPart(remainder: number, divisor: number): Promise<Tally> {
  const tally = { cuts: 0, failed: 0 }
  const work = shippedTurns
    .filter(({ scenario }) => scenario.includes(only))
    .flatMap((turn) =>
      Object.entries(waysToSweep).map(([way, options]) => ({ turn, way, options })),
    )
    .filter((_, index) => index % divisor === remainder)
  for (const { turn, way, options } of work) {
    const began = performance.now()
    const { scenario, scenarios, question, isLong } = turn
    const about = `${scenario} (${question.mode}), ${way}`
    const fake = { ...options.fake, scenarios }
    const sample = isLong ? { sample: ofLongTurns } : {}
    try {
      const client = resumingClient()
      const { cuts } = await sweep({ ...options, ...sample, fake, question, client })
      tally.cuts += cuts
      print(`✓ ${about}: ${cuts} cuts, ${secondsSince(began)}`)
    } catch (error) {
      if (!(error instanceof SweepError)) throw error
      tally.failed++
      print(`✗ ${about}, ${secondsSince(began)}\n${error.message}`)
    }
  }
  return tally
}
