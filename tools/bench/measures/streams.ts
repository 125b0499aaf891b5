import { readStreams, type StreamResult } from '../load/load.ts'
import { type Measure, type MeasureContext, type Measurement, tableOf } from '../measure.ts'
import { startServer } from '../process.ts'
import { bareName, understudyName, type Workload } from '../servers/server.ts'
import { formatNumber, median, ratio, runRounds } from '../statistics.ts'

type StreamsSize = {
  readonly streams: number
  /** The time in which the streams start, in milliseconds. */
  readonly spread: number
  /** The number of streams that each server plays first, so that V8 has compiled the code. */
  readonly warmUp: number
}

const fewStreams: StreamsSize = { streams: 400, spread: 1000, warmUp: 400 }
const manyStreams: StreamsSize = { streams: 10_000, spread: 5000, warmUp: 2000 }
/** All streams start within a second, on a server that has played few streams before. */
const suddenStreams: StreamsSize = { streams: 2000, spread: 1000, warmUp: 500 }

/**
 * Measures streams with pauses: a few, which the other mock servers can also play; many that start
 * within a second; and as many as one process can play.
 */
export const streams: Measure = async (context) => {
  const rounds = context.quick ? 2 : 5
  const started = await measureStreams(context, suddenStreams, rounds)
  if (context.quick) return [started]
  return [
    await measureStreams(context, fewStreams, 5),
    started,
    await measureStreams(context, manyStreams, 3),
  ]
}

const cpu = (result: StreamResult) => result.cpu

async function measureStreams(
  { servers, samples }: MeasureContext,
  size: StreamsSize,
  rounds: number,
): Promise<Measurement> {
  const subjects = servers.flatMap(({ name, streams: workload, maxStreams = size.streams }) =>
    workload === undefined || maxStreams < size.streams ? [] : [{ name, workload }],
  )
  const samplesDue = samples.events.map(({ at }) => at)
  const title = `${size.streams.toLocaleString('en')} streams`
  const results = await runRounds(rounds, subjects, async ({ name, workload }, round) => {
    const result = await playStreams(workload, size, samplesDue)
    console.log(`${title}, round ${round + 1}: ${name}, ${formatNumber(result.cpu)} µs per event`)
    return result
  })
  const besideBare = (figure: (result: StreamResult) => number) =>
    ratio(results, figure, understudyName, bareName)
  const ownResults = results.get(understudyName) ?? []
  const complete = Math.min(...ownResults.map((result) => result.complete))
  return {
    title,
    about: `Each stream has ${samples.events.length} events, 20 of them words that are 250 ms apart. The streams start within ${size.spread / 1000} s. An event is late by the time since it was due. CPU is per event. Each round starts new servers, which play ${size.warmUp} streams first.`,
    ...tableOf(results, [
      { title: 'late p50 ms', figure: ({ late }) => late.p50 },
      { title: 'late p99 ms', figure: ({ late }) => late.p99, hasRatio: true },
      { title: 'KB/stream', figure: ({ memory }) => memory, hasRatio: true },
      { title: 'CPU µs', figure: cpu, hasRatio: true },
      { title: 'complete', figure: (result) => result.complete },
    ]),
    bounds: [
      ...(size === fewStreams
        ? []
        : [
            {
              text: 'CPU per event, × bare',
              value: besideBare(cpu),
              before: 1.58,
              limit: { atMost: 1.6 },
            },
            {
              text: 'memory per stream, × bare',
              value: besideBare(({ memory }) => memory),
              limit: { atMost: 2.5 },
            },
          ]),
      ...(size === suddenStreams
        ? [
            {
              text: 'late p50, ms',
              value: median(ownResults.map(({ late }) => late.p50)),
              limit: { atMost: 20 },
            },
            {
              text: 'late p99, × bare',
              value: besideBare(({ late }) => late.p99),
              limit: { atMost: 3 },
            },
          ]
        : []),
      { text: 'share of complete streams', value: complete, limit: { atLeast: 1 } },
    ],
    notes: subjects.flatMap(({ name, workload: { note } }) => (note ? [`${name}: ${note}`] : [])),
  }
}

async function playStreams(
  { command, requests, dueTimes }: Workload,
  size: StreamsSize,
  samplesDue: readonly number[],
): Promise<StreamResult> {
  const server = await startServer(command)
  try {
    const load = { spread: size.spread, dueTimes: dueTimes ?? samplesDue }
    await readStreams(server, { ...load, requests: await requests(server, size.warmUp) })
    return await readStreams(server, { ...load, requests: await requests(server, size.streams) })
  } finally {
    await server.stop()
  }
}
