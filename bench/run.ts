import { rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { alone, field } from './contestants/field.ts'
import { gather } from './material.ts'
import { judge } from './measures/judge.ts'
import { list } from './measures/list.ts'
import type { Findings, Measure } from './measures/measure.ts'
import { memory } from './measures/memory.ts'
import { scale } from './measures/scale.ts'
import { scripts } from './measures/scripts.ts'
import { start } from './measures/start.ts'
import { streams } from './measures/streams.ts'
import { unpaced } from './measures/unpaced.ts'
import { worlds } from './measures/worlds.ts'
import { pageOf } from './page.ts'
import { textOf } from './table.ts'

const measures: Readonly<Record<string, readonly Measure[]>> = {
  start: [start],
  list: [list],
  memory: [memory],
  streams,
  unpaced: [unpaced],
  scripts: [scripts],
  worlds: [worlds],
  scale: [scale],
  judge: [judge],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, alone: { type: 'boolean' }, help: { type: 'boolean' } },
})
const { quick = false } = values
const unknown = positionals.filter((name) => !Object.hasOwn(measures, name))

if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no measure \`${unknown.join('`, `')}\`.`)
  console.log(`npm run bench -- [${Object.keys(measures).join(' | ')}] [--quick] [--alone]`)
  process.exitCode = unknown.length > 0 ? 2 : 0
} else await measure(positionals.length > 0 ? positionals : Object.keys(measures))

async function measure(names: readonly string[]): Promise<void> {
  if (platform() !== 'linux')
    throw new Error('The bench reads CPU and memory of its servers from /proc: run it on Linux.')
  const began = performance.now()
  const { model = 'unknown CPU' } = cpus()[0] ?? {}
  const size = Math.round(totalmem() / 2 ** 30)
  const system = `${platform()} ${release()} ${arch()}, Node ${process.version}`
  const machine = `${model} × ${cpus().length}, ${size} GiB, ${system}`
  console.log(machine)
  const material = await gather()
  const found: Findings[] = []
  try {
    const contestants = values.alone === true ? alone(material) : field(material)
    for (const run of names.flatMap((name) => measures[name] ?? [])) {
      const findings = await run({ contestants, material, quick })
      if (findings === undefined) continue
      found.push(findings)
      console.log(textOf(findings))
    }
  } finally {
    rmSync(material.folder, { recursive: true })
  }
  // A part of it, or a short one, is no news for the page.
  if (positionals.length > 0 || quick || values.alone === true) return
  const minutes = (performance.now() - began) / 60_000
  const page = new URL('../docs/benchmarks.md', import.meta.url)
  writeFileSync(page, pageOf(machine, found, minutes))
}
