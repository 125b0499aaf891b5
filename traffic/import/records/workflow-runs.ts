import { canonicalDate } from '../../../contract/canonical-date.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { ReceivedEvent } from '../../../contract/received-events.ts'

/** The run that a stream of a workflow shows, as a record; `undefined` for another stream. */
export function runOfStream(
  events: readonly ReceivedEvent[],
  {
    workflow,
    inputs,
    at,
  }: { readonly workflow: string; readonly inputs: unknown; readonly at: number },
): JsonObject | undefined {
  let run: Record<string, unknown> | undefined
  for (const { event = '', json: data } of events) {
    if (!event.startsWith('run_') || !isObject(data)) continue
    const id = data['run_id']
    if (run === undefined && typeof id === 'string')
      run = {
        id,
        workflow_id: workflow,
        inputs,
        status: 'running',
        created_at: iso(at),
        started_at: iso(at),
      }
    if (run === undefined || !/^run_(completed|failed)$/.test(event)) continue
    const { duration_ms: duration = 0 } = data
    Object.assign(run, {
      status: data['status'] ?? event.slice('run_'.length),
      outputs: data['outputs'] ?? null,
      error: data['error'] ?? null,
      duration_ms: duration,
      completed_at: iso(at + Number(duration)),
    })
  }
  return run
}

/** A recorded run whose node results have the form of the contract. */
export function withNodeResults(raw: JsonObject): JsonObject {
  const results = raw['node_results']
  if (!isObject(results)) return raw
  const started = canonicalDate(raw['started_at'] ?? raw['created_at']) ?? iso(0)
  const fitted = Object.entries(results).flatMap(([node, result]) =>
    isObject(result) ? [[node, nodeResult(result, started)] as const] : [],
  )
  return { ...raw, node_results: Object.fromEntries(fitted) }
}

const statuses = ['running', 'completed', 'failed', 'skipped', 'cancelled']

function nodeResult(result: JsonObject, runStarted: string): JsonObject {
  const { status, output, error, duration_ms: duration } = result
  const started = canonicalDate(result['started_at'] ?? result['ts']) ?? runStarted
  const ms = typeof duration === 'number' ? Math.round(duration) : null
  return {
    status: statuses.includes(String(status)) ? status : 'completed',
    output: isObject(output) ? output : null,
    error: typeof error === 'string' ? error : null,
    started_at: started,
    completed_at:
      canonicalDate(result['completed_at']) ?? (ms === null ? null : iso(Date.parse(started) + ms)),
    duration_ms: ms,
  }
}

const iso = (at: number) => new Date(Number.isFinite(at) ? at : 0).toISOString()
