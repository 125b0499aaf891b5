import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { Condition } from '../../../contract/errors.ts'
import type { PipelineContext } from '../../platform/request-context.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { World } from '../../world/world.ts'
import { maskText } from '../../../secrets/mask.ts'

/** A request at the moment when it was refused. */
export type RefusedRequest = IncomingRequest & {
  /** The context of the request; `undefined` if no operation matched. */
  readonly context: PipelineContext | undefined
  readonly error: unknown
}

/** The condition of an error; `crash` for an unexpected one. */
export function conditionOf(error: unknown): Condition | 'invalid' {
  if (error instanceof InvalidInput) return 'invalid'
  return error instanceof ApiError ? error.condition : 'crash'
}

/** Names a request in an explanation: `DELETE /api/conversations/… (call 7)`. */
function describeRequest({ journal }: World, number: number): string {
  const entry = journal.get(number)
  if (entry === undefined) return `call ${number}`
  return `${entry.method} ${maskText(entry.path)} (call ${number})`
}

/** Names the request that last changed a value, as ` by PATCH … (call 42)`; empty if there is none. */
export function describeLastChange(world: World, table: string, key: string): string {
  const author = world.changes.requestThatChanged(table, key)
  return author === undefined ? '' : ` by ${describeRequest(world, author)}`
}

/** Describes the current time of the world, and its difference from the time of the machine. */
export function describeClock({ clock, systemClock: wall }: World): string {
  const now = `it is ${clock.iso()} now`
  if (clock.state.frozen) return `${now}, and the clock of this world is frozen`
  const ahead = clock.now() - wall.now()
  if (Math.abs(ahead) < 1000) return now
  const side = ahead > 0 ? 'ahead of' : 'behind'
  return `${now}: the clock of this world is ${formatDuration(Math.abs(ahead))} ${side} that of the machine`
}

const durationUnits = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

/** Formats a duration in the largest unit that fits into it at least once. */
function formatDuration(ms: number): string {
  const [unit, size] = durationUnits.find(([, least]) => ms >= least) ?? durationUnits[2]
  return `${Math.round((ms / size) * 10) / 10} ${unit}`
}
