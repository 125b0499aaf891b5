import type { TurnEvent } from '../../contract/events.ts'
import type { ScriptCall } from '../../contract/scripts/lines.ts'
import type { Decision } from '../world/turns.ts'
import type { Fill } from './places.ts'
import type * as play from './play.ts'

/** What a script does without telling: it comes to its next line, or asks whether a call may be made. */
export type Cue = { readonly cue: 'line' } | { readonly cue: 'approval'; readonly call: ScriptCall }

/** One moment of the script of a turn. */
export type Beat = play.Timed<TurnEvent | Cue>

/** A text that is said part by part, which nothing interrupts. */
export type Passage = play.Passage<TurnEvent>

/** Beats as they are told; whoever tells them is handed the decision on each call that they ask for. */
export type Beats<Result = void, Told = Beat | Passage> = Generator<
  Told,
  Result,
  Decision | undefined
>

/** A passage as the beats that it is made of. */
export function beatsOf({ at, said }: Passage): Beat[] {
  let time = at
  return said.map(({ event, wait }) => ({ at: (time += wait), event }))
}

/** When a passage that begins at a time has been said. */
export const endOf = ({ at, said }: Passage): number =>
  said.reduce((time, { wait }) => time + wait, at)

/** What a script is told by: texts are filled in, script time becomes the world's time. */
export type Telling = {
  readonly mode: 'react' | 'dag'
  readonly fill: Fill
  /** A fraction from 0 up to 1, for what differs a little each time. */
  chance(): number
  /** The moment of a script time, ISO 8601. */
  moment(at: number): string
  /** A stretch of script time in seconds of the world. */
  seconds(ms: number): number
  /** The next injected text, which is thereby taken up. */
  readonly injected: () => string | undefined
  /** What is said at the next line in the place of the rest, if a director wants that. */
  readonly prompted: () => string | undefined
  /** Whether every call waits for an approval, not those alone that the script says. */
  readonly asksAlways: boolean
  readonly sendsHeartbeat: boolean
  /** How many tools there are, where the turn says that it selects among them. */
  readonly tools?: number | undefined
}

/** A rough count of the tokens in a text, as a bill would have it. */
export function tokensIn(text: string): number {
  const ideographs = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu)?.length ?? 0
  return Math.ceil((text.length - ideographs) / 4) + ideographs
}
