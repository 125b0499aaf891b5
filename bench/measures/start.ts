import { setTimeout as wait } from 'node:timers/promises'
import type { Setup } from '../contestants/contestant.ts'
import { Rounds } from '../rounds.ts'
import { start as launch } from '../server.ts'
import { inRounds } from '../statistics.ts'
import type { Measure } from './measure.ts'

type Started = { readonly ready: number; readonly cpu: number; readonly memory: number }

/** How long a server takes from its start to its first answer, and what it occupies then. */
export const start: Measure = async ({ contestants, quick }) => {
  const able = contestants.flatMap(({ name, start: setup }) => (setup ? [{ name, setup }] : []))
  const swift: typeof able = []
  // The first start of each reads its files from the disk, and is given the time to fill a cache.
  for (const contestant of able) {
    const { ready: took } = await startOnce(contestant.setup, 2000)
    if (took < 2000) swift.push(contestant)
  }
  const few = await inRounds(quick ? 2 : 5, able, ({ setup }) => startOnce(setup))
  const more = await inRounds(quick ? 3 : 10, swift, ({ setup }) => startOnce(setup))
  const all = [...few].map(
    ([each, done]) => [each.name, [...done, ...(more.get(each) ?? [])]] as const,
  )
  const rounds = new Rounds(new Map(all))
  const us = 'understudy'
  const peers = rounds.names.filter((name) => name !== us && !name.startsWith('bare'))
  return {
    title: 'Start',
    about:
      'From the start of the process to its first answer, and what it has used of the CPU until then; memory is what it occupies 200 ms later, idle. Fifteen rounds, five for what takes longer than two seconds.',
    columns: ['', 'ready ms', '× bare', 'CPU ms', '× bare', 'idle MB', '× bare'],
    rows: rounds.names.map((name) => [
      name,
      rounds.spread(name, ready),
      rounds.beside(name, ready),
      rounds.spread(name, cpu),
      rounds.beside(name, cpu),
      rounds.spread(name, memory),
      rounds.beside(name, memory),
    ]),
    goals: [
      { text: 'ready, of bare', reached: rounds.ratio(us, ready), bound: { most: 1.25 } },
      {
        text: 'ready, of the fastest peer',
        reached: Math.max(...peers.map((peer) => rounds.ratio(us, ready, peer))),
        bound: { most: 1 },
      },
      { text: 'idle memory, of bare', reached: rounds.ratio(us, memory), bound: { most: 1.15 } },
    ],
    notes: able.flatMap(({ name, setup }) => (setup.nearest ? [`${name}: ${setup.nearest}`] : [])),
  }
}

const ready = (started: Started) => started.ready
const cpu = (started: Started) => started.cpu
const memory = (started: Started) => started.memory

async function startOnce(setup: Setup, idle = 200): Promise<Started> {
  const server = await launch(setup.launch)
  try {
    const used = server.cpu() * 1000
    await wait(idle)
    return { ready: server.readyAfter, cpu: used, memory: server.memory() }
  } finally {
    await server.stop()
  }
}
