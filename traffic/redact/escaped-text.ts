/** A text with its escapes decoded, and where its characters stood. */
export type DecodedText = {
  readonly text: string
  /** The place in the original of a character, also of the end. */
  readonly originOf: (at: number) => number
}

type Decode = (run: string) => readonly { readonly text: string; readonly length: number }[]

/** Decodes runs of escapes; `undefined` for a text without one. Takes linear time. */
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

/** Decodes the escapes of characters in JSON, also of JSON within JSON. */
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

/** Decodes the escapes of characters in addresses and forms. */
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
