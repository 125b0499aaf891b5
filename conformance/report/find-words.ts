/** A match in a text: its start, its end, and the index of the word. */
type FoundWord = { readonly start: number; readonly end: number; readonly word: number }

export type FindWords = (text: string) => {
  /** The longest word that ends at each position, in order; matches may overlap. */
  readonly found: readonly FoundWord[]
  /** The number of characters at the end of the text that may begin a word. */
  readonly begun: number
}

/** Finds words in one pass over a text (Aho-Corasick), fast for any number of words. */
export function findWords(words: readonly string[]): FindWords {
  const size = words.reduce((sum, { length }) => sum + length, 1)
  const { child, setChild } = createEdges(size)
  const parents = new Int32Array(size)
  const codes = new Uint16Array(size)
  const depths = new Int32Array(size)
  // The word that ends at a node, itself or as a suffix of the path; -1 without such a word.
  const ends = new Int32Array(size).fill(-1)
  let nodes = 1
  for (const [index, word] of words.entries()) {
    let node = 0
    for (let at = 0; at < word.length; at += 1) {
      const code = word.charCodeAt(at)
      let next = child(node, code)
      if (next === 0) {
        next = nodes++
        setChild(node, code, next)
        parents[next] = node
        codes[next] = code
        depths[next] = at + 1
      }
      node = next
    }
    if (node !== 0) ends[node] = index
  }
  // The node to continue from when no child matches: the longest other prefix that is a suffix
  // here.
  const fallbacks = new Int32Array(nodes)
  const step = (from: number, code: number): number => {
    for (let node = from; ; node = at(fallbacks, node)) {
      const next = child(node, code)
      if (next !== 0 || node === 0) return next
    }
  }
  for (const node of byDepth(depths, nodes)) {
    const parent = at(parents, node)
    if (parent !== 0) fallbacks[node] = step(at(fallbacks, parent), at(codes, node))
    if (at(ends, node) === -1) ends[node] = at(ends, at(fallbacks, node))
  }
  return (text) => {
    const found: FoundWord[] = []
    let node = 0
    for (let place = 0; place < text.length; place += 1) {
      node = step(node, text.charCodeAt(place))
      const word = at(ends, node)
      if (word === -1) continue
      const end = place + 1
      found.push({ start: end - (words[word]?.length ?? 0), end, word })
    }
    return { found, begun: at(depths, node) }
  }
}

const at = (numbers: Int32Array | Uint16Array, index: number): number => numbers[index] ?? 0

/** Returns all nodes but the root, in order of their depth. */
function byDepth(depths: Int32Array, nodes: number): Int32Array {
  const firsts: number[] = []
  for (let node = 1; node < nodes; node += 1) {
    const depth = at(depths, node)
    firsts[depth] = (firsts[depth] ?? 0) + 1
  }
  let sum = 0
  for (let depth = 1; depth < firsts.length; depth += 1) {
    const count = firsts[depth] ?? 0
    firsts[depth] = sum
    sum += count
  }
  const sorted = new Int32Array(nodes - 1)
  for (let node = 1; node < nodes; node += 1) {
    const depth = at(depths, node)
    const place = firsts[depth] ?? 0
    sorted[place] = node
    firsts[depth] = place + 1
  }
  return sorted
}

/** The edges of the tree, as a hash table in typed arrays. Objects would need ten times more. */
function createEdges(size: number) {
  const slots = 2 ** Math.ceil(Math.log2(size * 2))
  const froms = new Int32Array(slots)
  const codes = new Uint16Array(slots)
  const tos = new Int32Array(slots)
  const slotOf = (from: number, code: number): number => {
    const mixed = Math.imul(from, 0x9e3779b1) ^ Math.imul(code + 1, 0x85ebca6b)
    let slot = (mixed ^ (mixed >>> 15)) & (slots - 1)
    while (tos[slot] !== 0 && (froms[slot] !== from || codes[slot] !== code)) {
      slot = (slot + 1) & (slots - 1)
    }
    return slot
  }
  return {
    /** Returns the child, or 0 if there is none. */
    child: (from: number, code: number): number => at(tos, slotOf(from, code)),
    setChild(from: number, code: number, to: number): void {
      const slot = slotOf(from, code)
      froms[slot] = from
      codes[slot] = code
      tos[slot] = to
    },
  }
}
