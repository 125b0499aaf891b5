import { utf8ToBytes } from '@noble/hashes/utils.js'
import { encodeBase64 } from '../contract/base64.ts'

/** A text with decoded escapes, and the original positions of its characters. */
export type DecodedText = {
  readonly text: string
  /** The original position of a character, or of the end. */
  readonly originOf: (at: number) => number
}

type Decode = (run: string) => readonly { readonly text: string; readonly length: number }[]

/** Decodes runs of escapes; `undefined` if a text has none. Takes linear time. */
function decodeRuns(text: string, run: RegExp, decode: Decode): DecodedText | undefined {
  const origins: { readonly at: number; readonly origin: number }[] = []
  let result = ''
  let done = 0
  for (const { 0: found, index } of text.matchAll(run)) {
    result += text.slice(done, index)
    done = index
    for (const { text: character, length } of decode(found)) {
      origins.push({ at: result.length, origin: done })
      result += character
      done += length
      origins.push({ at: result.length, origin: done })
    }
  }
  if (origins.length === 0) return undefined
  return {
    text: result + text.slice(done),
    originOf(at) {
      let [low, high] = [0, origins.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((origins[middle]?.at ?? 0) <= at) low = middle + 1
        else high = middle
      }
      const { at: near, origin } = origins[low - 1] ?? { at: 0, origin: 0 }
      return origin + at - near
    },
  }
}

/** Decodes the escapes of JSON, also of JSON within JSON. */
export function decodeJsonEscapes(text: string): DecodedText | undefined {
  if (!text.includes('\\u') && !text.includes('\\/')) return undefined
  return decodeRuns(text, /\\{1,8}(?:u[0-9a-fA-F]{4}|\/)/g, (found) => [
    {
      text: found.endsWith('/') ? '/' : String.fromCharCode(Number.parseInt(found.slice(-4), 16)),
      length: found.length,
    },
  ])
}

const utf8 = new TextDecoder()

/** Decodes the escapes of URLs and forms. */
export function decodePercentEscapes(text: string): DecodedText | undefined {
  if (!text.includes('%')) return undefined
  return decodeRuns(text, /(?:%[0-9a-fA-F]{2}){1,1000}/g, (found) => {
    const bytes = Uint8Array.from(found.match(/[^%]{2}/g) ?? [], (hex) => Number.parseInt(hex, 16))
    const characters: { text: string; length: number }[] = []
    for (let from = 0; from < bytes.length;) {
      const count = lengthOfCharacter(bytes[from] ?? 0)
      const part = bytes.subarray(from, from + count)
      characters.push({ text: utf8.decode(part), length: part.length * 3 })
      from += count
    }
    return characters
  })
}

const lengthOfCharacter = (lead: number): number => {
  if (lead >= 0xf0) return 4
  if (lead >= 0xe0) return 3
  return lead >= 0xc0 ? 2 : 1
}

/** Escapes a text as in a JSON string. */
export const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Escapes a text as in a URL. A lone surrogate becomes U+FFFD. */
export const uriEncoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/**
 * The spellings of a secret in recordings: plain, in JSON, in JSON within JSON, and in URLs. The
 * order is the same for every secret.
 */
export const spellings = (text: string): readonly string[] => [
  text,
  ...quotedForms(text),
  ...addresses(text),
]

/** All spellings in which a target may repeat a secret, with the plain text first. */
export const listSpellings = (secret: string): readonly string[] => [
  ...new Set([
    ...spellings(secret),
    ...addresses(jsonEscaped(secret)),
    ...markupForms(secret).flatMap((text) => [text, ...quotedForms(text)]),
    ...[secret, jsonEscaped(secret)].flatMap(base64Forms),
  ]),
]

// Secrets in nested JSON strings are escaped several times.
function quotedForms(secret: string): readonly string[] {
  const forms: string[] = []
  let form = secret
  for (let depth = 0; depth < maxQuoteDepth; depth += 1) {
    // Fast path: most secrets have nothing to escape.
    if (/[^\w.~+/=-]/.test(form)) form = jsonEscaped(form)
    forms.push(form)
  }
  return forms
}

const maxQuoteDepth = 5

// Servers escape different characters, with upper- or lower-case hex digits.
function addresses(secret: string): readonly string[] {
  const plain = uriEncoded(secret)
  const strict = plain.replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const forms = [plain, plain.replaceAll('%20', '+'), strict, strict.replaceAll('%20', '+')]
  return forms.flatMap((form) => [form, form.replaceAll(/%../g, (code) => code.toLowerCase())])
}

// Servers escape an apostrophe in different ways, or not at all.
const markupForms = (secret: string): readonly string[] =>
  ["'", '&#39;', '&#039;', '&#x27;', '&apos;'].map((apostrophe) =>
    secret
      .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
      .replaceAll("'", apostrophe),
  )

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

// In a longer base64 text a secret has three forms, by its offset in a group of three bytes. The
// characters at its ends depend on the neighboring bytes and reveal almost nothing.
function base64Forms(secret: string): readonly string[] {
  const forms = [0, 1, 2].map((offset) => {
    const bytes = utf8ToBytes('\0'.repeat(offset) + secret)
    return encodeBase64(bytes).slice([0, 2, 3][offset], [undefined, -3, -2][bytes.length % 3])
  })
  return [encodeBase64(utf8ToBytes(secret)), ...forms]
    .filter((form) => form.length >= minBase64)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}

// The minimum length of a base64 form: a shorter one could be any word.
const minBase64 = 8
