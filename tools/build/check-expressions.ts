import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findExpressions } from './expressions/find.ts'
import { reviewExpressions, type AllowedExpression } from './expressions/analyse.ts'

const allowedExpressions: readonly AllowedExpression[] = [
  {
    file: 'contract/scripts/queries.ts',
    code: "new RegExp(pattern, 'i')",
    reason: 'Compiled to see whether it is an expression, and never run.',
  },
  {
    file: 'mocks/adapters/msw.ts',
    code: "new RegExp(String.raw`^${base}(/w/[^/]+)?/(${below.join('|')})`)",
    reason:
      'MSW wants an expression. The base URL of the fake and the paths of its profile are escaped, and what follows is linear.',
  },
  {
    file: 'mocks/platform/workflows/transform-value.ts',
    code: "new RegExp(pattern, 'u')",
    reason: 'The more repetitions the pattern has, the shorter is the text that it sees.',
  },
  {
    file: 'contract/pattern-text.ts',
    code: "new RegExp(`^${ofClass}$`, 'u')",
    reason: 'A class of characters, without repetitions, that sees single characters.',
  },
  {
    file: 'contract/scripts/text-units.ts',
    code: String.raw`/["'”’»›)\]」』）*_\s]+$/`,
    reason: 'Sees the last 12 characters of a text.',
  },
  {
    file: 'contract/scripts/text-units.ts',
    code: String.raw`/\n\s*\n\s*$/`,
    reason: 'Sees the last 12 characters of a text.',
  },
]

// Finds regular expressions whose time grows faster than their input: a few kilobytes of hostile text
// can keep a server busy for minutes.
const root = fileURLToPath(new URL('../..', import.meta.url))
const sources =
  '{authoring,cli,client,conformance,console,contract,entries,mocks,recording,report,secrets,testing,traffic}/**/*.{ts,tsx}'
const sourceFiles = globSync(sources, { cwd: root })
  .toSorted()
  .flatMap((file) => findExpressions(file, readFileSync(root + file, 'utf8')))
const problems = await reviewExpressions(
  sourceFiles,
  allowedExpressions,
  `${root}node_modules/.cache/expressions.json`,
)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  console.error(
    `\n${problems.length} regular expressions can take too long. Rewrite each so that its time grows with its input, or scan the text by hand; list those that only see short or trusted text in tools/build/check-expressions.ts.`,
  )
}
process.exit(problems.length > 0 ? 1 : 0)
