/** The fields of one frame of Server-Sent Events; a frame with `lines` alone is a comment. */
export type SseFields = {
  readonly event?: string | undefined
  readonly id?: string | number | undefined
  readonly data?: string | undefined
  /** Other lines, unchanged, such as comments; they come first. */
  readonly lines?: readonly string[]
}

/**
 * Encodes one frame, with the blank line that ends it. Deployments differ in the `newline` and in the
 * `space` after the colon.
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

/** Decodes one frame: the last `event:` and `id:`, all `data:` lines joined, and the other lines. */
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

/** Splits a stream of Server-Sent Events into frames, as its text arrives in pieces. */
export class SseSplitter {
  #rest = ''

  /** Returns the frames that this piece completes, each with its blank line. */
  add(text: string): string[] {
    const all = this.#rest + text
    const frames: string[] = []
    let start = 0
    // The rest was searched before. Searching all of it again would take quadratic time for a frame
    // of many pieces.
    frameEnd.lastIndex = Math.max(0, this.#rest.length - 3)
    while (frameEnd.test(all)) {
      frames.push(all.slice(start, frameEnd.lastIndex))
      start = frameEnd.lastIndex
    }
    this.#rest = all.slice(start)
    return frames
  }

  /** The beginning of a frame that is not complete. */
  get rest(): string {
    return this.#rest
  }
}
