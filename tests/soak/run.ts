import { parseArgs } from 'node:util'
import { foundBrowser } from '../support/find-browser.ts'
import { playAllAttacks } from './attacks/play-all.ts'
import { soakPage } from './console-page.ts'
import { measureGrowth } from './growth.ts'
import { heapGrowth, soak } from './soak.ts'
import { soakVisitors } from './visitors.ts'

/**
 * `npm run soak`: all parts, in less than ten minutes on two cores, with a line for each. A flag
 * selects one part: `--growth`; `--attacks [--only NAME]`; `--minutes 10`, a server under mixed
 * load; `--visitors 50 [--pages 5] [--minutes 1]`, a demo; `--turns 300`, a page of the console, in
 * conversations of five turns or `--each 300`, and `--leak 2500` plants a leak. `--seed N` changes
 * the random load.
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
    growth: { type: 'boolean', default: false },
    turns: { type: 'string' },
    each: { type: 'string', default: '5' },
    leak: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '20261121' },
  },
})
const minutes = Number(values.minutes ?? '1')
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

/** The parts of a soak run, with the flag that chooses one. */
const parts: Readonly<
  Record<string, { readonly isChosen: boolean; run(): Promise<readonly string[]> }>
> = {
  growth: { isChosen: values.growth, run: () => measureGrowth(print) },
  server: {
    isChosen: values.minutes !== undefined && values.visitors === undefined,
    run: soakServer,
  },
  demo: {
    isChosen: values.visitors !== undefined,
    run: () => soakDemo(Number(values.visitors ?? 50)),
  },
  console: {
    isChosen: values.turns !== undefined,
    run: () => soakConsole(Number(values.turns ?? 60)),
  },
  attacks: {
    isChosen: values.attacks,
    run: () => playAllAttacks({ seed, only: values.only, print }),
  },
}
const isWhole = Object.values(parts).every(({ isChosen }) => !isChosen)
const results: string[] = []
let allProblems = 0
for (const [name, { isChosen, run }] of Object.entries(parts)) {
  if (!isWhole && !isChosen) continue
  print(`# ${name}`)
  const began = performance.now()
  const problems = await run()
  for (const problem of problems) print(`✗ ${problem}`)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  results.push(
    `${problems.length === 0 ? '✓' : '✗'} ${name}: ${problems.length} problems, ${seconds} s`,
  )
  allProblems += problems.length
}
print('# result')
for (const result of results) print(result)
print(allProblems === 0 ? '✓ no problems' : `✗ ${allProblems} problems, seed ${seed}`)
process.exitCode = allProblems === 0 ? 0 : 1

async function soakConsole(turns: number): Promise<readonly string[]> {
  if (foundBrowser === undefined) {
    print('There is no browser: the page is not tried.')
    return []
  }
  return soakPage({
    turns,
    each: Number(values.each),
    leak: Number(values.leak),
    onLook: ({ turns: done, heap, nodes }) =>
      print(`${done} turns: ${mb(heap)} MB heap, ${nodes} DOM nodes`),
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
