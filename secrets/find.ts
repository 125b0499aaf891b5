/** A word in a text: where it begins, and where it ends. */
export type FoundWord<Word> = { readonly from: number; readonly to: number; readonly word: Word }

/** The maximum number of characters that are hashed. The rest of a longer word is compared. */
const maxHashed = 1024

const base = 0x9e3779b1

/**
 * Finds many words in a text at once, in time that grows with the text and not with the number of
 * words. A hash of the first characters shows where a word may begin. There, hashes of the complete
 * words are compared. Words can be added between two searches.
 */
export class WordSearch<Word extends { readonly text: string }> {
  /** The words by the hash of their hashed characters, the longest first. */
  readonly #words = new Map<number, Word[]>()
  /** The hashed lengths of the words, longest first, by the hash of their first characters. */
  readonly #lengths = new Map<number, number[]>()
  /** For a fast first test: 1 at the last 16 bits of the hash of each word's first characters. */
  readonly #mayBegin = new Uint8Array(65_536)
  /** The powers of `base`, by exponent. */
  readonly #powers = [1]
  readonly #minLength: number
  #longest = 0

  /** `minLength` is the length of the shortest word. */
  constructor(minLength: number) {
    this.#minLength = minLength
  }

  has(text: string): boolean {
    return this.#words.get(hashOf(text))?.some((word) => word.text === text) === true
  }

  /** Adds a word, unless the same text was added before. */
  add(word: Word): void {
    const { text } = word
    if (this.has(text)) return
    const same = [...(this.#words.get(hashOf(text)) ?? []), word]
    this.#words.set(
      hashOf(text),
      same.toSorted((a, b) => b.text.length - a.text.length),
    )
    const first = hashOf(text, this.#minLength)
    const lengths = new Set(this.#lengths.get(first)).add(Math.min(text.length, maxHashed))
    this.#lengths.set(
      first,
      [...lengths].toSorted((a, b) => b - a),
    )
    this.#mayBegin[first & 0xffff] = 1
    this.#longest = Math.max(this.#longest, text.length)
    for (let power = this.#powers.length; power <= Math.min(text.length, maxHashed); power++)
      this.#powers.push(Math.imul(this.#powers[power - 1] ?? 0, base))
  }

  /** Returns the longest accepted word at each position of a text, in order. Words may overlap. */
  findIn(
    text: string,
    accepts: (found: FoundWord<Word>) => boolean = () => true,
  ): readonly FoundWord<Word>[] {
    if (this.#words.size === 0) return []
    const words: FoundWord<Word>[] = []
    const minLength = this.#minLength
    const highest = this.#powers[minLength - 1] ?? 0
    let hashes: TextHashes | undefined
    let first = 0
    for (let end = 0; end < text.length; end++) {
      const from = end - minLength + 1
      if (end >= minLength) first = (first - Math.imul(text.charCodeAt(from - 1), highest)) | 0
      first = (Math.imul(first, base) + text.charCodeAt(end)) | 0
      if (from < 0 || this.#mayBegin[first & 0xffff] === 0) continue
      for (const length of this.#lengths.get(first) ?? []) {
        hashes ??= new TextHashes(text, Math.min(this.#longest, maxHashed), this.#powers)
        const found = this.#wordAt(text, from, hashes.between(from, length), accepts)
        if (found === undefined) continue
        words.push(found)
        break
      }
    }
    return words
  }

  #wordAt(
    text: string,
    from: number,
    hash: number,
    accepts: (found: FoundWord<Word>) => boolean,
  ): FoundWord<Word> | undefined {
    for (const word of this.#words.get(hash) ?? []) {
      const found = { from, to: from + word.text.length, word }
      if (text.startsWith(word.text, from) && accepts(found)) return found
    }
    return undefined
  }

  /** Returns how many characters at the end of a text could be the beginning of a word. */
  countBegun(text: string): number {
    const words = [...this.#words.values()].flat()
    const first = Math.max(0, text.length - this.#longest)
    for (let from = first; from + this.#minLength <= text.length; from++) {
      const hash = hashOf(text.slice(from, from + this.#minLength))
      if (!this.#lengths.has(hash)) continue
      const end = text.slice(from)
      if (words.some((word) => word.text.startsWith(end))) return end.length
    }
    return 0
  }
}

/** The hashes of parts of a text. Each character is read only once if the parts come in order. */
class TextHashes {
  /** Hashes of the text up to each position. Only the newest are stored. */
  #ring: Int32Array | undefined
  #end = 0
  #hash = 0
  readonly #text: string
  readonly #maxLength: number
  readonly #powers: readonly number[]

  /** `maxLength` is the length of the longest part. */
  constructor(text: string, maxLength: number, powers: readonly number[]) {
    this.#text = text
    this.#maxLength = maxLength
    this.#powers = powers
  }

  /** Returns the hash of a part. At the end of the text, the part may be shorter. */
  between(from: number, length: number): number {
    const ring = (this.#ring ??= new Int32Array(2 ** Math.ceil(Math.log2(this.#maxLength + 1))))
    const last = ring.length - 1
    if (this.#end < from) {
      this.#end = from
      this.#hash = 0
      ring[from & last] = 0
    }
    for (const end = Math.min(this.#text.length, from + length); this.#end < end;) {
      this.#hash = (Math.imul(this.#hash, base) + this.#text.charCodeAt(this.#end++)) | 0
      ring[this.#end & last] = this.#hash
    }
    const before = Math.imul(ring[from & last] ?? 0, this.#powers[length] ?? 0)
    return ((ring[(from + length) & last] ?? 0) - before) | 0
  }
}

function hashOf(text: string, length = maxHashed): number {
  let hash = 0
  for (let at = 0; at < Math.min(length, text.length); at++)
    hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
  return hash
}
