import { createHash } from 'node:crypto'
import { ownLimits } from '../../../contract/limits.ts'
import { quantile } from '../statistics.ts'
import { measureWorlds, type WorldCosts } from './parked.ts'

/**
 * Simulates 100,000 visitors within two hours, second by second, on replicas that keep a million
 * parked worlds, with measured costs. `npm run bench:scale` runs it; it takes a minute.
 */

/** CPU seconds per call (measured by `replicas.ts`) and per event (see `docs/benchmarks.md`). */
const cpuCosts = { call: 70e-6, event: 33e-6 }

const visitorCount = 100_000
const parkedWorlds = 1_000_000
const arrivalSeconds = 7200
/** The work of a visit. Half of the visitors return to a world that is only in storage. */
const visitWork = { seconds: 600, calls: 60, turns: 4, events: 28, returning: 0.5 }

/** The points of a replica on the ring of consistent hashing, as with `weight 100` in HAProxy. */
const pointsPerReplica = 1600
const replicaCounts = [1, 2, 4, 8, 16]

/** Creates a function that returns random numbers from 0 up to 1, always in the same sequence. */
function createDraw() {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The share of the worlds that each replica gets by consistent hashing. */
function replicaShares(count: number): number[] {
  const points = Array.from({ length: count * pointsPerReplica }, (_, index) => ({
    at: createHash('sha256').update(String(index)).digest().readUInt32BE() / 2 ** 32,
    replica: index % count,
  })).toSorted((a, b) => a.at - b.at)
  const shares = Array.from({ length: count }, () => 0)
  let previousPoint = (points.at(-1)?.at ?? 0) - 1
  for (const { at, replica } of points) {
    shares[replica] = (shares[replica] ?? 0) + at - previousPoint
    previousPoint = at
  }
  return shares
}

type Replica = { readonly demand: Float64Array; readonly active: Int32Array }

const addAt = (list: Float64Array | Int32Array, at: number, value: number) =>
  void (list[at] = (list[at] ?? 0) + value)

/** Simulates all visits with `count` replicas. Returns a row of the table. */
function simulate(count: number, { loadMs, memoryBytes, diskBytes, openMs }: WorldCosts): string {
  const draw = createDraw()
  const seconds = arrivalSeconds + visitWork.seconds
  const shares = replicaShares(count)
  const replicas = shares.map((): Replica => ({
    demand: new Float64Array(seconds),
    active: new Int32Array(seconds),
  }))
  const pick = () => {
    let remainingShare = draw()
    const index = shares.findIndex((share) => (remainingShare -= share) < 0)
    return replicas[index < 0 ? count - 1 : index]
  }
  for (let visitor = 0; visitor < visitorCount; visitor++) {
    const replica = pick()
    if (replica === undefined) continue
    const start = Math.floor(draw() * arrivalSeconds)
    const someTime = () => start + Math.floor(draw() * visitWork.seconds)
    if (draw() < visitWork.returning) addAt(replica.demand, start, loadMs / 1000)
    for (let call = 0; call < visitWork.calls; call++)
      addAt(replica.demand, someTime(), cpuCosts.call)
    for (let turn = 0; turn < visitWork.turns; turn++)
      addAt(replica.demand, someTime(), visitWork.events * cpuCosts.event)
    for (let second = 0; second < visitWork.seconds; second++)
      addAt(replica.active, start + second, 1)
  }
  const mostActive = Math.max(...replicas.map(({ active }) => Math.max(...active)))
  const inMemory = Math.min(mostActive, ownLimits.worlds)
  const busy = replicas.flatMap(({ demand, active }) =>
    // With more worlds than fit in memory, some calls must load their world from storage.
    [...demand].map((cpu, second) => {
      const misses = 1 - Math.min(1, ownLimits.worlds / Math.max(1, active[second] ?? 0))
      return (
        cpu +
        ((misses * (active[second] ?? 0) * visitWork.calls) / visitWork.seconds) * (loadMs / 1000)
      )
    }),
  )
  const largest = Math.max(...shares) * parkedWorlds
  const cells = [
    percent(quantile(busy, 0.5)),
    percent(quantile(busy, 0.999)),
    mostActive.toLocaleString('en'),
    `${Math.round((inMemory * memoryBytes) / 2 ** 20)} MiB`,
    `${Math.round(largest).toLocaleString('en')}${largest > ownLimits.keptWorlds ? ' (too many)' : ''}`,
    `${((largest * diskBytes) / 2 ** 30).toFixed(1)} GiB`,
    `${((largest * openMs) / 1000).toFixed(1)} s`,
  ]
  return `| ${count} | ${cells.join(' | ')} |`
}

const percent = (share: number) => `${Math.round(share * 100)} %`

const measured = await measureWorlds(2000)
const kib = (bytes: number) => `${Math.round(bytes / 1024)} KiB`
console.log(
  `A world: ${kib(measured.memoryBytes)} in memory, ${kib(measured.diskBytes)} on disk, ${measured.loadMs.toFixed(2)} ms to load, ${Math.round(measured.openMs * 1000)} µs at the start of a replica.\n`,
)
console.log(
  '| replicas | CPU of one, median second | 99.9 % | worlds in use | memory for them | parked worlds | disk | start |',
)
console.log('| --: | --: | --: | --: | --: | --: | --: | --: |')
for (const count of replicaCounts) console.log(simulate(count, measured))
