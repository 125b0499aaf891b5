import type { RunEvent as SentRunEvent } from '../../contract/records/workflow-run.ts'
import type { Frame } from '../events/frame.ts'
import { isObject } from '../json.ts'
import { toMoment } from '../moments.ts'

type Sent<Name> = Extract<SentRunEvent, { readonly event: Name }>['data']
type RunEventName = SentRunEvent['event']

/** What happens in a run of a workflow: tell them apart by `event`. */
export type RunEvent =
  | { readonly event: 'unknown'; readonly name: string; readonly data: unknown }
  | {
      readonly [Name in RunEventName]: {
        readonly event: Name
        readonly data: Readonly<Sent<Name>> & {
          /** When it happened: ISO 8601, UTC. */
          readonly at?: string | undefined
        }
      }
    }[RunEventName]

const known: Readonly<Record<RunEventName, true>> = {
  run_started: true,
  node_started: true,
  node_completed: true,
  node_failed: true,
  node_skipped: true,
  run_completed: true,
  run_failed: true,
  end: true,
}

/** The event in a frame; one that isn't known is `unknown`, never lost. */
export function readRunEvent({ name, data }: Frame): RunEvent {
  if (!Object.hasOwn(known, name) || !isObject(data)) return { event: 'unknown', name, data }
  const { ts, ...rest } = data
  const moment = ts === undefined ? {} : { at: toMoment(ts) }
  return { event: name, data: { ...rest, ...moment } } as RunEvent
}
