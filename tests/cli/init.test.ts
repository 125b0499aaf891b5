import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { init } from '../../cli/init.ts'
import { UsageError } from '../../cli/command-line.ts'
import { emptyFolder } from '../support/stored-fake.ts'

async function run(...argv: readonly string[]) {
  let text = ''
  const output = { write: (more: string) => void (text += more) }
  const exit = await init(argv, { stdout: output, stderr: output, stopped: Promise.resolve() })
  return { exit, text }
}

/** An application with a public folder, optionally with MSW. */
async function application(hasMsw = true) {
  const folder = emptyFolder()
  await mkdir(join(folder, 'public'))
  if (hasMsw) await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return join(folder, 'public')
}

const resolveHere = createRequire(import.meta.url).resolve
const shipped = await readFile(resolveHere('msw/mockServiceWorker.js'), 'utf8')
const { version } = JSON.parse(await readFile(resolveHere('msw/package.json'), 'utf8'))

it('`init` copies the worker of the installed MSW into the folder, and replaces an older worker', async () => {
  const folder = await application()
  const worker = join(folder, 'mockServiceWorker.js')
  await writeFile(worker, 'an older one')
  const text = `Copied mockServiceWorker.js of MSW ${version} to ${folder}.\n`
  expect(await run(folder)).toEqual({ exit: 0, text })
  expect(await readFile(worker, 'utf8')).toBe(shipped)
})

it('`init` explains how to install MSW if it is missing', async () => {
  const folder = await application(false)
  await expect(run(folder)).rejects.toThrow(
    new UsageError(
      `MSW is not installed for ${folder}: run \`npm install --save-dev msw\` beside your package.json, then call this again.`,
    ),
  )
})

it('`init` requires an existing folder', async () => {
  const folder = await application()
  await writeFile(join(folder, 'index.html'), '')
  const refused = [
    [[], 'A folder is missing: agent-understudy init public'],
    [['a', 'b'], 'This argument is unexpected: `b`; see --help.'],
    [
      [join(folder, 'index.html')],
      `${folder}/index.html is not a folder: pass the one that your application serves.`,
    ],
  ] as const
  for (const [argv, sentence] of refused)
    await expect(run(...argv)).rejects.toThrow(new UsageError(sentence))
})
