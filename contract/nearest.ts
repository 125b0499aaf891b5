/** The maximum length of a word that gets a suggestion: comparing longer words costs too much. */
const maxWordLength = 200
/** The maximum number of candidates to compare: a list of records can be very long. */
const maxCandidates = 1000

/** The maximum number of wrong items in a document that get a suggestion. */
export const maxSuggestions = 20

/**
 * Finds the allowed word closest to a misspelt word; `undefined` if none is close. The cost is
 * bounded: words beyond 200 characters get no suggestion, and only 1,000 candidates are compared.
 */
export function nearestWord(word: string, allowed: readonly string[]): string | undefined {
  if (word.length > maxWordLength) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of allowed.slice(0, maxCandidates)) {
    const known = candidate.toLowerCase()
    // In a word of four letters, two changes leave little: with another first letter, one is allowed.
    const limit = wanted.length < 5 && wanted[0] !== known[0] ? Math.min(2, least) : least
    const distance = editDistance(wanted, known, limit)
    if (distance < limit) [best, least] = [candidate, distance]
  }
  return best
}

/** Suggests the closest allowed word: `did you mean "agents"?`; `undefined` if none is close. */
export function didYouMean(
  word: string,
  allowed: readonly string[],
  quote = (best: string) => `"${best}"`,
): string | undefined {
  const best = nearestWord(word, allowed)
  return best && `did you mean ${quote(best)}?`
}

/** Returns advice for an unknown word: the closest known word, or else all known words. */
export const unknownWordAdvice = (word: string, knownWords: readonly string[]): string =>
  didYouMean(word, knownWords) ??
  (knownWords.length === 0 ? 'leave it out' : `allowed here: ${knownWords.join(', ')}`)

/** Suggests the closest word in a sentence that begins with a space; empty if no word is close. */
export function nearestHint(word: string, allowed: readonly string[]): string {
  const best = nearestWord(word, allowed)
  return best === undefined ? '' : ` Did you mean \`${best}\`?`
}

/** Returns the Levenshtein distance, or `limit` if the distance is at least `limit`. */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    let lowest = i
    for (let j = 1; j <= to.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const distance = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted)
      next.push(distance)
      if (distance < lowest) lowest = distance
    }
    if (lowest >= limit) return limit
    row = next
  }
  return row[to.length] ?? 0
}
