import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exceptions } from './expressions/exceptions.ts'
import { findExpressions } from './expressions/find.ts'
import { reviewExpressions } from './expressions/review.ts'

// Finds regular expressions whose time grows faster than their input: with foreign text, a few
// kilobytes of it can keep a server busy for minutes.
const root = fileURLToPath(new URL('..', import.meta.url))
const sources =
  '{authoring,cli,client,conformance,console,contract,entries,mocks,testing}/**/*.{ts,tsx}'
const found = globSync(sources, { cwd: root })
  .toSorted()
  .flatMap((file) => findExpressions(file, readFileSync(root + file, 'utf8')))
const problems = await reviewExpressions(
  found,
  exceptions,
  `${root}node_modules/.cache/expressions.json`,
)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  console.error(
    `\n${problems.length} regular expressions can take too long. Rewrite each so that its time grows with its input, or scan the text by hand; build/expressions/exceptions.ts names those that see no foreign text.`,
  )
}
process.exit(problems.length > 0 ? 1 : 0)
