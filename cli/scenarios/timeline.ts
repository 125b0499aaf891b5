import { escapeCommands, escapeJson, escapeLine, escapeText } from '../../contract/escape.ts'
import { isObject, objectIn } from '../../contract/json.ts'
import { type Output, writeLines } from '../command-line.ts'
import { shorten } from '../../contract/shorten.ts'

/** An event of a turn, in the form that a client receives. */
export type ReceivedEvent = {
  readonly event: string
  /** An object, unless the script damages its stream. */
  readonly data: unknown
  readonly id: string | undefined
}

/** The maximum number of shown characters of a payload. */
const maxPayload = 96
const maxText = 36

/** Prints the events of a turn as they arrive: time, cursor, name, and payload or streamed text. */
export class Timeline {
  readonly #out: Output
  readonly #elapsed: () => number
  /** The event whose text is being streamed. */
  #typing: string | undefined

  constructor(out: Output, elapsed: () => number) {
    this.#out = out
    this.#elapsed = elapsed
  }

  /** Prints a line between the events. */
  note(line: string): void {
    this.#endTyping()
    writeLines(this.#out, line)
  }

  show({ event, data, id }: ReceivedEvent): void {
    const typed = typedText(event, data)
    if (typed === undefined) {
      this.#endTyping()
      this.#out.write(`${this.#margin(id, data)}  ${eventLabel(event)} ${payload(data)}\n`)
      return
    }
    if (this.#typing !== event) {
      this.#endTyping()
      this.#out.write(`${this.#margin(id, data)}  ${eventLabel(event)} `)
      this.#typing = event
    }
    this.#out.write(typedLines(typed))
  }

  #margin(id: string | undefined, data: unknown): string {
    const seconds = (this.#elapsed() / 1000).toFixed(2).padStart(7)
    const cursor = escapeLine(String(objectIn(data)['cursor'] ?? id ?? '')).padStart(5)
    return `${seconds}s ${cursor}`
  }

  #endTyping(): void {
    if (this.#typing !== undefined) this.#out.write('\n')
    this.#typing = undefined
  }
}

const eventLabel = (event: string): string => escapeLine(event).padEnd(14)

const indent = 8 + 1 + 5 + 2 + 14 + 1

// Indents a streamed text, whose lines could otherwise look like lines of this program.
const typedLines = (text: string): string =>
  escapeCommands(escapeText(text)).replaceAll('\n', `\n${'| '.padStart(indent)}`)

/** The text of an answer or thinking delta. */
function typedText(event: string, data: unknown): string | undefined {
  const { text: answer, thinking_delta: thought } = objectIn(data)
  const text = event === 'answer' ? answer : thought
  return typeof text === 'string' ? text : undefined
}

function payload(data: unknown): string {
  const { cursor: _cursor, tool_name, arguments: input, ...otherFields } = objectIn(data)
  // Puts the tool call that waits for approval first, because the end of a payload may be cut.
  const orderedFields = { tool_name, arguments: input, ...otherFields }
  return shorten(
    escapeJson(JSON.stringify(isObject(data) ? orderedFields : data, withShortText)),
    maxPayload,
  )
}

/** Cuts each long text in a payload, so that the fields after the text fit. */
const withShortText = (_key: string, value: unknown) =>
  typeof value === 'string' ? shorten(value, maxText) : value
