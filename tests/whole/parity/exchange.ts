/** A request of a journey, as plain data. */
export type Ask = {
  readonly method: string
  /** The path and query below the base URL. */
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  /** Bytes, one character each. */
  readonly body?: string
  /**
   * The number of bytes of its stream that are read before the next request is sent. Default: all.
   */
  readonly first?: number
  /** Whether the stream is read to its end after the journey. */
  readonly toItsEnd?: boolean
}

export type Heard = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes, one character each. */
  readonly body: string
  readonly ended: 'closed' | 'left' | 'broken' | 'unanswered'
}

/** Bytes as text for JSON: one character per byte. */
export function toLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** The bytes of such a text. */
export const fromLatin1 = (text: string) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0))
