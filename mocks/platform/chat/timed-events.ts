import type { TurnEvent } from '../../../contract/events.ts'
import type { ScriptCall } from '../../../contract/scripts/lines.ts'
import type { Decision } from '../../world/turns.ts'
import type * as play from '../playback.ts'

/** What a script does without telling: it comes to its next line, or asks whether a call may be made. */
export type ScriptSignal =
  | { readonly cue: 'line' }
  | { readonly cue: 'approval'; readonly call: ScriptCall }

/** One moment of the script of a turn. */
export type ScriptEvent = play.TimedEvent<TurnEvent | ScriptSignal>

/** A text that is said part by part, which nothing interrupts. */
export type TextBatch = play.EventBatch<TurnEvent>

/** Beats as they are told; whoever tells them is handed the decision on each call that they ask for. */
export type ScriptEvents<Result = void, Told = ScriptEvent | TextBatch> = Generator<
  Told,
  Result,
  Decision | undefined
>

/** A passage as the beats that it is made of. */
export function expandBatch({ at, said }: TextBatch): ScriptEvent[] {
  let time = at
  return said.map(({ event, wait }) => ({ at: (time += wait), event }))
}

/** When a passage that begins at a time has been said. */
export const batchEnd = ({ at, said }: TextBatch): number =>
  said.reduce((time, { wait }) => time + wait, at)

/** A rough count of the tokens in a text, as a bill would have it. */
export function estimateTokens(text: string): number {
  const ideographs = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu)?.length ?? 0
  return Math.ceil((text.length - ideographs) / 4) + ideographs
}

/** Something to tell beside others, of which nothing comes before `from`. */
type EventTrack<Result> = {
  readonly from: number
  readonly beats: ScriptEvents<Result, ScriptEvent>
}

/** Tells strands side by side in the order of time, and gives what each of them came to. */
export function* mergeTracks<Result>(
  strands: readonly EventTrack<Result>[],
): ScriptEvents<Result[], ScriptEvent> {
  const results = new Map<EventTrack<Result>, Result>()
  const heads = new Map<EventTrack<Result>, ScriptEvent | undefined>()
  for (const strand of strands) heads.set(strand, undefined)
  const timeOf = (strand: EventTrack<Result>) => heads.get(strand)?.at ?? strand.from
  while (heads.size > 0) {
    const strand = [...heads.keys()].reduce((first, one) =>
      timeOf(one) < timeOf(first) ? one : first,
    )
    const beat = heads.get(strand)
    const told = strand.beats.next(beat === undefined ? undefined : yield beat)
    if (told.done === true) {
      heads.delete(strand)
      results.set(strand, told.value)
    } else heads.set(strand, told.value)
  }
  return strands.map((strand) => results.get(strand) as Result)
}
