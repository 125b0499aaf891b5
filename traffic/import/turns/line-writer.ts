import * as z from 'zod/mini'
import { eventData, type EventName } from '../../../contract/events.ts'
import { isObject } from '../../../contract/json.ts'
import type { OwnPauses } from '../../../contract/scripts/own-pauses.ts'
import type { ScriptLine, Pace } from '../../../contract/scripts/lines.ts'
import { sendableEvents } from '../../../contract/scripts/scenario.ts'
import type { TimedEvent } from './recorded-event.ts'
import {
  splitGraphemes,
  splitIntoUnits,
  type TextUnit,
} from '../../../contract/scripts/text-units.ts'

/** Writes the lines of a script, and tracks when the fake plays them. */
export class LineWriter {
  /** All lines of the script that are not in a branch. */
  readonly script: ScriptLine[] = []
  #lines = this.script
  /** The time of the next line, in milliseconds since the start of the script. */
  time = 0
  /** The pauses that the fake adds to the script. */
  readonly pauses: OwnPauses
  /**
   * Milliseconds by which the recording is later than the script, which omits the time of
   * decisions.
   */
  #behind = 0
  /** Whether the writer writes a branch. A branch can't contain approvals. */
  isInBranch = false
  /** Notes on differences between the script and the recording. */
  readonly notes = new Set<string>()

  constructor(pauses: OwnPauses) {
    this.pauses = pauses
  }

  get lines(): readonly ScriptLine[] {
    return this.#lines
  }

  /** The time of a recorded event, in milliseconds since the start of the script. */
  timeOf = ({ t }: Pick<TimedEvent, 't'>) => t - this.#behind

  /** Writes a pause until a recorded event, if the lines end before the event. */
  waitFor(event: Pick<TimedEvent, 't'>): void {
    const pause = this.timeOf(event) - this.time
    if (pause <= 0) return
    const last = this.#lines.at(-1)
    // Pauses are joined, except the first pause of a script: the fake selects tools after it.
    if (last !== undefined && 'pause' in last && this.#lines.length > 1)
      this.#lines.splice(-1, 1, { pause: last.pause + pause })
    else this.#lines.push({ pause })
    this.time += pause
  }

  /** Writes a line that takes this number of milliseconds. */
  write(line: ScriptLine, takes = 0): void {
    this.#lines.push(line)
    this.time += takes
  }

  /** Skips the time in which a person decided: the script plays this event without a pause. */
  skipPauseTo(event: Pick<TimedEvent, 't'>): void {
    this.#behind = event.t - this.time
  }

  /** Writes all further lines to another list, such as the branch of an approval. */
  continueInBranch(branch: ScriptLine[]): void {
    this.isInBranch = true
    this.#lines = branch
  }

  /** Writes the lines of a function to another list, then returns to this list. */
  writeInBranch(branch: ScriptLine[], write: () => void): void {
    const lines = this.#lines
    this.#lines = branch
    this.isInBranch = true
    write()
    this.isInBranch = false
    this.#lines = lines
  }

  /** Writes an event as a `send` line, because no other line expresses it. */
  writeEvent({ name, data, payload, ...event }: TimedEvent): void {
    this.waitFor(event)
    const canonical = name === 'suggestions' ? data['items'] : data
    this.write(
      isSendable(name, canonical)
        ? { send: { [name]: canonical } }
        : { violate: { [name]: withoutCursor(payload) } },
    )
  }

  /** Returns the deltas of recorded events, and sets the script's time to the last delta. */
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

/** Removes the cursor from a payload, because the fake sets it. */
export const withoutCursor = (payload: unknown) => {
  if (!isObject(payload)) return payload
  const { cursor: _cursor, ...rest } = payload
  return rest
}

/** A part of a text, and the time before it in milliseconds. */
export type Delta = { readonly text: string; readonly after: number }

/** A text and its pace, with which the fake sends the recorded deltas. */
type PacedText = { readonly text: string; readonly pace: Pace }

/** The units of text that a pace can have, the most readable first. */
const textUnits: readonly TextUnit[] = ['sentence', 'word', 'word-space', 'token', 'character']

/**
 * The texts of recorded deltas, with a pace that gives the same deltas. There are several texts if
 * a delta ends inside a character, such as an emoji of several code points.
 */
export function pacedTexts(deltas: readonly Delta[]): readonly PacedText[] {
  if (deltas.length === 0) return []
  const whole = pacedText(deltas)
  if (whole !== undefined) return [whole]
  return cutInsideCharacters(deltas).flatMap(
    (part) => pacedText(part) ?? part.flatMap((delta) => pacedText([delta]) ?? []),
  )
}

/** Splits a list after each delta that ends inside a character. */
function cutInsideCharacters(deltas: readonly Delta[]): Delta[][] {
  const text = deltas.map((delta) => delta.text).join('')
  const ends = new Set<number>()
  let end = 0
  for (const character of splitGraphemes(text)) ends.add((end += character.length))
  const parts: Delta[][] = [[]]
  end = 0
  for (const delta of deltas) {
    parts.at(-1)?.push(delta)
    end += delta.text.length
    if (!ends.has(end)) parts.push([])
  }
  return parts.filter((part) => part.length > 0)
}

function pacedText(deltas: readonly Delta[]): PacedText | undefined {
  const text = deltas.map((delta) => delta.text).join('')
  const every = collapseList(deltas.map(({ after }) => after))
  for (const by of textUnits) {
    const sizes = deltaSizesIn(splitIntoUnits(text, by), deltas)
    if (sizes !== undefined) return { text, pace: { by, size: collapseSizes(sizes), every } }
  }
  return undefined
}

/** The number of units in each delta; `undefined` if a delta ends inside a unit. */
function deltaSizesIn(parts: readonly string[], deltas: readonly Delta[]): number[] | undefined {
  const sizes: number[] = []
  let next = 0
  for (const { text } of deltas) {
    let length = 0
    const from = next
    while (length < text.length && next < parts.length) length += parts[next++]?.length ?? 0
    if (length !== text.length) return undefined
    sizes.push(next - from)
  }
  return sizes
}

/** The common size of all deltas, if there is one; the last delta may be smaller. */
function collapseSizes(sizes: readonly number[]): number | number[] {
  const [size = 1, ...others] = sizes
  const last = others.pop() ?? size
  const isSame = size > 0 && last > 0 && last <= size && others.every((other) => other === size)
  return isSame ? size : collapseList(sizes, 1)
}

/** Removes repetitions of the last item; a list with only one value becomes that value. */
function collapseList(list: readonly number[], least = 0): number | number[] {
  const last = list.at(-1) ?? least
  if (last < least) return [...list]
  const end = list.findLastIndex((item) => item !== last)
  return end === -1 ? last : list.slice(0, end + 2)
}
