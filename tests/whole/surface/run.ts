import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileOf, parts } from './parts.ts'

/**
 * `npm run surface`: writes what users rely on to tests/whole/surface/frozen/, so that `git diff`
 * shows the effect of a change on users. With `--check`, it writes nothing there: it prints the
 * difference, and exits with 1 if there is one. Arguments select parts: `npm run surface -- exports
 * commands`.
 */
const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}: use ${Object.keys(parts).join(', ')}.`)

const chosen = Object.entries(parts).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
)
// Commands wait for their processes, so other parts use that time.
const differs = await Promise.all(
  chosen.map(async ([name, make]) => {
    const text = await make()
    const frozen = fileOf(name)
    if (existsSync(frozen) && readFileSync(frozen, 'utf8') === text) return false
    const file = values.check ? join('node_modules/.cache/surface', `${name}.txt`) : frozen
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (values.check) spawnSync('git', ['diff', '--no-index', frozen, file], { stdio: 'inherit' })
    else process.stdout.write(`${frozen} has changed; see git diff.\n`)
    return true
  }),
)
if (values.check && differs.includes(true)) process.exitCode = 1
