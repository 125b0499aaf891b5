import { rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { hasPassed, type Measure, type Measurement } from './measure.ts'
import { chat } from './measures/chat.ts'
import { list } from './measures/list.ts'
import { memory } from './measures/memory.ts'
import { page } from './measures/page.ts'
import { scale } from './measures/scale.ts'
import { start } from './measures/start.ts'
import { streams } from './measures/streams.ts'
import { boundText, pageOf, textOf } from './report.ts'
import { createSamples } from './samples.ts'
import { createServers } from './servers/servers.ts'

const measures: Readonly<Record<string, Measure>> = {
  start,
  list,
  memory,
  streams,
  scale,
  page,
  chat,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean' } },
})
const unknownMeasure = positionals.find((name) => !Object.hasOwn(measures, name))
const usage = `npm run bench -- [${Object.keys(measures).join(' | ')}] [--quick]`

if (unknownMeasure !== undefined) {
  console.error(`There is no measure "${unknownMeasure}". ${usage}`)
  process.exitCode = 3
} else if (values.help) console.log(usage)
else if (platform() !== 'linux') {
  console.error('The benchmark reads CPU and memory of its servers from /proc: run it on Linux.')
  process.exitCode = 3
} else await run(positionals.length > 0 ? positionals : Object.keys(measures), values.quick)

async function run(names: readonly string[], quick: boolean): Promise<void> {
  const began = performance.now()
  const { model = 'unknown CPU' } = cpus()[0] ?? {}
  const memorySize = Math.round(totalmem() / 2 ** 30)
  const system = `${platform()} ${release()} ${arch()}, Node ${process.version}`
  const machine = `${model} × ${cpus().length}, ${memorySize} GiB, ${system}`
  console.log(machine)
  const measurements: Measurement[] = []
  const samples = await createSamples()
  try {
    const servers = createServers(samples, !quick)
    for (const name of names) {
      const newMeasurements = (await measures[name]?.({ servers, samples, quick })) ?? []
      measurements.push(...newMeasurements)
      for (const measurement of newMeasurements) console.log(textOf(measurement))
    }
  } finally {
    rmSync(samples.folder, { recursive: true })
  }
  const minutes = (performance.now() - began) / 60_000
  console.log(`\nAll bounds, after ${minutes.toFixed(1)} minutes`)
  for (const { title, bounds } of measurements)
    for (const bound of bounds) console.log(`  ${title}: ${boundText(bound)}`)
  const missed = measurements
    .flatMap(({ bounds }) => bounds)
    .filter((bound) => !Number.isNaN(bound.value) && !hasPassed(bound))
  process.exitCode = missed.length === 0 ? 0 : 1
  // Only a complete benchmark is written to docs/benchmarks.md.
  if (names.length < Object.keys(measures).length || quick) return
  writeFileSync(
    new URL('../../docs/benchmarks.md', import.meta.url),
    pageOf(machine, measurements, minutes),
  )
}
