/** A longer word is no mistyped name: to compare it would cost more than a suggestion is worth. */
const longestName = 200
/** So many candidates are looked at; a list of records can be far longer. */
const mostCandidates = 1000

/** So many wrong items of one document get a suggestion each; the rest is counted. */
export const mostSuggestions = 20

/**
 * The allowed word that a mistyped one most likely meant, if any is near enough. The cost is bounded:
 * words of more than 200 characters have no suggestion, and the first 1,000 candidates are compared.
 */
export function nearest(word: string, allowed: readonly string[]): string | undefined {
  if (word.length > longestName) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of allowed.slice(0, mostCandidates)) {
    const distance = editDistance(wanted, candidate.toLowerCase(), least)
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** The Levenshtein distance, or `limit` where it is not below that. */
function editDistance(from: string, to: string, limit: number): number {
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
