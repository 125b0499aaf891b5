import { escapeLine } from '../contract/escape.ts'
import { scenarioRules } from '../contract/scripts/scenario.ts'

/** Every rule that a file of ours is held to, and what it asks for. */
export const authoringRules = {
  yaml: 'The file is one document of valid YAML.',
  'unknown-key': 'Every key is one that the language knows.',
  shape: 'Every value is of its kind, and nothing is missing.',
  'name-taken': 'No two scripts have one name.',
  include: 'A file that is included exists, holds fragments, and does not lead back to itself.',
  fragment: 'A fragment that is used exists, and is given what it has places for.',
  turns: 'A file has a script or turns, and what belongs to a turn stands in it.',
  'unknown-script': 'A script that `after` names exists.',
  'unknown-state': 'What `state` counts are records that a world has.',
  'same-call': 'No two scripts match the same call.',
  unreachable: 'Every script is the choice of some call.',
  ...scenarioRules,
  place: 'Something fills every place.',
  'made-up-value': 'Every made-up value is one that faker makes.',
  'unknown-agent': 'An agent that a script names is one of the fixture.',
  'unknown-user': 'A user whom a script names is one of the fixture.',
} as const

export type RuleId = keyof typeof authoringRules

/** What is wrong at a place of a file, and how to mend it. */
export type Problem = {
  /** `file:line:column` */
  readonly place: string
  readonly rule: RuleId
  readonly says: string
}

const inOrder = new Intl.Collator('en', { numeric: true })

/** What is wrong with files that somebody wrote: one `file:line:column: sentence [rule]` a line. */
export class AuthoringError extends Error {
  override readonly name = 'AuthoringError'
  /** Each once, in the order of the files and their lines. */
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const lines = new Map(problems.map((problem) => [lineOf(problem), problem]))
    const sorted = [...lines].toSorted(([a], [b]) => inOrder.compare(a, b))
    super(sorted.map(([line]) => line).join('\n'))
    this.problems = sorted.map(([, problem]) => problem)
  }
}

const lineOf = ({ place, rule, says }: Problem) => escapeLine(`${place}: ${says} [${rule}]`)
