import { readStreams, type StreamResult } from '../loads.ts'
import { Rounds } from '../rounds.ts'
import { start } from '../server.ts'
import { inRounds } from '../statistics.ts'
import type { Measure } from './measure.ts'

const streams = 16

/** Streams without pauses: how many events a server can tell in a second. */
export const unpaced: Measure = async ({ contestants, material, quick }) => {
  const able = contestants.flatMap(({ name, unpaced: setup }) => (setup ? [{ name, setup }] : []))
  const results = await inRounds(quick ? 2 : 5, able, async ({ setup }) => {
    const server = await start(setup.launch)
    try {
      const due = setup.due ?? material.scores.unpaced.map(() => 0)
      // What is measured is a server that is warm, as it is after a few tests.
      const first = await setup.requests(server, 2 * streams)
      await readStreams(server, { requests: first, spread: 0, due })
      const requests = await setup.requests(server, streams)
      return await readStreams(server, { requests, spread: 0, due })
    } finally {
      await server.stop()
    }
  })
  const rounds = new Rounds(new Map([...results].map(([{ name }, done]) => [name, done])))
  return {
    title: 'Streams without pauses',
    about: `${streams} streams at once, of ${material.scores.unpaced.length} events each, as fast as they go. Bare writes once for each event.`,
    columns: ['', 'events/s', '× bare', 'CPU s', '× bare', 'reader s', 'complete'],
    rows: rounds.names.map((name) => [
      name,
      rounds.spread(name, speed),
      rounds.beside(name, speed),
      rounds.spread(name, cpu),
      rounds.beside(name, cpu),
      rounds.spread(name, ({ readerCpu }) => readerCpu),
      rounds.spread(name, ({ complete }) => complete),
    ]),
    goals: [
      {
        text: 'events/s, of one write per event',
        reached: rounds.ratio('understudy', speed),
        bound: { least: 2 },
      },
    ],
    notes: able.flatMap(({ name, setup }) => (setup.nearest ? [`${name}: ${setup.nearest}`] : [])),
  }
}

const speed = ({ eventsPerSecond }: StreamResult) => eventsPerSecond
const cpu = ({ serverCpu }: StreamResult) => serverCpu
