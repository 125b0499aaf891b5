/** The rules of scripts that a schema can't see, and what each of them asks for. */
export const scenarioRules = {
  'regular-expression':
    'A regular expression compiles, looks neither ahead nor behind, refers to no group, is not too large, and is one of few.',
  'end-by-itself': 'What ends a stream is never written.',
  'done-once': 'A script sends `done` once, and tells nothing behind it.',
  'cursor-by-itself': 'The cursor is never set by hand.',
  event: 'An event that is sent is one of the contract, with its payload.',
  'plan-on-dag': 'A plan plays on dag alone.',
  'approval-on-react': 'An approval plays on react alone.',
  'plan-steps': 'Each step of a plan has an id of its own, and waits for steps above it.',
} as const

/** What is wrong with a scenario at one place, and what would be right. */
export type ScenarioProblem = {
  readonly path: readonly PropertyKey[]
  readonly part: 'key' | 'value'
  readonly rule: keyof typeof scenarioRules
  readonly says: string
}
