import * as z from 'zod/mini'
import { type Speed, speed } from '../duration.ts'
import { ownLimits } from '../limits.ts'
import { bodyOf } from './operation.ts'

// The part of the control API that directs turns.

const isTrue = z.literal(true)

/** The body of `POST director`. */
export const direction = bodyOf(
  z.union([
    z.strictObject({
      next: z.union([
        z.nullable(z.string()),
        z.array(z.string()).check(z.minLength(1), z.maxLength(ownLimits.queuedTurns)),
      ]),
    }),
    z.strictObject({
      say: z.string().check(z.minLength(1), z.maxLength(ownLimits.directed)),
      /** Only a turn of this conversation sends the text. */
      conversation_id: z.optional(z.string().check(z.maxLength(ownLimits.directed))),
      /** Set if the turn continues with its script after the text. */
      aside: z.optional(isTrue),
    }),
    z.strictObject({ pause: isTrue }),
    z.strictObject({ resume: isTrue }),
    z.strictObject({ step: isTrue }),
    z.strictObject({ skip: isTrue }),
    z.strictObject({ speed }),
    z.strictObject({ keep: z.string().check(z.maxLength(ownLimits.directed)) }),
  ]),
  'Send one of {"next": "a-scenario"}, {"next": ["one", "another"]}, {"next": null}, {"say": "…"}, {"say": "…", "aside": true}, ' +
    '{"say": "…", "conversation_id": "…"}, {"pause": true}, ' +
    '{"resume": true}, {"step": true}, {"skip": true}, {"speed": 4}, {"speed": "max"}, {"keep": "a-script"}.',
)

/** The script or the text that the next turn plays. */
export type Direction =
  | { readonly next: string }
  | {
      readonly say: string
      readonly conversation_id?: string | undefined
      /** Whether the turn continues with its script after the text. */
      readonly aside?: true | undefined
    }

/** The response to `GET director`: the running turns, and the script or text of the next turn. */
export type DirectorState = {
  /** Whether the clock of the world is frozen, which stops all streams. */
  readonly paused: boolean
  readonly speed: Speed
  /** The script or text that the next turn plays; null if the turn's query chooses a script. */
  readonly waiting: Direction | null
  /** The scripts of the turns after the next one, in order. */
  readonly queue: readonly string[]
  readonly turns: readonly RunningTurn[]
  /** Turns that a language model answered, as scripts to save, newest last; absent if none. */
  readonly answered?: readonly { readonly script: string; readonly about: string }[]
}

/** A turn in `GET director`. */
export type RunningTurn = {
  readonly id: string
  readonly conversation_id: string | null
  readonly mode: 'react' | 'dag'
  readonly question: string
  /** The name of the script that the turn plays; null if the fake generates the answer. */
  readonly script: string | null
  /** The number of events sent so far. */
  readonly events: number
  /** The due time of the turn's next event; null while the turn waits for an approval. */
  readonly next_beat_at: string | null
  /** The id of the confirmation that the turn waits for. */
  readonly awaiting: string | null
}

/** A part of a turn, such as one text with all its deltas. */
export type TurnPart = {
  readonly kind: 'thought' | 'tool' | 'result' | 'approval' | 'plan' | 'step' | 'answer' | 'event'
  /** At most 2,000 characters: the beginning of a future text, or the end of a sent text. */
  readonly text: string
  /** The time when the part began, or will begin at the present speed. ISO 8601, UTC. */
  readonly at: string
}

/** The response to `GET director/turns/{id}`: the sent and the future parts of a turn. */
export type TurnOutline = {
  readonly id: string
  /** The current time of the world: ISO 8601, UTC. */
  readonly now: string
  /** The newest parts, oldest first. */
  readonly sent: readonly TurnPart[]
  /** The next parts, if nothing interrupts the turn and approvals are granted. */
  readonly upcoming: readonly TurnPart[]
}

/** Options of a text that the director sends into a turn. */
export type SayOptions = {
  /** Only a turn of this conversation sends the text. */
  readonly conversation?: string
  /** Whether the turn continues with its script after the text. Otherwise, the turn ends. */
  readonly aside?: boolean
}

/** Creates the body of `POST director` for a text. */
export const sayCommand = (text: string, { conversation, aside = false }: SayOptions) => ({
  say: text,
  ...(conversation !== undefined && { conversation_id: conversation }),
  ...(aside && { aside }),
})
