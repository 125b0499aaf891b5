import { createParser } from 'eventsource-parser'
import type { EventSourceMessage } from 'eventsource-parser'
import type { ReceivedEvent } from '../session/exchange.ts'

/** What was read of a stream so far. */
export type EventReader = {
  feed(text: string): void
  readonly events: readonly ReceivedEvent[]
  /** Complete lines, those of comments too. */
  readonly lines: number
}

/**
 * Reads Server-Sent Events from text that arrives in pieces. The parser decides what an event is;
 * what it hides from its users (blocks without data, how many data lines) is counted beside it.
 */
export function createEventReader(now: () => number): EventReader {
  const events: ReceivedEvent[] = []
  let parsed: EventSourceMessage | undefined
  let lines = 0
  let dataLines = 0
  let name: string | undefined
  // The pieces of the line that is not complete: joined once, as a line may be as long as a stream.
  let open: string[] = []
  let endsInReturn = false
  const parser = createParser({ onEvent: (message) => (parsed = message) })

  const endBlock = () => {
    const { event, data, id } = parsed ?? { event: name?.slice(6).trim(), data: '', id: undefined }
    if (dataLines > 0 || name !== undefined) {
      events.push({ event: event || undefined, data, id, dataLines, at: now() })
    }
    parsed = undefined
    dataLines = 0
    name = undefined
  }

  const endLine = (line: string) => {
    lines += 1
    parser.feed(`${line}\n`)
    if (line === '') return endBlock()
    if (/^data(?::|$)/.test(line)) dataLines += 1
    else if (line.startsWith('event:')) name = line
  }

  return {
    events,
    get lines() {
      return lines
    },
    feed(text) {
      if (text === '') return
      // A CR at the very end may be half of a CRLF, so its line stays open until more has come.
      const whole = endsInReturn ? `\r${text}` : text
      endsInReturn = whole.endsWith('\r')
      const parts = (endsInReturn ? whole.slice(0, -1) : whole).split(/\r\n|\n|\r/)
      const rest = parts.pop() ?? ''
      for (const part of parts) {
        endLine(open.length === 0 ? part : open.join('') + part)
        open = []
      }
      if (rest !== '') open.push(rest)
    },
  }
}
