import { latenessBounds, type Meter } from '../world/meter.ts'
import type { Worlds } from '../world/worlds.ts'
import { ControlResponse } from './control-context.ts'

/** Functions that measure how many bytes of memory and storage a fake uses. */
export type Resources = {
  /** The resident memory. */
  readonly memoryBytes?: (() => number) | undefined
  /** The size of the storage. */
  readonly storageBytes?: (() => number) | undefined
}

type Sample = readonly [suffix: string, value: number]
type Metric = {
  readonly name: string
  readonly type: 'gauge' | 'counter' | 'histogram' | 'info'
  readonly help: string
  readonly unit?: 'bytes' | 'seconds'
  readonly samples: readonly Sample[]
}

const contentType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/**
 * Responds to `GET metrics`: with numbers only, no text of clients. Reads each world in memory
 * once.
 */
export function readMetrics(worlds: Worlds, meter: Meter, resources: Resources): ControlResponse {
  const text = [...metricsOf(worlds, meter, resources)].map(metricText).join('')
  return new ControlResponse(200, { 'content-type': contentType }, `${text}# EOF\n`)
}

function* metricsOf(
  worlds: Worlds,
  meter: Meter,
  { memoryBytes, storageBytes }: Resources,
): Generator<Metric> {
  const all = worlds.list()
  const { replica, until } = worlds.moves
  const streams = all.reduce((sum, { openStreams }) => sum + openStreams, 0)
  const turns = all.reduce((sum, { runningTurns }) => sum + runningTurns.size, 0)

  if (replica !== undefined)
    // The name of a replica has no character that needs an escape.
    yield metric('info', 'replica', 'The name of this replica.', [[`_info{name="${replica}"}`, 1]])
  yield gauge('ready', 'Whether it accepts further work.', Number(meter.isReady))
  yield gauge('moving', 'Whether worlds move.', Number(until !== undefined))
  yield gauge('worlds', 'Worlds in memory.', all.length)
  yield gauge('worlds_bytes', 'Estimated bytes of their own records.', worlds.bytes, 'bytes')
  yield gauge('streams', 'Open streams of turns.', streams)
  yield gauge('turns', 'Running turns.', turns)
  yield metric(
    'counter',
    'calls',
    'Responses of the platform, by the class of their status.',
    meter.calls.map((count, index) => [`_total{status="${index + 1}xx"}`, count]),
  )
  yield latenessOf(meter)
  if (memoryBytes !== undefined)
    yield gauge('memory_bytes', 'Resident memory.', memoryBytes(), 'bytes')
  if (storageBytes === undefined) return
  yield gauge('storage_bytes', 'Bytes of the files of --data.', storageBytes(), 'bytes')
  const { writes, failures } = meter.storage
  yield counter('storage_writes', 'Writes to the storage.', writes)
  yield counter('storage_failures', 'Writes to the storage that failed.', failures)
}

const metric = (
  type: Metric['type'],
  name: string,
  help: string,
  samples: readonly Sample[],
  unit?: Metric['unit'],
): Metric => ({ name: `understudy_${name}`, type, help, unit, samples })

const gauge = (name: string, help: string, value: number, unit?: Metric['unit']) =>
  metric('gauge', name, help, [['', value]], unit)

const counter = (name: string, help: string, value: number) =>
  metric('counter', name, help, [['_total', value]])

function latenessOf({ late, lateSeconds }: Meter): Metric {
  let count = 0
  const buckets = [...latenessBounds, '+Inf'].map((bound, index): Sample => {
    count += late[index] ?? 0
    return [`_bucket{le="${bound}"}`, count]
  })
  const help = 'How late the timers of worlds ran, such as those of events.'
  const samples: Sample[] = [...buckets, ['_count', count], ['_sum', lateSeconds]]
  return metric('histogram', 'lateness_seconds', help, samples, 'seconds')
}

function metricText({ name, type, help, unit, samples }: Metric): string {
  const head = [`# TYPE ${name} ${type}`, ...(unit ? [`# UNIT ${name} ${unit}`] : [])]
  const lines = samples.map(([suffix, value]) => `${name}${suffix} ${value}`)
  return [...head, `# HELP ${name} ${help}`, ...lines, ''].join('\n')
}
