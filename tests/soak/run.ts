import { parseArgs } from 'node:util'
import { growthOf, soak } from './soak.ts'

/** `npm run soak -- [--minutes 10] [--seed N]` */

/** Enough to tell how memory goes. */
const rounds = 20
const print = (line: string) => process.stdout.write(`${line}\n`)
const mb = (bytes: number) => (bytes / 1e6).toFixed(1)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '20261121' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isSafeInteger(seed))
  throw new Error('--minutes takes a number above 0, --seed a whole number.')

const { problems, standings, tally } = await soak({
  rounds,
  roundMs: (minutes * 60_000) / rounds,
  seed,
  onRound: (round, { heap, rss }, { writes, turns }) =>
    print(
      `round ${round}: ${mb(heap)} MB heap, ${mb(rss)} MB RSS, ${writes} writes, ${turns} turns`,
    ),
})
print(JSON.stringify(tally))
print(`heap after warm-up: ${growthOf(standings).toFixed(3)} times`)
for (const problem of problems) print(`✗ ${problem}`)
print(problems.length === 0 ? '✓ clean' : `✗ ${problems.length} problems, seed ${seed}`)
process.exitCode = problems.length === 0 ? 0 : 1
