import { type CallResult, callOften } from '../loads.ts'
import { Rounds } from '../rounds.ts'
import { type Server, start } from '../server.ts'
import { inRounds } from '../statistics.ts'
import type { Goal, Measure } from './measure.ts'

/** An authenticated list of 20 conversations out of 10,000, over and over. */
export const list: Measure = async ({ contestants, quick }) => {
  const entrants: { name: string; nearest: string; server: Server; request: string }[] = []
  try {
    for (const { name, list: setup } of contestants) {
      if (setup === undefined) continue
      const server = await start(setup.launch)
      const [request = ''] = await setup.requests(server, 1)
      entrants.push({ name, nearest: setup.nearest ?? '', server, request })
    }
    const load = { connections: 16, warmUp: quick ? 300 : 1000, period: quick ? 700 : 2500 }
    const results = await inRounds(quick ? 2 : 5, entrants, ({ server, request }) =>
      callOften(server, { ...load, request }),
    )
    const rounds = new Rounds(new Map([...results].map(([{ name }, done]) => [name, done])))
    return {
      title: 'Calls',
      about:
        'An authenticated list of 20 conversations out of 10,000, over 16 connections that stay open. CPU is what the server spends on a call, memory what it occupies after the last round. Where the caller spends more on a call than the server, calls/s say more of the caller.',
      columns: ['', 'calls/s', '× bare', 'p99 ms', '× bare', 'CPU µs', '× bare', 'MB', 'caller µs'],
      rows: rounds.names.map((name) => rowOf(name, rounds)),
      goals: goalsOf(rounds),
      notes: entrants.flatMap(({ name, nearest }) => [
        ...(nearest === '' ? [] : [`${name}: ${nearest}`]),
        ...wrongOf(name, rounds),
      ]),
    }
  } finally {
    await Promise.all(entrants.map(({ server }) => server.stop()))
  }
}

const speed = ({ callsPerSecond }: CallResult) => callsPerSecond
const slowest = ({ p99 }: CallResult) => p99
const cpu = ({ cpuPerCall }: CallResult) => cpuPerCall

const rowOf = (name: string, rounds: Rounds<CallResult>) => [
  name,
  rounds.spread(name, speed),
  rounds.beside(name, speed),
  rounds.spread(name, slowest),
  rounds.beside(name, slowest),
  rounds.spread(name, cpu),
  rounds.beside(name, cpu),
  (rounds.values(name, ({ memory }) => memory).at(-1) ?? Number.NaN).toFixed(0),
  rounds.spread(name, ({ callerCpu }) => callerCpu),
]

function wrongOf(name: string, rounds: Rounds<CallResult>): string[] {
  const wrong = rounds.values(name, (result) => result.wrong).reduce((sum, more) => sum + more, 0)
  return wrong === 0 ? [] : [`${name}: ${wrong} answers were not a whole 200.`]
}

function goalsOf(rounds: Rounds<CallResult>): Goal[] {
  const us = 'understudy'
  const peers = rounds.names.filter((name) => name !== us && !name.startsWith('bare'))
  const beside = (other: string) => rounds.ratio(us, speed, other)
  return [
    {
      text: 'calls/s, of bare with the same bytes',
      reached: rounds.ratio(us, speed),
      bound: { least: 0.7 },
    },
    {
      text: 'calls/s, of bare with JSON.stringify',
      reached: beside('bare, JSON.stringify'),
      bound: { least: 1.1 },
    },
    { text: 'calls/s, of Prism', reached: beside('prism'), bound: { least: 6 } },
    {
      text: 'calls/s, of the fastest peer',
      reached: Math.min(...peers.map(beside)),
      bound: { least: 1 },
    },
    { text: 'p99, of bare', reached: rounds.ratio(us, slowest), bound: { most: 2.5 } },
    { text: 'CPU for a call, of bare', reached: rounds.ratio(us, cpu), bound: { most: 1.4 } },
  ]
}
