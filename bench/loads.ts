import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { CallOrder, CallReport } from './load/calls.ts'
import type { StreamOrder, StreamReport } from './load/streams.ts'
import type { Server } from './server.ts'
import { quantile } from './statistics.ts'

/** What a server did under calls that follow each other on a few connections. */
export type CallResult = {
  readonly calls: number
  readonly callsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of the server's CPU. */
  readonly cpuPerCall: number
  /** Megabytes that the server occupies afterwards. */
  readonly memory: number
  readonly wrong: number
  /** Microseconds of the caller's CPU. */
  readonly callerCpu: number
}

/** Calls a server over and over, and tells what came of the period after the warm-up. */
export async function callOften(
  server: Server,
  load: Omit<CallOrder, 'port'>,
): Promise<CallResult> {
  const caller = loader('calls')
  caller.send({ ...load, port: server.port } satisfies CallOrder)
  await next<CallReport>(caller, load.warmUp + patience)
  const before = server.cpu()
  const report = await next<CallReport>(caller, load.period + patience)
  const cpu = server.cpu() - before
  if (report.kind !== 'done') throw new Error('The caller lost its thread.')
  const { calls, took, latencies, wrong } = report
  return {
    calls,
    callsPerSecond: (calls * 1000) / took,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpuPerCall: (cpu * 1e6) / calls,
    memory: server.memory(),
    wrong,
    callerCpu: (report.cpu * 1e6) / calls,
  }
}

/** What a server did for many readers of streams. */
export type StreamResult = {
  /** Milliseconds to the first event, in the middle and for the slowest hundredth. */
  readonly first: Percentiles
  /** Milliseconds by which events were late. */
  readonly late: Percentiles
  /** Milliseconds to the last event. */
  readonly total: Percentiles
  /** The share of streams that got every event. */
  readonly complete: number
  /** Kilobytes that the server grew by, at most, for each stream. */
  readonly memoryPerStream: number
  /** Seconds of CPU. */
  readonly serverCpu: number
  readonly readerCpu: number
  readonly eventsPerSecond: number
}

type Percentiles = { readonly p50: number; readonly p99: number }

/** Reads many streams of a server at once. */
export async function readStreams(
  server: Server,
  load: Omit<StreamOrder, 'port'>,
): Promise<StreamResult> {
  const reader = loader('streams')
  const idle = server.memory()
  const before = server.cpu()
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, server.memory())
  }, 50)
  reader.send({ ...load, port: server.port } satisfies StreamOrder)
  const report = await next<StreamReport>(reader, load.spread + (load.due.at(-1) ?? 0) + patience)
  clearInterval(watch)
  most = Math.max(most, server.memory())
  const streams = load.requests.length
  return {
    first: percentilesOf(report.first),
    late: percentilesOf(report.late),
    total: percentilesOf(report.total),
    complete: report.complete / streams,
    memoryPerStream: ((most - idle) * 1024) / streams,
    serverCpu: server.cpu() - before,
    readerCpu: report.cpu,
    eventsPerSecond: (report.complete * load.due.length * 1000) / report.took,
  }
}

/** What never came is later than all that did. */
function percentilesOf(values: Float64Array): Percentiles {
  const known = values.map((value) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value))
  return { p50: quantile(known, 0.5), p99: quantile(known, 0.99) }
}

const loader = (name: 'calls' | 'streams') =>
  fork(fileURLToPath(new URL(`load/${name}.ts`, import.meta.url)), { serialization: 'advanced' })

/** Milliseconds that a load generator may take beyond its load, before it is given up. */
const patience = 120_000

async function next<Message>(child: ChildProcess, within: number): Promise<Message> {
  const late = setTimeout(() => child.kill('SIGKILL'), within)
  const gone = once(child, 'exit').then(() => {
    throw new Error(`A load generator ended without a report within ${within} ms.`)
  })
  // The report comes before the end; that the process ends after it is no news.
  gone.catch(() => {})
  const told = Promise.race([once(child, 'message'), gone]) as Promise<[Message]>
  const [message] = await told.finally(() => clearTimeout(late))
  return message
}
