import type { FrameStream } from '../world/exchange.ts'

/** Some bytes of a stream on its way through a fault, or its break. */
export type Piece = {
  readonly bytes: Uint8Array
  /** The place of the event among all that the platform sent; 0 for the beginning, none for comments. */
  readonly event?: number
  readonly name?: string
  /** How the stream breaks; nothing comes behind it. */
  readonly breaks?: 'reset' | 'close'
}

/** Pulled, so that nothing is made for a reader who left. */
export type Pieces = AsyncIterable<Piece>

export const noBytes = new Uint8Array()

export const encode = (text: string) => new TextEncoder().encode(text)
export const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** The frames of a stream, one by one, behind an empty piece that is its beginning. */
export async function* framesOf(stream: FrameStream): Pieces {
  let event = 0
  yield { bytes: noBytes, event }
  for (let sent = await stream.pull(); sent !== undefined; sent = await stream.pull()) {
    const frames = typeof sent === 'string' ? sent.split(/(?<=\n\r?\n)/).map(encode) : [sent]
    for (const bytes of frames) {
      const name = /^event: ?(\w+)/m.exec(decode(bytes))?.[1]
      yield name === undefined ? { bytes } : { bytes, name, event: ++event }
    }
  }
}

/** All of them, one behind the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
