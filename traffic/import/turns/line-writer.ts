import * as z from 'zod/mini'
import { eventData, type EventName } from '../../../contract/events.ts'
import { isObject } from '../../../contract/json.ts'
import type { OwnPauses } from '../../../contract/scripts/own-pauses.ts'
import type { ScriptLine } from '../../../contract/scripts/lines.ts'
import { sendableEvents } from '../../../contract/scripts/scenario.ts'
import type { Delta } from './text-pace.ts'
import type { TimedEvent } from './recorded-event.ts'

/** Writes the lines of a script, and follows the time at which the fake plays them. */
export class LineWriter {
  /** All lines outside of branches. */
  readonly script: ScriptLine[] = []
  #lines = this.script
  /** When the next line plays, in script milliseconds. */
  time = 0
  /** The pauses that the fake adds to those of the script. */
  readonly pauses: OwnPauses
  /** How much later the recording was than the script: the time that people took. */
  #behind = 0
  /** Whether the lines are those of a branch, which has no approvals. */
  isInBranch = false
  /** What the script plays in another way than the recording. */
  readonly notes = new Set<string>()

  constructor(pauses: OwnPauses) {
    this.pauses = pauses
  }

  get lines(): readonly ScriptLine[] {
    return this.#lines
  }

  /** Script milliseconds of a recorded event. */
  timeOf = ({ t }: Pick<TimedEvent, 't'>) => t - this.#behind

  /** Writes a pause until a recorded event, if it comes later than the lines so far. */
  waitFor(event: Pick<TimedEvent, 't'>): void {
    const pause = this.timeOf(event) - this.time
    if (pause <= 0) return
    const last = this.#lines.at(-1)
    // The first pause of a script stays alone: the fake selects the tools after it.
    if (last !== undefined && 'pause' in last && this.#lines.length > 1)
      this.#lines.splice(-1, 1, { pause: last.pause + pause })
    else this.#lines.push({ pause })
    this.time += pause
  }

  /** Writes a line that takes this long. */
  write(line: ScriptLine, takes = 0): void {
    this.#lines.push(line)
    this.time += takes
  }

  /** Leaves out the time of a person: the script goes on at once with this event. */
  skipTo(event: Pick<TimedEvent, 't'>): void {
    this.#behind = event.t - this.time
  }

  /** Writes all further lines to another list, such as a branch of an approval. */
  continueIn(branch: ScriptLine[]): void {
    this.isInBranch = true
    this.#lines = branch
  }

  /** Writes the lines of a function to another list, and goes on with this one. */
  inBranch(branch: ScriptLine[], write: () => void): void {
    const lines = this.#lines
    this.#lines = branch
    this.isInBranch = true
    write()
    this.isInBranch = false
    this.#lines = lines
  }

  /** Writes an event as it is: no line expresses it. */
  writeEvent({ name, data, payload, ...event }: TimedEvent): void {
    this.waitFor(event)
    const canonical = name === 'suggestions' ? data['items'] : data
    this.write(
      isSendable(name, canonical)
        ? { send: { [name]: canonical } }
        : { violate: { [name]: withoutCursor(payload) } },
    )
  }

  /** The deltas of recorded events; the time passes with them. */
  deltasOf(events: readonly TimedEvent[], textOf: (event: TimedEvent) => string): Delta[] {
    return events.map((event) => {
      const after = Math.max(0, this.timeOf(event) - this.time)
      this.time += after
      return { text: textOf(event), after }
    })
  }
}

function isSendable(name: string, data: unknown): boolean {
  if (!(sendableEvents as readonly string[]).includes(name)) return false
  const read = z.safeParse(eventData[name as EventName], data)
  return read.success && (!isObject(data) || !('cursor' in data))
}

/** A payload without the cursor that the fake sets itself. */
export const withoutCursor = (payload: unknown) => {
  if (!isObject(payload)) return payload
  const { cursor: _cursor, ...rest } = payload
  return rest
}
