/** A token that matches one path segment. The segment is at the beginning or after a slash. */
export const pathPart = Symbol('a part of a path')

/** A token of a pattern: a text or a path segment. A piece has the tokens between two `*`. */
type Token = string | typeof pathPart
type Piece = readonly Token[]

/**
 * Compiles a pattern in which `*` matches any text. `read` splits the text between `*` into tokens,
 * such as path segments. Matching takes time proportional to the length of text and pattern.
 *
 * @example
 * toGlob('keys.*')('keys.create') // true
 */
export function toGlob(
  pattern: string,
  read: (piece: string) => Piece = (piece) => [piece],
): (text: string) => boolean {
  const pieces = pattern.split(/\*+/).map((piece) => read(piece).filter((token) => token !== ''))
  const [first = [], ...others] = pieces
  const last = others.pop()
  return (text) => {
    let at = pieceEnd(first, text, 0, last !== undefined)
    if (last === undefined) return at === text.length
    // The first match of a piece is the best: it leaves the most text for the next pieces.
    for (const piece of others) if (at >= 0) at = findEnd(piece, text, at)
    return at >= 0 && endsWith(last, text, at)
  }
}

/** Returns the end of the first match of a piece at or after `from`; -1 without a match. */
function findEnd(piece: Piece, text: string, from: number): number {
  for (const at of possibleStarts(piece, text, from)) {
    const end = pieceEnd(piece, text, at, true)
    if (end >= 0) return end
  }
  return -1
}

function endsWith(piece: Piece, text: string, from: number): boolean {
  const [only = ''] = piece
  if (piece.length < 2 && typeof only === 'string')
    return text.length - only.length >= from && text.endsWith(only)
  for (const at of possibleStarts(piece, text, from))
    if (pieceEnd(piece, text, at, false) === text.length) return true
  return false
}

/** Yields the positions at which a piece may begin. */
function* possibleStarts([start]: Piece, text: string, from: number): Generator<number> {
  const begin = typeof start === 'string' ? start : ''
  for (let at = text.indexOf(begin, from); at >= 0; at = text.indexOf(begin, at + 1)) {
    yield at
    if (at === text.length) return
  }
}

/** Returns the end of a piece that starts at `begin`, or -1. `isOpen` means that a `*` follows. */
function pieceEnd(piece: Piece, text: string, begin: number, isOpen: boolean): number {
  let at = begin
  for (const [index, token] of piece.entries()) {
    if (typeof token === 'string') {
      if (!text.startsWith(token, at)) return -1
      at += token.length
    } else {
      const slash = text.indexOf('/', at)
      const end = slash < 0 ? text.length : slash
      if (end === at) return -1
      // A `*` follows and matches the rest of the segment, so one character is enough.
      at = isOpen && index === piece.length - 1 ? at + 1 : end
    }
  }
  return at
}
