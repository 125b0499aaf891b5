/** A request of a journey, as plain data. */
export type Ask = {
  readonly method: string
  /** With its query, from the root of the platform. */
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  /** Bytes, one character each. */
  readonly body?: string
  /** How many bytes of its stream are read before the next request is sent; all unless given. */
  readonly first?: number
  /** Whether such a stream is read to its end when the journey is over. */
  readonly toItsEnd?: boolean
}

/** What came back. */
export type Heard = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes, one character each. */
  readonly body: string
  readonly ended: 'closed' | 'left' | 'broken' | 'unanswered'
}

/** Bytes as text that JSON carries: one character each. */
export function toLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** The bytes that such a text stands for. */
export const fromLatin1 = (text: string) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0))
