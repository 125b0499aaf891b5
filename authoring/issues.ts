import type * as z from 'zod/mini'
import { explainIssues } from '../contract/explain-issues.ts'
import { nearest } from '../contract/nearest.ts'
import { type JsonSchema, knownKeys } from './json-schema.ts'
import type { Problem } from './problem.ts'
import type { Path, YamlDocument } from './yaml.ts'

/** Describes issues of a schema as problems with a position: `what is wrong; how to fix it`. */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  { value, where }: YamlDocument,
  schema: JsonSchema,
): readonly Problem[] {
  /** The paths of keys that are misspelt in the file. They are not also reported as missing. */
  const meant = new Set<string>()
  const hint = (path: Path, key: string) => {
    const known = knownKeys(schema, path)
    // A line is a map with one key. This key is known, but not allowed together with the other key.
    if (known.includes(key)) return 'a line has only one key; move this key to its own line'
    const guess = nearest(key, known)
    if (guess === undefined) return `allowed here: ${known.join(', ')}`
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

/** Examples of maps and lists, by key. */
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
  repeated: '[{ answer: Already done. }]',
  plan: '{ steps, achieved, confidence, reasoning }',
  steps: '[{ id, task, result }]',
  fragments: '{ name: [{ think: Hm. }] }',
}

/** A line or step uses the example of its list, without the brackets. */
function suchAs(path: Path, says: string): string {
  if (!/it must be a (?:list|map)$/.test(says)) return ''
  const last = path.at(-1)
  const whole = examples[String(typeof last === 'number' ? path.at(-2) : last)]
  if (whole === undefined) return ''
  const example =
    typeof last === 'number' ? whole.slice(whole.indexOf('{'), whole.lastIndexOf('}') + 1) : whole
  return example === '' ? '' : `, such as \`${example}\``
}
