import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ServerProcess } from '../process.ts'
import { quantile } from '../statistics.ts'
import type { CallLoad, CallMessage } from './calls.ts'
import type { StreamLoad, StreamTimes } from './streams.ts'

export type CallResult = {
  readonly calls: number
  readonly callsPerSecond: number
  /** Percentiles, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** The CPU time of the server per call, in microseconds. */
  readonly cpu: number
  /** The memory of the server after the load, in megabytes. */
  readonly memory: number
  readonly failed: number
}

/** Repeats one request on a few connections, and measures the time after the warm-up. */
export async function runCalls(
  server: ServerProcess,
  load: Omit<CallLoad, 'port'>,
): Promise<CallResult> {
  const caller = forkLoad('calls')
  caller.send({ ...load, port: server.port } satisfies CallLoad)
  await nextMessage<CallMessage>(caller, load.warmUp + loadTimeout)
  const cpuBefore = server.cpu()
  const doneMessage = await nextMessage<CallMessage>(caller, load.period + loadTimeout)
  const cpu = server.cpu() - cpuBefore
  if (doneMessage.kind !== 'done')
    throw new Error('The load process sent its messages in the wrong order.')
  const { calls, failed, took, latencies } = doneMessage
  return {
    calls,
    failed,
    callsPerSecond: (calls * 1000) / took,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpu: (cpu * 1e6) / calls,
    memory: server.memory(),
  }
}

export type StreamResult = {
  /** Milliseconds by which events were late. */
  readonly late: Percentiles
  /** The share of streams that received every event. */
  readonly complete: number
  /** The largest growth of the server's memory, in kilobytes per stream. */
  readonly memory: number
  /** The CPU time of the server per event, in microseconds. */
  readonly cpu: number
}

type Percentiles = { readonly p50: number; readonly p99: number }

/** Reads many streams at once, and measures how late their events are. */
export async function readStreams(
  server: ServerProcess,
  load: Omit<StreamLoad, 'port'>,
): Promise<StreamResult> {
  const reader = forkLoad('streams')
  const idle = server.memory()
  const cpuBefore = server.cpu()
  let peak = idle
  const sampler = setInterval(() => {
    peak = Math.max(peak, server.memory())
  }, 50)
  reader.send({ ...load, port: server.port } satisfies StreamLoad)
  const lasts = load.spread + (load.dueTimes.at(-1) ?? 0)
  const times = await nextMessage<StreamTimes>(reader, lasts + loadTimeout)
  clearInterval(sampler)
  const cpu = server.cpu() - cpuBefore
  const streams = load.requests.length
  const events = streams * load.dueTimes.length
  return {
    late: percentilesOf(times.late),
    complete: times.complete / streams,
    memory: ((Math.max(peak, server.memory()) - idle) * 1024) / streams,
    cpu: (cpu * 1e6) / events,
  }
}

/** An event that never arrived counts as later than all others. */
function percentilesOf(values: Float64Array): Percentiles {
  const times = values.map((value) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value))
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

const forkLoad = (name: 'calls' | 'streams') =>
  fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), { serialization: 'advanced' })

/** The maximum time that a load process may run after the end of its load, in milliseconds. */
const loadTimeout = 120_000

async function nextMessage<Message>(child: ChildProcess, within: number): Promise<Message> {
  const timer = setTimeout(() => child.kill('SIGKILL'), within)
  const exited = once(child, 'exit').then(() => {
    throw new Error(`A load process exited without a result within ${within} ms.`)
  })
  // The process also exits after its last message. Then the exit is no error.
  exited.catch(() => {})
  const received = Promise.race([once(child, 'message'), exited]) as Promise<[Message]>
  const [message] = await received.finally(() => clearTimeout(timer))
  return message
}
