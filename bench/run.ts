import { arch, cpus, platform, release, totalmem } from 'node:os'
import { rmSync } from 'node:fs'
import { bare, bareStringify } from './contestants/bare.ts'
import { understudy } from './contestants/understudy.ts'
import { gather } from './material.ts'
import { list } from './measures/list.ts'
import type { Measure } from './measures/measure.ts'
import { start } from './measures/start.ts'
import { streams } from './measures/streams.ts'
import { textOf } from './table.ts'

const measures: Readonly<Record<string, Measure>> = { start, list, streams }

const args = process.argv.slice(2)
const quick = args.includes('--quick')
const chosen = args.filter((arg) => !arg.startsWith('--'))
const material = await gather()
const contestants = [
  bare(material.folder),
  bareStringify(material.folder),
  understudy(`${material.folder}/scenarios`),
]
console.log(
  `${cpus()[0]?.model} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()} ${arch()}, Node ${process.version}`,
)
for (const name of chosen.length === 0 ? Object.keys(measures) : chosen) {
  const measure = measures[name]
  if (measure === undefined)
    throw new Error(`There is no measure \`${name}\`: ${Object.keys(measures).join(', ')}.`)
  for (const found of await measure({ contestants, material, quick })) console.log(textOf(found))
}
rmSync(material.folder, { recursive: true })
