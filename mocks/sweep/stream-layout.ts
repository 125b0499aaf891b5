/** A line of a stream, in bytes from its beginning. */
export type StreamLine = {
  /** What stands before its colon. */
  readonly field: string
  readonly start: number
  /** Where its value begins, behind the colon and the space. */
  readonly value: number
  /** Behind its last character. */
  readonly end: number
  /** Behind its line end. */
  readonly next: number
}

/** Where an event stands in the bytes of a stream. */
export type EventSpan = {
  readonly name: string
  /** Without the blank line. */
  readonly lines: readonly StreamLine[]
  readonly start: number
  /** Behind the blank line. */
  readonly next: number
}

const [lineFeed, carriageReturn, colon, blank] = [10, 13, 58, 32]

/** The events of a stream that was read to its end, comments and fields without an event left out. */
export function parseStreamLayout(bytes: Uint8Array): EventSpan[] {
  const spans: EventSpan[] = []
  let lines: StreamLine[] = []
  for (const line of readLines(bytes)) {
    if (line.end > line.start) {
      lines.push(line)
      continue
    }
    const name = lines.find(({ field }) => field === 'event')
    if (name !== undefined)
      spans.push({
        name: new TextDecoder().decode(bytes.subarray(name.value, name.end)),
        lines,
        start: lines[0]?.start ?? line.start,
        next: line.next,
      })
    lines = []
  }
  return spans
}

function* readLines(bytes: Uint8Array): Generator<StreamLine> {
  let start = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, start)) {
    const end = at > start && bytes[at - 1] === carriageReturn ? at - 1 : at
    const behind = bytes.subarray(0, end).indexOf(colon, start)
    const named = behind < 0 ? end : behind
    const value = Math.min(end, named + (bytes[named + 1] === blank ? 2 : 1))
    const field = new TextDecoder().decode(bytes.subarray(start, named))
    yield { field, start, value, end, next: at + 1 }
    start = at + 1
  }
}
