import type { Pace, ScriptLine } from '../../contract/scripts/lines.ts'
import type { ReplyPiece } from './chat-completions.ts'

/**
 * One word per delta. So the deltas of an answer do not depend on its division into lines: a stored
 * script with the complete answer in one line sends the same events.
 */
export const modelPace: Pace = { by: 'word', size: 1, every: 15 }

/** A text with fewer characters is held back: it is no answer if tool calls follow. */
const heldBackLength = 160
/** The minimum number of characters of a line, so that a long answer has few lines. */
const minLineLength = 40
/** The maximum number of characters of thoughts that are shown. */
const maxThoughts = 4000

/** Local models without a parser for thoughts write their thoughts between these tags. */
const thoughtTags = { open: '<think>', close: '</think>' }

/** Converts the pieces of one reply to lines of a script, as they arrive. */
export class ReplyLineWriter {
  readonly #emit: (line: ScriptLine) => void
  /** The text before the answer: a paragraph break after an earlier answer, otherwise empty. */
  readonly #leadingText: string
  #text = ''
  #thought = ''
  #thoughts = 0
  #inTags: boolean | undefined
  #isAnswering = false

  constructor(emit: (line: ScriptLine) => void, lead: string) {
    this.#emit = emit
    this.#leadingText = lead
  }

  add({ kind, text }: ReplyPiece): void {
    if (kind === 'thought') this.#addThought(text)
    else {
      this.#text += text
      this.#splitTags()
      if (this.#inTags !== true) this.#flush()
    }
  }

  /** Ends the reply. A short text before tool calls is a thought, any other is the answer. */
  end(hasCalls: boolean): void {
    if (this.#inTags === true) this.#addThought(this.#text)
    const rest = this.#inTags === true ? '' : this.#text.trimEnd()
    this.#endThought()
    if (hasCalls && !this.#isAnswering) this.#think(rest)
    else if (rest.trim() !== '') this.#answer(rest)
    this.#text = ''
  }

  /** If the text begins with thoughts between tags, moves them to the thoughts of the reply. */
  #splitTags(): void {
    const { open, close } = thoughtTags
    if (this.#inTags === undefined) {
      const start = this.#text.trimStart()
      if (start.length < open.length && open.startsWith(start)) return
      this.#inTags = start.startsWith(open)
      if (this.#inTags) this.#text = start.slice(open.length)
    }
    if (!this.#inTags) return
    const end = this.#text.indexOf(close)
    if (end < 0) return
    this.#addThought(this.#text.slice(0, end))
    this.#inTags = false
    this.#text = this.#text.slice(end + close.length)
  }

  #addThought(text: string): void {
    this.#thought += text
    for (let end = this.#thought.indexOf('\n\n'); end >= 0; end = this.#thought.indexOf('\n\n')) {
      this.#think(this.#thought.slice(0, end))
      this.#thought = this.#thought.slice(end + 2)
    }
  }

  #endThought(): void {
    this.#think(this.#thought)
    this.#thought = ''
  }

  #think(text: string): void {
    const thought = text.trim().slice(0, maxThoughts - this.#thoughts)
    if (thought === '') return
    this.#thoughts += thought.length
    this.#emit({ think: thought })
  }

  /** Sends the text that cannot change any more, once the text is known to be the answer. */
  #flush(): void {
    if (!this.#isAnswering && this.#text.trim().length < heldBackLength) return
    this.#endThought()
    const end = lastCutPosition(this.#text)
    if (end < minLineLength) return
    this.#answer(this.#text.slice(0, end))
    this.#text = this.#text.slice(end)
  }

  #answer(text: string): void {
    const answer = this.#isAnswering ? text : `${this.#leadingText}${text.trimStart()}`
    this.#isAnswering = true
    this.#emit({ answer })
  }
}

/**
 * Returns where to cut a text so that its words stay whole: before the last space, or after the
 * last full stop of a writing system without spaces.
 */
function lastCutPosition(text: string): number {
  const space = text.slice(0, Math.max(0, text.lastIndexOf(' '), text.lastIndexOf('\n'))).trimEnd()
  const stop = [...text.matchAll(/[。！？](?=[\p{L}\p{N}])/gu)].at(-1)
  return Math.max(space.length, stop === undefined ? 0 : stop.index + 1)
}
