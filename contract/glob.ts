/** Stands for one whole part of a path between slashes; a slash or nothing stands before it. */
export const pathPart = Symbol('a part of a path')

/** What a pattern asks for between two `*`. */
type Token = string | typeof pathPart
type Piece = readonly Token[]

/**
 * Reads a pattern in which `*` is any text, and all else stands for itself, unless `read` finds
 * parts of a path in it. The match takes time in proportion to the text and to the pattern.
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
    let at = endOf(first, text, 0, last !== undefined)
    if (last === undefined) return at === text.length
    // Where a piece is found first, it stays: a later place leaves less for those behind it.
    for (const piece of others) if (at >= 0) at = findEnd(piece, text, at)
    return at >= 0 && endsWith(last, text, at)
  }
}

/** The end of the first place at or after `from` where a piece fits; -1 where there is none. */
function findEnd(piece: Piece, text: string, from: number): number {
  for (const at of placesOf(piece, text, from)) {
    const end = endOf(piece, text, at, true)
    if (end >= 0) return end
  }
  return -1
}

function endsWith(piece: Piece, text: string, from: number): boolean {
  const [only = ''] = piece
  if (piece.length < 2 && typeof only === 'string')
    return text.length - only.length >= from && text.endsWith(only)
  for (const at of placesOf(piece, text, from))
    if (endOf(piece, text, at, false) === text.length) return true
  return false
}

/** Where a piece could begin: wherever the text is that it begins with. */
function* placesOf([start]: Piece, text: string, from: number): Generator<number> {
  const begin = typeof start === 'string' ? start : ''
  for (let at = text.indexOf(begin, from); at >= 0; at = text.indexOf(begin, at + 1)) {
    yield at
    if (at === text.length) return
  }
}

/** Where a piece ends that begins at a place; -1 where it does not fit there. */
function endOf(piece: Piece, text: string, begin: number, isOpen: boolean): number {
  let at = begin
  for (const [index, token] of piece.entries()) {
    if (typeof token === 'string') {
      if (!text.startsWith(token, at)) return -1
      at += token.length
    } else {
      const slash = text.indexOf('/', at)
      const end = slash < 0 ? text.length : slash
      if (end === at) return -1
      // A `*` behind it takes the rest, which leaves most for what comes then.
      at = isOpen && index === piece.length - 1 ? at + 1 : end
    }
  }
  return at
}
