import { parseArgs } from 'node:util'
import { playAllAttacks } from './attacks/play-all.ts'
import { soakPage } from './console-page.ts'
import { heapGrowth, soak } from './soak.ts'
import { soakVisitors } from './visitors.ts'

/**
 * `npm run soak -- [--minutes 10] [--seed N]`; with `--visitors 50 [--pages 5] [--minutes 1]` a demo
 * server instead; with `--attacks [--only NAME]` the attacks; with `--turns 300` a page of the
 * console, in conversations of five turns or `--each 300`; `--leak 2500` plants a leak.
 */

/** Enough rounds to see whether memory grows. */
const rounds = 20
const print = (line: string) => process.stdout.write(`${line}\n`)
const mb = (bytes: number) => (bytes / 1e6).toFixed(1)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    visitors: { type: 'string' },
    pages: { type: 'string', default: '0' },
    attacks: { type: 'boolean', default: false },
    turns: { type: 'string' },
    each: { type: 'string', default: '5' },
    leak: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '20261121' },
  },
})
const minutes = Number(values.minutes ?? (values.visitors === undefined ? '10' : '1'))
const seed = Number(values.seed)
const counts = [
  seed,
  Number(values.visitors ?? 0),
  Number(values.pages),
  Number(values.turns ?? 0),
  Number(values.each),
]
if (!(minutes > 0) || !counts.every(Number.isSafeInteger))
  throw new Error('--minutes takes a number above 0; all others take whole numbers.')

const problems = await chosen()
for (const problem of problems) print(`✗ ${problem}`)
print(problems.length === 0 ? '✓ no problems' : `✗ ${problems.length} problems, seed ${seed}`)
process.exitCode = problems.length === 0 ? 0 : 1

function chosen(): Promise<readonly string[]> {
  if (values.attacks) return playAllAttacks({ seed, only: values.only, print })
  if (values.turns !== undefined) return soakConsole(Number(values.turns))
  return values.visitors === undefined ? soakServer() : soakDemo(Number(values.visitors))
}

function soakConsole(count: number): Promise<readonly string[]> {
  return soakPage({
    turns: count,
    each: Number(values.each),
    leak: Number(values.leak),
    onLook: ({ turns, heap, nodes }) =>
      print(`${turns} turns: ${mb(heap)} MB heap, ${nodes} DOM nodes`),
  })
}

async function soakServer(): Promise<readonly string[]> {
  const soaked = await soak({
    rounds,
    roundMs: (minutes * 60_000) / rounds,
    seed,
    onRound: (round, { heap, rss }, { writes, turns }) =>
      print(
        `round ${round}: ${mb(heap)} MB heap, ${mb(rss)} MB RSS, ${writes} writes, ${turns} turns`,
      ),
  })
  print(JSON.stringify(soaked.tally))
  print(`heap after warm-up: ${heapGrowth(soaked.statuses).toFixed(3)} times`)
  return soaked.problems
}

async function soakDemo(visitors: number): Promise<readonly string[]> {
  const { worlds, turns, pageTurns, calls, took, began, ended, ...soaked } = await soakVisitors({
    visitors,
    pages: Number(values.pages),
    ms: minutes * 60_000,
    // Abandoned worlds expire while other visitors are active; with pages they live longer.
    abandon: values.pages === '0',
    onLook: ({ heap, rss, worlds: now, streams }) =>
      print(`${now} worlds, ${streams} streams, ${mb(heap)} MB heap, ${mb(rss)} MB RSS`),
  })
  const whole = turns.reduce((sum, count) => sum + count, 0)
  print(`${worlds} worlds, ${calls} calls, ${whole} turns, at least ${Math.min(...turns)} of each`)
  print(
    `a call took ${took.median.toFixed(1)} ms, p99 ${took.p99.toFixed(1)}, most ${took.most.toFixed(1)}`,
  )
  if (pageTurns.length > 0) print(`turns of each page: ${pageTurns.join(' ')}`)
  print(`heap ${mb(began.heap)} MB before, ${mb(ended.heap)} MB after`)
  return soaked.problems
}
