// Builds only if a source is newer than the build, so that `npm start` and `npm pack` are fast.
import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources =
  '{cli,client,conformance,console,contract,entries,fixtures,mocks,profiles,report,scenarios,secrets,testing,tools/build,traffic}/**/*'
const time = (path) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0
const newest = (pattern) =>
  globSync(pattern, { cwd: root }).reduce((latest, path) => Math.max(latest, time(path)), 0)
const built = Math.min(time('dist/cli/understudy.js'), time('dist/generated/scenarios.json'))
const isStale = Math.max(time('package.json'), time('package-lock.json'), newest(sources)) > built

// The build writes the schemas first, so their time says nothing: they only have to exist.
if (isStale || time('schemas/scenario.json') === 0) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  process.exitCode = status ?? 1
}
