import type * as z from 'zod/mini'
import { explainIssues } from '../contract/explain-issues.ts'
import { knownKeys, nearest } from './keys.ts'
import type { JsonSchema } from './keys.ts'
import type { Path, YamlDocument } from './yaml.ts'

/** Turns the issues of a schema into `file:line:column: what is wrong; what would be right`. */
export const describeIssues = (
  issues: readonly z.core.$ZodIssue[],
  document: YamlDocument,
  schema: JsonSchema,
): readonly string[] => {
  const hint = (path: Path, key: string) => {
    const known = knownKeys(schema, path)
    const guess = nearest(key, known)
    return guess ? `did you mean "${guess}"?` : `known here: ${known.join(', ')}`
  }
  return explainIssues(issues, document.value, hint).map(({ path, wrong, says }) => {
    const place =
      wrong === 'missing'
        ? document.where(path.slice(0, -1))
        : document.where(path, wrong === 'key' ? 'key' : 'value')
    return `${place}: ${says}`
  })
}
