import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'

/**
 * `npm run prove`: every test in full and every cut of every shipped turn, in parts, and prints a
 * line for each part. `--part 3/8` runs one part, `--resume` the parts that have not yet passed on
 * these sources. The output of a part is in `node_modules/.cache/prove/`.
 */

// The plan uses the durations of a proof, not of `npm test`.
process.env['UNDERSTUDY_PROVE'] = 'all'
const { partCount, planProof } = await import('./plan.ts')
const { sweepShare } = await import('./sweeps.ts')
type Part = ReturnType<typeof planProof>[number]

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = 'node_modules/.cache/prove'
const greenFile = join(folder, 'green.json')

const { values } = parseArgs({
  options: { part: { type: 'string' }, resume: { type: 'boolean', default: false } },
})
const parts = planProof()
if (values.part !== undefined && !parts.some(({ name }) => name === values.part))
  throw new Error(
    `--part ${values.part}: it must be one of 1/${partCount} to ${partCount}/${partCount}.`,
  )

mkdirSync(folder, { recursive: true })
const sources = sourcesDigest()
const green = values.resume ? readGreen() : new Set<string>()
const chosen = parts.filter(({ name }) => values.part === undefined || name === values.part)

const began = performance.now()
let failed = 0
for (const part of chosen) {
  if (green.has(part.name)) {
    print(`part ${part.name}: green before, on the same sources`)
    continue
  }
  if (await proves(part)) green.add(part.name)
  else failed++
  writeFileSync(greenFile, JSON.stringify({ sources, parts: [...green] }))
}
const result = failed === 0 ? 'all green' : `${failed} failed`
print(`${chosen.length} of ${partCount} parts, ${result}, ${secondsSince(began)} s`)
process.exitCode = failed === 0 ? 0 : 1

/** Runs a part and prints its line; if it fails, also its problems. */
async function proves({ name, sweeps, files }: Part): Promise<boolean> {
  const start = performance.now()
  const swept = await sweepShare(sweeps)
  const log = join(folder, `part-${sweeps.index + 1}.log`)
  const summaryFile = join(folder, 'summary.txt')
  rmSync(summaryFile, { force: true })
  const status = await runTests(files, log, summaryFile)
  const summary = existsSync(summaryFile)
    ? readFileSync(summaryFile, 'utf8').trimEnd().split('\n').at(-1)
    : 'the tests did not end'
  const isGreen = status === 0 && swept.problems.length === 0
  print(
    `${isGreen ? '✓' : '✗'} part ${name}: ${files.length} files, ${summary}; ` +
      `${swept.cuts} cuts, ${swept.problems.length} with a gap or a duplicate; ${secondsSince(start)} s`,
  )
  for (const problem of swept.problems) print(`  ${problem}`)
  if (status !== 0) {
    const failures = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(' FAIL '))
    for (const line of new Set(failures)) print(`  ${line.trim()}`)
    print(`  ${log} has the whole output.`)
  }
  return isGreen
}

async function runTests(files: readonly string[], log: string, summary: string): Promise<number> {
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...files]
  const env = { ...process.env, UNDERSTUDY_SUMMARY: summary, NO_COLOR: '1' }
  const output = createWriteStream(log)
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  const [code] = (await once(child, 'close')) as [number | null]
  output.end()
  await finished(output)
  return code ?? 1
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0)
}

/** A digest of the sources: a part that passed on other sources proves nothing. */
function sourcesDigest(): string {
  const [commit, changes] = [
    ['rev-parse', 'HEAD'],
    ['diff', 'HEAD'],
  ].map((args) => execFileSync('git', args, { maxBuffer: 1e9 }))
  return createHash('sha256').update(`${commit}${changes}`).digest('hex')
}

function readGreen(): Set<string> {
  if (!existsSync(greenFile)) return new Set()
  const read = JSON.parse(readFileSync(greenFile, 'utf8')) as {
    readonly sources: string
    readonly parts: readonly string[]
  }
  return new Set(read.sources === sources ? read.parts : [])
}
