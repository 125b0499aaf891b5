import { escapeLine } from '../escape.ts'
import { scenarioRules } from '../scripts/scenario.ts'

/** The rules for script files, by id. */
export const authoringRules = {
  yaml: 'The file is one valid YAML document.',
  'unknown-key': 'Every key is known.',
  shape: 'Every value has the right type, and nothing is missing.',
  'name-taken': 'Names of scripts are unique.',
  include: 'Included files exist, have fragments, and do not include themselves.',
  fragment: 'Used fragments exist, and get values for their placeholders only.',
  turns: 'A file has a script or turns, and each field of a turn is in that turn.',
  'unknown-script': '`after` names an existing script.',
  'unknown-state': '`state` names kinds of records.',
  'same-call': 'No two scripts match the same request.',
  unreachable: 'Every script can be chosen.',
  ...scenarioRules,
  place: 'Every placeholder has a value.',
  'made-up-value': 'Every `faker` placeholder names a method of faker.',
  'unknown-agent': 'Agents in scripts exist in the fixture.',
  'unknown-user': 'Users in scripts exist in the fixture.',
} as const

export type RuleId = keyof typeof authoringRules

/** A problem at a position of a file, and how to fix it. */
export type Problem = {
  /** The position, as `file:line:column`. */
  readonly place: string
  readonly rule: RuleId
  readonly says: string
}

const naturalOrder = new Intl.Collator('en', { numeric: true })

/** Reports problems in script files, one in each line: `file:line:column: text [rule]`. */
export class AuthoringError extends Error {
  override readonly name = 'AuthoringError'
  /** The problems without duplicates, sorted by file and line. */
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const lines = new Map(problems.map((problem) => [problemLine(problem), problem]))
    const sorted = [...lines].toSorted(([a], [b]) => naturalOrder.compare(a, b))
    super(sorted.map(([line]) => line).join('\n'))
    this.problems = sorted.map(([, problem]) => problem)
  }
}

/** Formats a problem as one line of a message. */
export const problemLine = ({ place, rule, says }: Problem) =>
  escapeLine(`${place}: ${says} [${rule}]`)
