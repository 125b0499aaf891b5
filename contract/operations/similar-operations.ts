import { editDistance } from '../nearest.ts'
import { type OperationId, operationIds, operations } from '../operations.ts'

/** The maximum length of a path that gets suggestions: comparing longer paths costs too much. */
const maxPathLength = 300

/** Finds the operations whose paths are most similar to an unknown path. */
export function similarOperations(path: string): readonly OperationId[] {
  if (path.length > maxPathLength) return []
  for (const spelling of spellingsOf(path)) {
    const byDistance = Map.groupBy(operationIds, (id) => distance(operations[id].path, spelling))
    const least = Math.min(...byDistance.keys())
    if (Number.isFinite(least)) return byDistance.get(least) ?? []
  }
  return []
}

/** Returns likely corrections of a path, the most likely first. */
function spellingsOf(path: string): ReadonlySet<string> {
  const meant = path.startsWith('/api/') ? path.replace(/^\/api\/v\d+/, '/api') : `/api${path}`
  return new Set([meant, path, path.replace(/\/[^/]*$/, '')])
}

/** Returns the number of misspelt characters in a path; infinite if a word is too different. */
function distance(template: string, path: string): number {
  const given = path.split('/')
  const words = template.split('/')
  if (words.length !== given.length) return Number.POSITIVE_INFINITY
  let sum = 0
  for (const [at, word] of words.entries()) {
    if (word.startsWith('{')) continue
    const limit = Math.max(1, Math.floor(word.length / 3)) + 1
    const misspelt = editDistance(word, (given[at] ?? '').toLowerCase(), limit)
    if (misspelt >= limit) return Number.POSITIVE_INFINITY
    sum += misspelt
  }
  return sum
}
