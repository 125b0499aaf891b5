// Builds only if a source is newer than the build, so that `npm start` is fast.
import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources =
  '{authoring,build,cli,client,conformance,console,contract,entries,fixtures,mocks,profiles,recording,scenarios,testing,tolerance,traffic}/**/*'
const time = (path) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0
const built = Math.min(time('dist/cli/understudy.js'), time('dist/generated/scenarios.json'))
const newest = Math.max(
  time('package.json'),
  ...globSync(sources, { cwd: root }).map((path) => time(path)),
)

// The build writes schemas before other sources, so their time says nothing.
if (newest > built || time('schemas/scenario.json') === 0) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  process.exitCode = status ?? 1
}
