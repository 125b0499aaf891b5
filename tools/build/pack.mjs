// Makes the archive that projects install, as agent-understudy.tgz: its name stays the same for each
// version. `npm run pack -- FOLDER` puts it into that folder. npm runs `prepack` before, which builds.
import { execFileSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const folder = resolve(process.argv[2] ?? root)
const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
const name = execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim()
const archive = join(folder, 'agent-understudy.tgz')
renameSync(join(folder, name), archive)
process.stdout.write(`Made ${archive}\n`)
