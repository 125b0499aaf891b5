import type { Contestant, Paced, Setup } from '../contestants/contestant.ts'
import { figure } from '../figures.ts'
import { readStreams, type StreamResult } from '../loads.ts'
import { Rounds } from '../rounds.ts'
import { start } from '../server.ts'
import { inRounds } from '../statistics.ts'
import type { Field, Findings, Goal, Measure } from './measure.ts'

type Crowd = {
  readonly title: string
  readonly streams: number
  readonly score: Paced
  /** Milliseconds over which the streams begin. */
  readonly spread: number
  readonly goals?: (rounds: Rounds<StreamResult>) => Goal[]
}

const us = 'understudy'
const lateness = ({ late }: StreamResult) => late.p99
const whole = ({ total }: StreamResult) => total.p99
const memory = ({ memoryPerStream }: StreamResult) => memoryPerStream

const lean = (rounds: Rounds<StreamResult>): Goal => ({
  text: 'memory per stream, of bare',
  reached: rounds.ratio(us, memory),
  bound: { most: 1.2 },
})
const punctual = (rounds: Rounds<StreamResult>, most: number): Goal => ({
  text: 'late p99, of a timer per event',
  reached: rounds.ratio(us, lateness),
  bound: { most },
})

const crowds: readonly Crowd[] = [
  { title: '400 streams, 50 ms between events', streams: 400, score: 'quick', spread: 1000 },
  {
    title: '2,000 streams, 50 ms between events',
    streams: 2000,
    score: 'quick',
    spread: 1000,
    goals: (rounds) => [punctual(rounds, 1.5), lean(rounds)],
  },
  {
    title: '10,000 streams, 250 ms between events: 40,000 events a second',
    streams: 10_000,
    score: 'slow',
    spread: 5000,
    goals: (rounds) => [punctual(rounds, 0.2)],
  },
  {
    title:
      '10,000 streams, 50 ms between events: 200,000 events a second, more than there is time for',
    streams: 10_000,
    score: 'quick',
    spread: 1000,
    goals: (rounds) => [
      {
        text: 'total p99, of a timer per event',
        reached: rounds.ratio(us, whole),
        bound: { most: 0.35 },
      },
      lean(rounds),
    ],
  },
]

/** Minutes after which a crowd gets no further round: one takes minutes where the machine is busy. */
const minutes = 5

/** Streams that each server plays before: what is measured is one that is warm, as after a few tests. */
const warmStreams = 4000

/** Many readers of paced streams, for crowds of several sizes: when each event comes. */
export const streams: readonly Measure[] = crowds.map((crowd) => async (field) => {
  if (field.quick && crowd.streams > 2000) return undefined
  return readAll(crowd, field)
})

async function readAll(crowd: Crowd, { contestants, material, quick }: Field): Promise<Findings> {
  const able = contestants.flatMap((contestant) => entrantsOf(contestant, crowd))
  const notes = material.scores[crowd.score]
  const dueOf = (setup: Setup, score: Paced) =>
    setup.due ?? material.scores[score].map(({ at }) => at)
  const began = performance.now()
  const read = async ({ setup, warmUp, mostStreams }: Entrant) => {
    const server = await start(setup.launch)
    try {
      // What is measured is a server that is warm, as it is after a few tests.
      const first = await warmUp.requests(server, Math.min(warmStreams, mostStreams))
      await readStreams(server, { requests: first, spread: 3000, due: dueOf(warmUp, 'quick') })
      const requests = await setup.requests(server, crowd.streams)
      const due = dueOf(setup, crowd.score)
      return await readStreams(server, { requests, spread: crowd.spread, due })
    } finally {
      await server.stop()
    }
  }
  const asked = quick ? 1 : 5
  const results = await inRounds(
    asked,
    able,
    async (entrant, round) => {
      const result = await read(entrant)
      console.log(progressOf(crowd, round, entrant, result))
      return result
    },
    () => performance.now() - began > minutes * 60_000,
  )
  const done = results.get(able[0] as Entrant)?.length ?? 0
  const rounds = new Rounds(new Map([...results].map(([{ name }, each]) => [name, each])))
  return {
    title: crowd.title,
    about: `Each stream has ${notes.length} events, of which 20 are words; they begin over ${crowd.spread / 1000} s. Late is each event, by when it was due after its request. A new server for each round, which has played ${warmStreams.toLocaleString('en')} streams before, so that V8 has compiled what it runs.${done < asked ? ` Only ${done} of ${asked} rounds: a crowd has ${minutes} minutes.` : ''}`,
    columns: [
      '',
      'first p50 ms',
      'p99',
      'late p50 ms',
      'p99',
      '× bare',
      'total p99 ms',
      '× bare',
      'KB/stream',
      '× bare',
      'CPU s',
      'reader s',
      'complete',
    ],
    rows: rounds.names.map((name) => rowOf(name, rounds)),
    goals: [
      ...(crowd.goals?.(rounds) ?? []),
      {
        text: 'streams that are complete',
        reached: Math.min(...rounds.values(us, ({ complete }) => complete)),
        bound: { least: 1 },
      },
    ],
    notes: able.flatMap(({ name, setup }) => (setup.nearest ? [`${name}: ${setup.nearest}`] : [])),
  }
}

/** A line while it is measured: a crowd takes minutes. */
const progressOf = (
  { title }: Crowd,
  round: number,
  { name }: Entrant,
  { late, total, complete }: StreamResult,
) =>
  `${title}, round ${round + 1}: ${name}, late p99 ${figure(late.p99)} ms, total p99 ${figure(total.p99)} ms, complete ${figure(complete)}`

type Entrant = {
  readonly name: string
  readonly setup: Setup
  readonly warmUp: Setup
  readonly mostStreams: number
}

// A peer is measured as long as its figures say something.
function entrantsOf({ name, streams: play, mostStreams }: Contestant, crowd: Crowd): Entrant[] {
  const most = mostStreams ?? Number.POSITIVE_INFINITY
  if (play === undefined || crowd.streams > most) return []
  return [{ name, setup: play(crowd.score), warmUp: play('quick'), mostStreams: most }]
}

const rowOf = (name: string, rounds: Rounds<StreamResult>) => [
  name,
  rounds.spread(name, ({ first }) => first.p50),
  rounds.spread(name, ({ first }) => first.p99),
  rounds.spread(name, ({ late }) => late.p50),
  rounds.spread(name, lateness),
  rounds.beside(name, lateness),
  rounds.spread(name, whole),
  rounds.beside(name, whole),
  rounds.spread(name, memory),
  rounds.beside(name, memory),
  rounds.spread(name, ({ serverCpu }) => serverCpu),
  rounds.spread(name, ({ readerCpu }) => readerCpu),
  rounds.spread(name, ({ complete }) => complete),
]
