import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { openScriptFolder, problemsText } from '../../../cli/mcp/script-folder.ts'
import { refusal, temporaryFolder } from '../../support/start-serve.ts'

const { folder } = temporaryFolder()

const makes: Record<string, (path: string) => unknown> = {
  'is missing, or is a link that leads nowhere': (path) => symlinkSync('nowhere', path),
  'is not a file: remove it': (path) => mkdirSync(path),
}
if (process.platform !== 'win32')
  makes['is not a file'] = (path) => execFileSync('/usr/bin/env', ['mkfifo', path])

it.each(Object.entries(makes))(
  'a script file that %s is refused with its name by `serve` and `mcp`',
  async (problem, make) => {
    const script = join(folder.path, problem.replaceAll(/\W/g, '-'), 'story.yaml')
    mkdirSync(dirname(script))
    make(script)
    expect(await refusal('--scenarios', dirname(script))).toContain(`${script} ${problem}`)
    const loading = openScriptFolder(dirname(script), {}).load()
    const message = await loading.then(String, problemsText)
    expect(message).toContain('`story.yaml` ' + problem)
  },
)
