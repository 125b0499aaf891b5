/** Beyond so many levels, writing a value as JSON again can exhaust the stack. */
const deepest = 500

/** A JSON text of more values than its reader takes. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues'
}

/**
 * The value of a JSON text. Throws a `SyntaxError` where it is none, or nests without reason, and
 * `TooManyValues` for more than `most`. Both are counted in the text: to make an object of 100,000
 * keys, and to look through it, costs twenty times as much.
 */
export function parseJson(text: string, most = Number.POSITIVE_INFINITY): unknown {
  const { levels, values } = countIn(text)
  if (levels > deepest)
    throw new SyntaxError(`JSON may nest ${deepest} levels, and this nests deeper.`)
  if (values > most) throw new TooManyValues(`This has about ${values} values.`)
  return JSON.parse(text)
}

/** How deep a JSON text nests, and about how many values it has. */
function countIn(text: string): { levels: number; values: number } {
  let level = 0
  let levels = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22 /* " */) at = endOfString(text, at)
    else if (code === 0x2c /* , */) values++
    else if (code === 0x5b || code === 0x7b /* [ { */) {
      if (++level > levels) levels = level
      values++
    } else if (code === 0x5d || code === 0x7d /* ] } */) level--
  }
  return { levels, values }
}

/** Where the string ends that begins here: at the next quote that is not escaped. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 0x5c /* \ */) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}
