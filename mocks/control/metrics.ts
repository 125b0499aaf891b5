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

/** `GET metrics`: only numbers, no text of clients. Reads each world in memory once. */
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
  const sum = (count: (world: (typeof all)[number]) => number) =>
    all.reduce((total, world) => total + count(world), 0)

  if (replica !== undefined)
    // The name of a replica has no character that needs an escape.
    yield info('understudy_replica', 'The name of this replica.', `name="${replica}"`)
  yield gauge('understudy_ready', 'Whether it accepts further work.', Number(meter.isReady))
  yield gauge('understudy_moving', 'Whether worlds move.', Number(until !== undefined))
  yield gauge('understudy_worlds', 'Worlds in memory.', all.length)
  yield {
    ...gauge('understudy_worlds_bytes', 'Estimated bytes of their own records.', worlds.bytes),
    unit: 'bytes',
  }
  yield gauge(
    'understudy_streams',
    'Open streams of turns.',
    sum((world) => world.openStreams),
  )
  yield gauge(
    'understudy_turns',
    'Running turns.',
    sum((world) => world.runningTurns.size),
  )
  yield {
    name: 'understudy_calls',
    type: 'counter',
    help: 'Responses of the platform, by the class of their status.',
    samples: meter.calls.map((count, index) => [`_total{status="${index + 1}xx"}`, count]),
  }
  yield latenessOf(meter)
  if (memoryBytes !== undefined)
    yield {
      ...gauge('understudy_memory_bytes', 'Resident memory.', memoryBytes()),
      unit: 'bytes',
    }
  if (storageBytes === undefined) return
  yield {
    ...gauge('understudy_storage_bytes', 'Bytes of the files of --data.', storageBytes()),
    unit: 'bytes',
  }
  const { writes, failures } = meter.storage
  yield counter('understudy_storage_writes', 'Writes to the storage.', writes)
  yield counter('understudy_storage_failures', 'Writes to the storage that failed.', failures)
}

const gauge = (name: string, help: string, value: number) =>
  ({ name, type: 'gauge', help, samples: [['', value]] }) as const

const counter = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'counter',
  help,
  samples: [['_total', value]],
})

const info = (name: string, help: string, labels: string): Metric => ({
  name,
  type: 'info',
  help,
  samples: [[`_info{${labels}}`, 1]],
})

function latenessOf({ late, lateSeconds }: Meter): Metric {
  let count = 0
  const buckets = [...latenessBounds, '+Inf'].map((bound, index): Sample => {
    count += late[index] ?? 0
    return [`_bucket{le="${bound}"}`, count]
  })
  return {
    name: 'understudy_lateness_seconds',
    type: 'histogram',
    help: 'How late the timers of worlds ran, such as those of events.',
    unit: 'seconds',
    samples: [...buckets, ['_count', count], ['_sum', lateSeconds]],
  }
}

function metricText({ name, type, help, unit, samples }: Metric): string {
  const head = [`# TYPE ${name} ${type}`, ...(unit ? [`# UNIT ${name} ${unit}`] : [])]
  const lines = samples.map(([suffix, value]) => `${name}${suffix} ${value}`)
  return [...head, `# HELP ${name} ${help}`, ...lines, ''].join('\n')
}
