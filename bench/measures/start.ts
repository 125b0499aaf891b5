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
  // The first start of each reads its files from the disk, and may fill a cache.
  for (const { setup } of able) await startOnce(setup)
  const results = await inRounds(quick ? 5 : 15, able, ({ setup }) => startOnce(setup))
  const rounds = new Rounds(new Map([...results].map(([{ name }, done]) => [name, done])))
  const us = 'understudy'
  const peers = rounds.names.filter((name) => name !== us && !name.startsWith('bare'))
  return [
    {
      title: 'Start',
      about:
        'From the start of the process to its first answer, and what it has used of the CPU until then; memory is what it occupies 200 ms later, idle.',
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
      notes: able.flatMap(({ name, setup }) =>
        setup.nearest ? [`${name}: ${setup.nearest}`] : [],
      ),
    },
  ]
}

const ready = (started: Started) => started.ready
const cpu = (started: Started) => started.cpu
const memory = (started: Started) => started.memory

async function startOnce(setup: Setup): Promise<Started> {
  const server = await launch(setup.launch)
  try {
    const used = server.cpu() * 1000
    await wait(200)
    return { ready: server.readyAfter, cpu: used, memory: server.memory() }
  } finally {
    await server.stop()
  }
}
