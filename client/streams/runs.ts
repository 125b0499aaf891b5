import type { CallOptions, Requester } from '../requester.ts'
import { StreamInterruptedError } from '../errors.ts'
import { readFrames, type Frame } from '../events/frames.ts'
import type { RunEvent as SentRunEvent } from '../../contract/records/workflow-run.ts'
import { isObject } from '../../contract/json.ts'
import { toIsoTimestamp } from '../timestamps.ts'

/**
 * Starts a run of a workflow and yields its events. The stream cannot be resumed: if it breaks, the
 * function throws a `StreamInterruptedError`. The run can then be read by its id.
 */
export async function* streamRun(
  requester: Requester,
  path: string,
  body: object,
  { signal }: CallOptions = {},
): AsyncGenerator<RunEvent, void, undefined> {
  let [isOpen, isStarted] = [false, false]
  const open = async (connection: AbortSignal) => {
    const response = await requester.openStream(
      { method: 'POST', path, body, signal: connection },
      false,
    )
    isOpen = true
    return response
  }
  let cause: unknown
  try {
    for await (const frame of readFrames(open, signal)) {
      const event = readRunEvent(frame)
      // Some deployments send `run_started` twice, with different fields.
      const isRepeated = event.event === 'run_started' && isStarted
      isStarted ||= event.event === 'run_started'
      if (!isRepeated) yield event
      if (event.event === 'end') return
      signal?.throwIfAborted()
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (!isOpen) throw error
    cause = error
  }
  throw new StreamInterruptedError(
    'not-resumable',
    { cursor: -1, conversationId: undefined },
    cause,
  )
}

type SentEventData<Name> = Extract<SentRunEvent, { readonly event: Name }>['data']
type RunEventName = SentRunEvent['event']

/** An event of a workflow run; `event` discriminates the union. */
export type RunEvent =
  | { readonly event: 'unknown'; readonly name: string; readonly data: unknown }
  | {
      readonly [Name in RunEventName]: {
        readonly event: Name
        readonly data: Readonly<SentEventData<Name>> & {
          /** The time of the event: ISO 8601 in UTC. */
          readonly at?: string | undefined
        }
      }
    }[RunEventName]

const runEventNames: Readonly<Record<RunEventName, true>> = {
  run_started: true,
  node_started: true,
  node_completed: true,
  node_failed: true,
  node_skipped: true,
  node_retrying: true,
  iterator_iteration: true,
  loop_iteration: true,
  run_completed: true,
  run_failed: true,
  end: true,
}

/** Reads the event of a frame; an event with an unexpected name becomes `unknown`. */
function readRunEvent({ name, data }: Frame): RunEvent {
  if (!Object.hasOwn(runEventNames, name) || !isObject(data))
    return { event: 'unknown', name, data }
  const { ts, ...rest } = data
  const time = ts === undefined ? {} : { at: toIsoTimestamp(ts) }
  return { event: name, data: { ...rest, ...time } } as RunEvent
}
