import { mkdirSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import type { Growth } from './measures/scale.ts'
import { type Line, svgOf } from './scale/plot.ts'
import { crowdOf, type Operation, operations } from './scale/records.ts'
import { streamCosts } from './scale/streams.ts'
import { cloneCost, worldCosts } from './scale/worlds.ts'
import { inRounds, median } from './statistics.ts'

/** What things cost as a world grows, in process: writes docs/scale.md and its plots. */

const rounds = 5
const records = [100, 10_000, 1_000_000]
const streams = [10, 100, 1000, 10_000]
const worlds = [1, 100, 10_000]

/** Goals: how many times what it costs at 100 records something may cost at a million. */
const most: Partial<Record<Operation, number>> = {
  'store: get': 2,
  'store: first page': 2,
  'store: last page': 2,
  'store: create and delete': 4,
  'store: rename': 15,
  'store: star': 15,
  'call: get': 2,
  'call: first page': 2,
  'call: last page': 2,
  'call: create and delete': 4,
  'call: rename': 15,
  'call: star': 15,
}

const names = Object.keys(operations) as Operation[]
const isLong = (name: Operation) => /search|snapshot/.test(name)
/** What takes less than a microsecond takes many runs: threads that compile and collect count, too. */
const runsOf = (name: Operation) => (isLong(name) ? 5 : name.startsWith('store') ? 10_000 : 2000)

/** The median cost of each operation at each size. */
async function recordCosts(): Promise<Map<Operation, number[]>> {
  const crowds = records.map((count) => crowdOf(count))
  const costs = new Map<Operation, number[]>()
  for (const name of names) {
    const runs = runsOf(name)
    // What is compiled on the way, and an index that is made once, are no cost of a call.
    for (const crowd of crowds) await crowd.cost(name, isLong(name) ? 1 : runs)
    const lasts = name.startsWith('snapshot') ? 1 : rounds
    const taken = await inRounds(lasts, crowds, ({ cost }) => cost(name, lasts === 1 ? 1 : runs))
    costs.set(name, [...taken.values()].map(median))
  }
  for (const crowd of crowds) crowd.close()
  return costs
}

/** The medians of what is measured at each size, in rounds. */
async function mediansOf<Costs extends Readonly<Record<string, number>>>(
  sizes: readonly number[],
  measure: (size: number) => Promise<Costs>,
): Promise<Map<keyof Costs, number[]>> {
  await measure(Math.min(1000, Math.max(...sizes)))
  const taken = [...(await inRounds(3, sizes, measure)).values()]
  const figures = Object.keys(taken[0]?.[0] ?? {}) as (keyof Costs)[]
  return new Map(
    figures.map((figure) => [
      figure,
      taken.map((costs) => median(costs.map((cost) => cost[figure]))),
    ]),
  )
}

const timesOf = (values: readonly number[]) =>
  (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)

const short = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: value < 1000 ? 2 : 3 })

function tableOf(sizes: readonly number[], costs: ReadonlyMap<string, readonly number[]>): string {
  const rows = [...costs].map(([name, values]) => {
    const ratio = timesOf(values)
    const bound = most[name as Operation]
    const goal = bound === undefined ? '' : `${ratio <= bound ? 'met' : 'missed'}: ≤ ${bound}`
    return `| ${[name, ...values.map(short), short(ratio), goal].join(' | ')} |`
  })
  const heads = sizes.map((size) => size.toLocaleString('en'))
  return [
    `| | ${heads.join(' | ')} | last : first | goal |`,
    `|---|${'---:|'.repeat(sizes.length + 1)}---|`,
    ...rows,
  ].join('\n')
}

const linesOf = (sizes: readonly number[], costs: ReadonlyMap<string, readonly number[]>): Line[] =>
  [...costs].map(([name, values]) => ({
    name,
    points: values.map((value, index) => [sizes[index] ?? 1, Math.max(value, 0.1)] as const),
  }))

const only = (costs: ReadonlyMap<Operation, number[]>, wanted: RegExp) =>
  new Map([...costs].filter(([name]) => wanted.test(name)))

const ofRecords = await recordCosts()
const ofStreams = new Map(
  [...(await mediansOf(streams, streamCosts))].map(([name, values]) => [
    { event: 'an event', start: 'a start' }[name],
    values,
  ]),
)
const worldMedians = await mediansOf(worlds, worldCosts)
const bytes = worldMedians.get('bytes') ?? []
worldMedians.delete('bytes')
const ofWorlds = new Map(
  [...worldMedians].map(([name, values]) => [
    { made: 'a world made', list: 'a list call to one of them', bytes: '' }[name],
    values,
  ]),
)
const clone = await cloneCost()
const made = worldMedians.get('made')?.at(-1) ?? Number.NaN

const folder = new URL('../docs/', import.meta.url)
mkdirSync(new URL('scale/', folder), { recursive: true })
const plots = {
  store: svgOf(linesOf(records, only(ofRecords, /^store/)), { x: 'conversations', y: 'µs' }),
  calls: svgOf(linesOf(records, only(ofRecords, /^(call|snapshot)/)), {
    x: 'conversations',
    y: 'µs',
  }),
  streams: svgOf(linesOf(streams, ofStreams), { x: 'streams at once', y: 'µs' }),
  worlds: svgOf(linesOf(worlds, ofWorlds), { x: 'worlds', y: 'µs' }),
}
for (const [name, svg] of Object.entries(plots))
  writeFileSync(new URL(`scale/${name}.svg`, folder), svg)

const machine = `${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, ${platform()} ${arch()}, Node ${process.version}`
const page = `# Scale: what it costs as a world grows

Microseconds of CPU in process, medians of rounds that take turns: the ratios say more than the figures, which are those of one busy machine (${machine}). \`npm run bench -- scale\` writes this page.

## Records

One user has all conversations; each figure is for one operation, at the store alone or as a whole call with its credential, scope, validation and journal.

![Costs at the store](scale/store.svg)

![Costs of calls](scale/calls.svg)

${tableOf(records, ofRecords)}

Flat, or explained:

- **Pages** are counted from the nearer end of a list in chunks of 512 to 1,024: the page in the middle of a million passes a thousand chunks, any other fewer.
- **Writes** look a place up by bisection in three orders, and move at most one chunk. A change that leaves the order as it is, such as a new title, moves nothing. What is left is memory: a million records lie further apart than a hundred.
- **The first write** to the list of a user whom the fixture gives a million conversations copies that list once.
- **A search** reads the title and the messages of each of up to 20,000 conversations: 3 ms among 10,000. Among more, the first search makes a sign of each, 128 bits that tell which groups of three letters its texts may have; the following ones read those alone whose sign allows a find, about a tenth of the work. It stays linear: a list of all places of each group would take hundreds of megabytes at a million (reckoned, not measured), and seconds to make. Texts of one or two letters have no sign, and read all.
- **A snapshot** is a copy of everything, and linear.

## Streams

One world, that many turns of 27 events, 20 of them words 50 ms apart, read as their events fall due: the cost of an event from the script to the text that is sent, and that of beginning a turn.

![Costs of streams](scale/streams.svg)

${tableOf(streams, ofStreams)}

One timer serves the earliest of all beats in a heap, so an event costs a logarithm of the streams.

## Worlds

That many worlds of the demo fixture, each with a conversation of its own.

![Costs of worlds](scale/worlds.svg)

${tableOf(worlds, ofWorlds)}

A world shares the records of its fixture until it changes them: made among ${worlds.at(-1)?.toLocaleString('en')} it takes ${short(made)} µs, 1/${short(clone / made)} of the ${short(clone)} µs of a deep copy of the fixture. Called and written to, it holds about ${short((bytes.at(-1) ?? 0) / 1024)} KB of its own.
`
writeFileSync(new URL('scale.md', folder), page)
const grown = [...ofRecords].map(([name, values]): Growth => {
  const bound = most[name]
  return { name, times: timesOf(values), ...(bound !== undefined && { most: bound }) }
})
process.send?.(grown)
