import { readStreams, type StreamResult } from '../load/load.ts'
import {
  type Bound,
  type Measure,
  type MeasureContext,
  type Measurement,
  tableOf,
} from '../measure.ts'
import { startServer } from '../process.ts'
import { bareName, ourName, type Workload } from '../servers/server.ts'
import { formatNumber, ratio, runRounds } from '../statistics.ts'

/** A round of 10,000 streams takes a minute on a busy machine: no further one starts after this. */
const minutes = 5

/** Paced streams: few, which the peers can also play, and as many as one process can play. */
export const pacedStreams: Measure = async (context) => {
  if (context.quick)
    return [
      await measureStreams(context, { streams: 2000, spread: 1000, rounds: 2, cpuLimit: 1.6 }),
    ]
  const few = await measureStreams(context, { streams: 400, spread: 1000, rounds: 5 })
  const many = { streams: 10_000, spread: 5000, rounds: 5, cpuLimit: 1.6 }
  return [few, await measureStreams(context, many)]
}

type Size = {
  readonly streams: number
  /** Milliseconds over which the streams start. */
  readonly spread: number
  readonly rounds: number
  readonly cpuLimit?: number
}

const cpu = (result: StreamResult) => result.cpu

async function measureStreams(
  { servers, samples, quick }: MeasureContext,
  { streams, spread, rounds: count, cpuLimit }: Size,
): Promise<Measurement> {
  const subjects = servers.flatMap(({ name, streams: workload, maxStreams = streams }) =>
    workload === undefined || maxStreams < streams ? [] : [{ name, workload }],
  )
  const samplesDue = samples.events.map(({ at }) => at)
  const title = `${streams.toLocaleString('en')} streams`
  const began = performance.now()
  const isTimeUp = () => performance.now() - began > minutes * 60_000
  // After the first few tests, V8 has compiled the code.
  const warmUp = Math.min(streams, quick ? 500 : 2000)
  const rounds = await runRounds(
    count,
    subjects,
    async ({ name, workload }, round) => {
      const result = await playStreams(workload, { streams, spread, warmUp }, samplesDue)
      console.log(`${title}, round ${round + 1}: ${name}, ${formatNumber(result.cpu)} µs per event`)
      return result
    },
    isTimeUp,
  )
  const done = rounds.get(bareName)?.length ?? 0
  const cpuBounds: Bound[] =
    cpuLimit === undefined
      ? []
      : [
          {
            text: 'CPU per event, × bare',
            value: ratio(rounds, cpu, ourName, bareName),
            limit: { atMost: cpuLimit },
          },
        ]
  return {
    title,
    about: `Each stream has ${samples.events.length} events, 20 of them words that are 250 ms apart. The streams start within ${spread / 1000} s. An event is late by the time since it was due. CPU is per event. Each round starts new servers, which play ${warmUp.toLocaleString('en')} streams first.${done < count ? ` Only ${done} of ${count} rounds were done in ${minutes} minutes.` : ''}`,
    ...tableOf(rounds, [
      { title: 'first p50 ms', figure: ({ first }) => first.p50 },
      { title: 'first p99 ms', figure: ({ first }) => first.p99 },
      { title: 'late p50 ms', figure: ({ late }) => late.p50 },
      { title: 'late p99 ms', figure: ({ late }) => late.p99, withRatio: true },
      { title: 'KB/stream', figure: (result) => result.memory, withRatio: true },
      { title: 'CPU µs', figure: cpu, withRatio: true },
      { title: 'reader µs', figure: ({ readerCpu }) => readerCpu },
      { title: 'complete', figure: ({ complete }) => complete },
    ]),
    bounds: [
      ...cpuBounds,
      {
        text: 'share of complete streams',
        value: Math.min(...(rounds.get(ourName) ?? []).map(({ complete }) => complete)),
        limit: { atLeast: 1 },
      },
    ],
    notes: subjects.flatMap(({ name, workload: { note } }) =>
      note === undefined ? [] : [`${name}: ${note}`],
    ),
  }
}

async function playStreams(
  { command, requests, dueTimes }: Workload,
  { streams, spread, warmUp }: { streams: number; spread: number; warmUp: number },
  samplesDue: readonly number[],
): Promise<StreamResult> {
  const server = await startServer(command)
  try {
    const load = { spread, dueTimes: dueTimes ?? samplesDue }
    await readStreams(server, { ...load, requests: await requests(server, warmUp) })
    return await readStreams(server, { ...load, requests: await requests(server, streams) })
  } finally {
    await server.stop()
  }
}
