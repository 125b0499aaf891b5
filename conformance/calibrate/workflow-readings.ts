import { excerpt } from '../report/evidence.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import { isStream } from '../stream/stream.ts'
import { anyErrorCode, noOption, observed } from './look.ts'
import type { Readings } from './observer.ts'
import { batchSize, isRun } from './seen-runs.ts'

/** The limit of the specification. */
export const runsPerMinute = 10

/** The 429 of the service itself, not of a gateway. */
export const isLimit = ({ status, json }: Exchange): boolean => status === 429 && json !== undefined

const isRunStream = (exchange: Exchange): boolean => isRun(exchange) && isStream(exchange)

/** Workflows, their runs, and limits (4.7, 8), from any exchange. */
export const workflowReadings = {
  'workflows.run-started': (exchange) => {
    if (!isRunStream(exchange)) return undefined
    const types = exchange.events.map(({ event }) => event)
    const starts = types.filter((type) => type === 'run_started').length
    if (starts === 2) return observed(exchange, 'twice')
    if (starts > 2) return noOption(exchange, `${starts} times \`run_started\``)
    // A second one would come before anything else.
    const isOver = types.some((type) => type?.startsWith('node_') || type === 'run_completed')
    return starts === 1 && isOver ? observed(exchange, 'once') : []
  },
  'workflows.dialect': (exchange) => {
    if (!isRunStream(exchange)) return undefined
    const completed = exchange.events.find(({ event }) => event === 'node_completed')
    if (completed === undefined) return []
    const { json } = completed
    if (member(json, 'output') !== undefined) return observed(exchange, 'short')
    return member(json, 'output_preview') === undefined
      ? noOption(exchange, '`node_completed` without an output')
      : observed(exchange, 'editor')
  },
  'workflows.event-moments': (exchange) => {
    if (!isRunStream(exchange)) return undefined
    return exchange.events
      .map(({ json }) => member(json, 'ts'))
      .filter((moment) => moment !== undefined)
      .map((moment) => {
        if (typeof moment === 'number') return observed(exchange, 'epoch')
        return typeof moment === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+/.test(moment)
          ? observed(exchange, 'iso')
          : noOption(exchange, `\`ts\` is ${excerpt(formatValue(moment), 40)}`)
      })
  },
  'workflows.batch-counts': (exchange, before) => {
    const size = batchSize(exchange)
    if (size === undefined || size <= runsPerMinute) return undefined
    if (isAccepted(exchange)) return observed(exchange, 'once')
    // The limit was not reached before, by whatever ran within the last minute.
    const isFirst = before.runs.count < runsPerMinute && before.runs.isLastAccepted(exchange)
    return isLimit(exchange) && isFirst ? observed(exchange, 'each') : undefined
  },
  'errors.limit-codes': (exchange) => {
    if (!isLimit(exchange)) return undefined
    const code = anyErrorCode(exchange)
    if (code === 'rate_limit_exceeded') return observed(exchange, code)
    // A specific code names what is limited.
    return code !== undefined && /quota|limit/.test(code)
      ? observed(exchange, 'specific')
      : noOption(exchange, `a 429 with code ${code ?? 'none'}`)
  },
} as const satisfies Readings
