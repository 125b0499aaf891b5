import type { Store } from '../../world/store.ts'

/** Numbers of 32 bits for each record: enough for a title, and for a message or two. */
const width = 4
const bits = width * 32

/** Which groups of three characters a text has, as bits that several groups share. */
export type Sign = Int32Array

/** The sign of a text, whatever its case. One that holds another has all bits of the other's sign. */
export function signOf(text: string): Sign {
  const sign = new Int32Array(width)
  addSign(sign, 0, text.toLowerCase())
  return sign
}

function addSign(signs: Sign, place: number, text: string): void {
  let [first, second] = [text.charCodeAt(0), text.charCodeAt(1)]
  for (let at = 2; at < text.length; at++) {
    const third = text.charCodeAt(at)
    const mixed = Math.imul(Math.imul(first, 31) + second, 31) + third
    const bit = (Math.imul(mixed, 0x9e3779b1) >>> 16) % bits
    const word = place + (bit >>> 5)
    signs[word] = (signs[word] ?? 0) | (1 << (bit & 31))
    first = second
    second = third
  }
}

/**
 * What the texts of conversations may hold, up to 32 bytes for each: a search among many reads those
 * alone whose sign allows a find. Made by the first search, record by record.
 */
export class TextSigns {
  /** By the place of a record in the order of creation; nothing but zeros is not known. */
  #signs: Sign = new Int32Array(0)

  /** Whether the texts of a record may hold one of this sign. */
  allow(sign: Sign, place: number, texts: () => readonly string[]): boolean {
    const from = place * width
    if (from >= this.#signs.length) this.#growTo(from + width)
    const signs = this.#signs
    let known = 0
    for (let at = from; at < from + width; at++) known |= signs[at] ?? 0
    if (known === 0) for (const text of texts()) addSign(signs, from, text.toLowerCase())
    for (let at = 0; at < width; at++) {
      const wanted = sign[at] ?? 0
      if (((signs[from + at] ?? 0) & wanted) !== wanted) return false
    }
    return true
  }

  /** Forgets what a change makes wrong. What was deleted may stay: a sign allows more than is there. */
  note(table: string, key: string, value: unknown, { conversations }: Store): void {
    if (this.#signs.length === 0 || value === null) return
    if (table === 'conversations') this.#forget(conversations.sequenceOf(key))
    else if (table === 'messages')
      this.#forget(conversations.sequenceOf((value as { conversation_id: string }).conversation_id))
  }

  #forget(place: number | undefined): void {
    if (place !== undefined) this.#signs.fill(0, place * width, (place + 1) * width)
  }

  #growTo(length: number): void {
    const grown = new Int32Array(Math.max(length, this.#signs.length * 2))
    grown.set(this.#signs)
    this.#signs = grown
  }
}
