/** A line of a stream. Positions are bytes from the start of the stream. */
export type StreamLine = {
  /** The name before the colon. */
  readonly field: string
  readonly start: number
  /** The offset of the value, after the colon and the space. */
  readonly value: number
  /** The offset after the last character. */
  readonly end: number
  /** The offset after the line end. */
  readonly next: number
}

/** The position of an event in the bytes of a stream. */
export type EventSpan = {
  readonly name: string
  /** The text without the blank line. */
  readonly lines: readonly StreamLine[]
  readonly start: number
  /** The offset after the blank line. */
  readonly next: number
}

const [lineFeed, carriageReturn, colon, blank] = [10, 13, 58, 32]

/** Finds the events in the bytes of a complete stream. Comments and blocks without a name are left out. */
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
