/** The fields of one frame of Server-Sent Events. A frame that only has `lines` is a comment. */
export type SseFields = {
  readonly event?: string | undefined
  readonly id?: string | number | undefined
  readonly data?: string | undefined
  /** Lines that are not fields, such as comments, unchanged. They come before the fields. */
  readonly lines?: readonly string[]
}

/**
 * Encodes one frame, with the blank line that ends it. Deployments differ in the `newline` and in
 * the `space` after the colon.
 *
 * @example
 * encodeSse({ id: 7, event: 'done', data: '{}' }) // 'id: 7\nevent: done\ndata: {}\n\n'
 */
export function encodeSse(
  { event, id, data, lines = [] }: SseFields,
  { newline = '\n', space = ' ' } = {},
): string {
  let frame = ''
  for (const line of lines) frame += line + newline
  if (id !== undefined) frame += `id:${space}${id}${newline}`
  if (event !== undefined) frame += `event:${space}${event}${newline}`
  if (data !== undefined)
    frame += `data:${space}${data.replaceAll('\n', `${newline}data:${space}`)}${newline}`
  return frame + newline
}

const beyondAscii = /[\u0080-\uffff]/

/** Returns the length of a text in UTF-8 bytes, without encoding the text. */
export function utf8Length(text: string): number {
  if (!beyondAscii.test(text)) return text.length
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Each half of a surrogate pair adds two bytes, so the pair adds four.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2
  }
  return bytes
}

/** One frame of Server-Sent Events, as text. A comment has no event. */
export type Frame = {
  readonly text: string
  /** The length of the text in bytes of UTF-8. */
  readonly bytes: number
  readonly event?: string | undefined
  /** The cursor that the text of the frame contains. */
  readonly cursor?: number | undefined
}

/** Creates a frame, and counts its bytes once for all streams that send the frame. */
export const toFrame = (text: string, event?: string, cursor?: number): Frame => ({
  text,
  bytes: utf8Length(text),
  event,
  cursor,
})

/** Joins the texts of frames that are sent together. */
export const frameText = (frames: readonly Frame[]): string =>
  frames.length === 1 ? (frames[0]?.text ?? '') : frames.map(({ text }) => text).join('')

/** Decodes one frame: the last `event:` and `id:`, the joined `data:` lines, and other lines. */
export function decodeSse(frame: string): SseFields & { readonly id: string | undefined } {
  let event: string | undefined
  let id: string | undefined
  let data: string | undefined
  const lines: string[] = []
  for (const line of frame.split(/\r\n|\n|\r/)) {
    const [, field, value = ''] = /^(event|id|data): ?(.*)$/s.exec(line) ?? []
    if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'data') data = data === undefined ? value : `${data}\n${value}`
    else if (line !== '') lines.push(line)
  }
  return { event, id, data, lines }
}

const frameEnd = /\r\n\r\n|\n\r?\n|\r\r/g

/** The maximum number of characters of a blank line before the chunk that completes the line. */
const lookBehind = 3

/** Whether a text from `SseSplitter` ends a frame. A long frame is returned in several texts. */
export const endsFrame = (text: string): boolean => /(?:\r\n\r\n|\n\r?\n|\r\r)$/.test(text)

/**
 * Splits a stream of Server-Sent Events into frames while its text arrives in pieces. It reads each
 * character about once, even if the pieces are very small.
 */
export class SseSplitter {
  readonly #maxFrame: number
  /** The unfinished frame, in pieces: joining them for each new piece would take quadratic time. */
  #pieces: string[] = []
  #length = 0
  /** The last characters of the unfinished frame. */
  #tail = ''

  /** `maxFrame` is the maximum number of characters of an unfinished frame. */
  constructor(maxFrame = Number.POSITIVE_INFINITY) {
    this.#maxFrame = maxFrame
  }

  /**
   * Returns the frames that this piece completes, each with its blank line. A frame that is longer
   * than `maxFrame` is returned in parts. The returned texts, joined, are the text of the stream.
   */
  add(text: string): string[] {
    const frames: string[] = []
    const before = this.#tail.length
    const searched = this.#tail + text
    let start = 0
    frameEnd.lastIndex = 0
    while (frameEnd.test(searched)) {
      const end = frameEnd.lastIndex - before
      frames.push(this.#takePending() + text.slice(start, end))
      start = end
    }
    this.#append(start === 0 ? text : text.slice(start))
    this.#tail = start === 0 ? searched.slice(-lookBehind) : text.slice(start).slice(-lookBehind)
    if (this.#length > this.#maxFrame) {
      const part = this.#takePending()
      // A blank line stays in one part, so that `endsFrame` finds it.
      frames.push(part.slice(0, -lookBehind))
      this.#append(part.slice(-lookBehind))
    }
    return frames
  }

  /** Returns the text of the incomplete frame at the end. */
  get incompleteFrame(): string {
    const rest = this.#takePending()
    this.#append(rest)
    return rest
  }

  #append(text: string): void {
    if (text === '') return
    this.#pieces.push(text)
    this.#length += text.length
  }

  #takePending(): string {
    const text = this.#pieces.join('')
    this.#pieces = []
    this.#length = 0
    return text
  }
}
