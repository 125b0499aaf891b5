type Granularity = 'grapheme' | 'word'

const hasSegmenter = typeof Intl.Segmenter === 'function'
const made: { [Each in Granularity]?: Intl.Segmenter } = {}

/** Made with the first text that needs one: it takes longer than a server takes to load the rest. */
const segmenterOf = (granularity: Granularity) =>
  (made[granularity] ??= new Intl.Segmenter(undefined, { granularity }))

/** What Unicode keeps together, but for the conjuncts of some scripts: where there is no segmenter. */
const cluster =
  /\r\n|\p{RI}\p{RI}|\P{M}(?:[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\P{M})*|\p{M}+/gsu

/** The characters of a text as a reader sees them: no emoji, accent or pair of surrogates is torn. */
export function graphemes(text: string, canSegment = hasSegmenter): string[] {
  // One unit of ASCII is one character; most texts are nothing else, and this is much faster.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.split('')
  return canSegment ? segments(text, 'grapheme').map(({ segment }) => segment) : clusters(text)
}

/** Words of a text that may have no spaces, with what stands between them at their ends. */
export function wordsWithoutSpaces(text: string, canSegment = hasSegmenter): string[] {
  const words: string[] = []
  const parts = canSegment ? segments(text, 'word') : clusters(text).map(asWord)
  let begun = false
  for (const { segment, isWordLike = false } of parts) {
    if (words.length === 0 || (begun && isWordLike)) words.push(segment)
    else words.push(`${words.pop() ?? ''}${segment}`)
    begun ||= isWordLike
  }
  return words
}

const clusters = (text: string): string[] => text.match(cluster) ?? []
const asWord = (segment: string) => ({ segment, isWordLike: /[\p{L}\p{N}]/u.test(segment) })

const window = 256

/** Segmenters take time by the square of a text's length, so they are given one window at a time. */
function segments(text: string, granularity: Granularity) {
  const found: { segment: string; isWordLike?: boolean | undefined }[] = []
  let size = window
  for (let from = 0; from < text.length;) {
    let end = from + size
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++
    const parts = [...segmenterOf(granularity).segment(text.slice(from, end))]
    // Whether the last part ends where the window does is not known yet.
    if (end < text.length) {
      if (parts.length === 1) {
        size *= 2
        continue
      }
      parts.pop()
    }
    for (const { segment, isWordLike } of parts) {
      found.push({ segment, isWordLike })
      from += segment.length
    }
    size = window
  }
  return found
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00
