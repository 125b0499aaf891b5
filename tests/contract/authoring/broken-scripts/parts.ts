import type { RuleId } from '../../../../contract/authoring/problem.ts'

/** Files by their names; a single text is the file `a.yaml`. */
export type Files = string | Readonly<Record<string, string>>

/** An error in files: its description, the files, and the reported problem. */
type Broken = readonly [what: string, files: Files, problem: string]

/** Scripts that break rules, by the rule that each of them breaks. */
export type BrokenScripts = Readonly<Partial<Record<RuleId, readonly Broken[]>>>

/** A script with these lines, from line 4 on. */
export const lines = (text: string, match = 'query: hello') =>
  `name: greeting\nmatch: { ${match} }\nscript:\n${text}`

export const greeting = lines('  - answer: Hello\n')
export const farewell = greeting.replace('greeting', 'farewell')
export const plan = (steps: string, match = 'query: plan') =>
  lines(
    `  - plan:
      steps:
${steps}
      achieved: true
      confidence: 1
      reasoning: r
`,
    match,
  )
export const approval = `  - approval:
      call: { tool: pay }
      rejected: [{ answer: "{{reason}}" }]
`
