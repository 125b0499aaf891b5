import { isObject } from '../../../contract/json.ts'
import type { LineWriter } from './line-writer.ts'
import { type TimedEvent, textOf } from './recorded-event.ts'

/** A step as the planning phase lists it. */
export type ListedStep = {
  readonly id: string
  readonly task: string
  readonly after: readonly string[]
  readonly tool_hint: string | null
}

/**
 * The steps of a plan, each after those that it waits for. `undefined` if these are no steps that a
 * script can have.
 */
export function planOrder(listed: unknown): readonly ListedStep[] | undefined {
  if (!Array.isArray(listed) || listed.length === 0) return undefined
  const steps = (listed as readonly unknown[]).map(readStep)
  const left = steps.filter((step) => step !== undefined)
  const ids = new Set(left.map(({ id }) => id))
  if (left.length !== steps.length || ids.size !== left.length) return undefined
  const sorted: ListedStep[] = []
  const placed = new Set<string>()
  while (left.length > 0) {
    const next = left.findIndex(({ after }) => after.every((id) => placed.has(id) || !ids.has(id)))
    const [step] = left.splice(Math.max(0, next), 1)
    if (step === undefined) break
    // A step that waits for itself, or for none of the plan, does not wait.
    sorted.push({ ...step, after: step.after.filter((id) => placed.has(id)) })
    placed.add(step.id)
  }
  return sorted
}

function readStep(value: unknown): ListedStep | undefined {
  if (!isObject(value)) return undefined
  const id = textOf(value['id'])
  if (id === undefined || id === '') return undefined
  const deps: readonly unknown[] = Array.isArray(value['deps']) ? value['deps'] : []
  return {
    id,
    task: textOf(value['task']) ?? '',
    after: deps.filter((dep) => typeof dep === 'string'),
    tool_hint: textOf(value['tool_hint']) || null,
  }
}

/**
 * The script times of the events of parallel steps, none before `startsAt`. The fake sends events of
 * one moment in the order of the steps, so an event of an earlier step gets a later moment.
 */
export function trackTimes(
  ids: readonly string[],
  progress: readonly TimedEvent[],
  writer: LineWriter,
  startsAt: number,
): ReadonlyMap<TimedEvent, number> {
  const times = new Map<TimedEvent, number>()
  let last = { at: startsAt, track: -1 }
  for (const event of progress) {
    const track = ids.indexOf(textOf(event.data['step_id']) ?? '')
    const at = Math.max(last.at + (track < last.track ? 1 : 0), writer.timeOf(event))
    times.set(event, at)
    last = { at, track: at > last.at ? track : Math.max(track, last.track) }
  }
  return times
}
