/** How big a JSON text is as values, estimated without parsing it. */
export type JsonSize = {
  readonly values: number
  readonly depth: number
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts values and levels in one pass. A text that is no list and no object is one value. */
export function jsonSize(text: string): JsonSize {
  if (!/^\s*[[{]/.test(text)) return { values: 1, depth: 0 }
  let values = 1
  let level = 0
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isQuoted) {
      if (code === backslash) at += 1
      else if (code === quote) isQuoted = false
    } else if (code === quote) isQuoted = true
    else if (code === comma) values += 1
    else if (code === openList || code === openObject) {
      values += 1
      level += 1
      if (level > depth) depth = level
    } else if (code === closeList || code === closeObject) level -= 1
  }
  return { values, depth }
}
