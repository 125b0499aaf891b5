import type { TurnEvent } from '../../contract/events.ts'
import type { ScriptCall } from '../../contract/scenario.ts'
import type { Decision } from '../state/approvals.ts'
import type { Timed } from './play.ts'

/** What a script does without telling: it comes to its next line, or asks whether a call may be made. */
export type Cue = { readonly cue: 'line' } | { readonly cue: 'approval'; readonly call: ScriptCall }

/** One moment of the script of a turn. */
export type Beat = Timed<TurnEvent | Cue>

/** Beats as they are told; whoever tells them is handed the decision on each call that they ask for. */
export type Beats<Result = void> = Generator<Beat, Result, Decision | undefined>

/** What a script is told by: texts are filled in, script time becomes the world's time. */
export type Telling = {
  readonly mode: 'react' | 'dag'
  /** A text with `{{query}}`, `{{agent}}` and `{{user}}` replaced, and the places given besides. */
  fill(text: string, places?: Readonly<Record<string, string>>): string
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

/** Text in deltas of a few words each, nothing added and nothing lost. */
export function inDeltas(text: string, words: number): string[] {
  const pieces = text === '' ? [] : text.split(/(?<=\S)(?=\s)/)
  const deltas: string[] = []
  for (let from = 0; from < pieces.length; from += words)
    deltas.push(pieces.slice(from, from + words).join(''))
  return deltas
}

/** A rough count of the tokens in a text, as a bill would have it. */
export const tokensIn = (text: string) => Math.ceil(text.length / 4)
