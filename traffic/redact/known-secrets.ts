import { type DecodedText, decodeJsonEscapes, decodePercentEscapes } from './escaped-text.ts'

/** A spelling of a secret, and what stands for it in that spelling. */
type Spelling = {
  readonly text: string
  readonly stand: string
  readonly isWord: boolean
  /** Whether it could be the name of a field, such as `access_token`. */
  readonly isName: boolean
  /** Whether it is the secret itself, without escapes. */
  readonly isPlain: boolean
}

/** Characters of a secret by which it is found; shorter ones are only replaced at their place. */
export const leastSecret = 6

const base = 31
/** `base` to the power of `leastSecret - 1`, in 32 bits. */
const highest = Array.from({ length: leastSecret - 1 }).reduce<number>(
  (power) => Math.imul(power, base),
  1,
)

/**
 * Replaces many secrets in a text at once, however they are escaped. Takes the same time for one
 * secret and for ten thousand: a rolling hash finds the places where one may begin.
 */
export class KnownSecrets {
  readonly #bySpelling = new Map<string, Spelling>()
  readonly #byHash = new Map<number, Spelling[]>()
  /** The last 16 bits of the hashes, which tell most places apart from secrets. */
  readonly #mayBegin = new Uint8Array(65_536)

  get size(): number {
    return this.#bySpelling.size
  }

  /** Adds a secret with its pseudonym. Returns false if it is known, or too short to be found. */
  add(secret: string, pseudonym: string): boolean {
    if (secret.length < leastSecret || this.#bySpelling.has(secret)) return false
    for (const spell of spellings) {
      const text = spell(secret)
      if (!this.#bySpelling.has(text)) this.#addSpelling(text, spell(pseudonym), text === secret)
    }
    return true
  }

  replaceIn(text: string): string {
    let result = ''
    let done = 0
    for (const { at, spelling } of this.#occurrences(text)) {
      result += text.slice(done, at) + spelling.stand
      done = at + spelling.text.length
    }
    const plain = done === 0 ? text : result + text.slice(done)
    const escaped = this.#replaceEscaped(plain, decodeJsonEscapes(plain), jsonEscaped)
    return this.#replaceEscaped(escaped, decodePercentEscapes(escaped), uriEncoded)
  }

  /** Replaces secrets of which single characters are escaped. */
  #replaceEscaped(
    text: string,
    decoded: DecodedText | undefined,
    escape: (stand: string) => string,
  ): string {
    if (decoded === undefined) return text
    let result = ''
    let done = 0
    for (const { at, spelling } of this.#occurrences(decoded.text)) {
      const { isPlain, stand } = spelling
      result += text.slice(done, decoded.originOf(at)) + (isPlain ? escape(stand) : stand)
      done = decoded.originOf(at + spelling.text.length)
    }
    return done === 0 ? text : result + text.slice(done)
  }

  /** Whether a text has a known secret. */
  isIn(text: string): boolean {
    const texts = [text, decodeJsonEscapes(text)?.text, decodePercentEscapes(text)?.text]
    return texts.some((one) => one !== undefined && this.#occurrences(one).next().done === false)
  }

  /** All occurrences as places in the text, with what stands for them. */
  *placesIn(
    text: string,
  ): Generator<{ readonly from: number; readonly to: number; readonly stand: string }> {
    for (const { at, spelling } of this.#occurrences(text))
      yield { from: at, to: at + spelling.text.length, stand: spelling.stand }
  }

  *#occurrences(text: string): Generator<{ readonly at: number; readonly spelling: Spelling }> {
    if (this.#bySpelling.size === 0 || text.length < leastSecret) return
    let hash = 0
    let isFrom = 0
    for (let end = 0; end < text.length; end++) {
      const begin = end - leastSecret + 1
      if (end >= leastSecret) hash = (hash - Math.imul(text.charCodeAt(begin - 1), highest)) | 0
      hash = (Math.imul(hash, base) + text.charCodeAt(end)) | 0
      if (begin < isFrom || this.#mayBegin[hash & 0xffff] === 0) continue
      const spelling = this.#byHash.get(hash)?.find((one) => isAt(text, begin, one))
      if (spelling === undefined) continue
      yield { at: begin, spelling }
      isFrom = begin + spelling.text.length
    }
  }

  #addSpelling(text: string, stand: string, isPlain: boolean): void {
    const isWord = /^([A-Za-z]+|\d+)$/.test(text)
    const isName = /^[A-Za-z]+([_-][A-Za-z]+)*$/.test(text)
    const spelling = { text, stand, isWord, isName, isPlain }
    this.#bySpelling.set(text, spelling)
    let hash = 0
    for (let at = 0; at < leastSecret; at++)
      hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
    const others = this.#byHash.get(hash) ?? []
    // The longest comes first, because one secret may begin with another.
    this.#byHash.set(
      hash,
      [...others, spelling].toSorted((a, b) => b.text.length - a.text.length),
    )
    this.#mayBegin[hash & 0xffff] = 1
  }
}

/** Whether a spelling stands at a place. Letters or digits alone must not be part of a longer word. */
function isAt(text: string, at: number, { text: secret, isWord, isName }: Spelling): boolean {
  if (!text.startsWith(secret, at)) return false
  if (isName && isInFieldName(text, at, at + secret.length)) return false
  return !isWord || (!isInWord(text, at - 1) && !isInWord(text, at + secret.length))
}

const isInWord = (text: string, at: number) => /^[A-Za-z0-9]/.test(text.charAt(at))

/** Characters of the name of a field that are read on each side of a secret. */
const longestName = 100

/** Whether a place is in the name of a field of JSON: names must stay as they are. */
const isInFieldName = (text: string, from: number, to: number): boolean =>
  /^[\w-]*\\*"\s{0,10}:/.test(text.slice(to, to + longestName)) &&
  /"[\w-]*$/.test(text.slice(Math.max(0, from - longestName), from))

const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1)

function uriEncoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return text
  }
}

/** The ways in which a secret may be written: plain, in JSON, in JSON within JSON, and in a query. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  jsonEscaped,
  (text) => jsonEscaped(jsonEscaped(text)),
  uriEncoded,
  (text) => uriEncoded(text).replaceAll('%20', '+'),
  (text) => uriEncoded(text).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
]
