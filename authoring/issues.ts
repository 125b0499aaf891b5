import type * as z from 'zod/mini'
import { explainIssues } from '../contract/explain-issues.ts'
import { nearest } from '../contract/nearest.ts'
import { type JsonSchema, knownKeys } from './json-schema.ts'
import type { Problem } from './problem.ts'
import type { Path, YamlDocument } from './yaml.ts'

/** What a schema finds wrong with a document: `what is wrong; what would be right`, at its place. */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  { value, where }: YamlDocument,
  schema: JsonSchema,
): readonly Problem[] {
  /** The paths that were meant by keys with a slip: what stands there is not missing besides. */
  const meant = new Set<string>()
  const hint = (path: Path, key: string) => {
    const known = knownKeys(schema, path)
    // Lines are maps of one key: the schema knows this one, but not beside the other.
    if (known.includes(key)) return 'it stands beside another; give it a line of its own'
    const guess = nearest(key, known)
    if (guess === undefined) return `known here: ${known.join(', ')}`
    meant.add([...path, guess].join('\n'))
    return `did you mean "${guess}"?`
  }
  return explainIssues(issues, value, hint)
    .filter(({ path, wrong }) => wrong !== 'missing' || !meant.has(path.join('\n')))
    .map(({ path, wrong, says }) => ({
      place:
        wrong === 'missing'
          ? where(path.slice(0, -1))
          : where(path, wrong === 'key' ? 'key' : 'value'),
      rule: wrong === 'key' ? 'unknown-key' : 'shape',
      says: `${says}${suchAs(path, says)}`,
    }))
}

/** What maps and lists of the language look like, by their keys. */
const examples: Readonly<Record<string, string>> = {
  match: '{ query: [hello] }',
  script: '[{ answer: Hello. }]',
  turns: '[{ script: [{ answer: Hello. }] }]',
  suggestions: '[What next?]',
  on_inject: '[{ think: "{{inject}}" }]',
  call: '{ tool, input }',
  calls: '[{ tool, input }, …]',
  approval: '{ call: { tool, input }, rejected: [{ answer: No. }] }',
  approved: '[{ think: Approved. }]',
  rejected: '[{ answer: No. }]',
  expired: '[{ answer: Too late. }]',
  plan: '{ steps, achieved, confidence, reasoning }',
  steps: '[{ id, task, result }]',
  fragments: '{ name: [{ think: Hm. }] }',
}

/** A line or a step stands in a list: its example is that of the list, without the brackets. */
function suchAs(path: Path, says: string): string {
  if (!/it must be a (?:list|map)$/.test(says)) return ''
  const last = path.at(-1)
  const whole = examples[String(typeof last === 'number' ? path.at(-2) : last)]
  if (whole === undefined) return ''
  const example =
    typeof last === 'number' ? whole.slice(whole.indexOf('{'), whole.lastIndexOf('}') + 1) : whole
  return example === '' ? '' : `, such as \`${example}\``
}
