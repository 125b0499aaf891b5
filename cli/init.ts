import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { escapeLines } from '../contract/escape.ts'
import { UsageError } from './command-line.ts'
import { defineCommand } from './define-command.ts'

const worker = 'mockServiceWorker.js'

/** Copies MSW's service worker into a folder. */
export const init = defineCommand(
  {
    usage: 'init PUBLIC_DIR',
    about: `Copies the service worker of the installed MSW into the folder that your application serves at its
root, such as public. Call it again after each update of MSW.`,
    flags: {},
    words: { most: 1, missing: 'A folder is missing: agent-understudy init public' },
  },
  async ({ words: [given = ''] }, io) => {
    const folder = resolve(given)
    const found = await stat(folder).catch(() => undefined)
    if (found?.isDirectory() === false)
      throw new UsageError(`${folder} is not a folder: pass the one that your application serves.`)
    const { version, path } = await installedMsw(folder)
    const target = join(folder, worker)
    await mkdir(folder, { recursive: true }).catch(() => undefined)
    await copyFile(path, target).catch((error: Error) => {
      throw new UsageError(`Failed to write ${target}: ${error.message}.`)
    })
    io.stdout.write(escapeLines([`Copied ${worker} of MSW ${version} to ${folder}.`]))
    return 0
  },
)

/** The MSW that the application of a folder resolves, not the one beside this package. */
async function installedMsw(folder: string) {
  const require = createRequire(join(folder, worker))
  try {
    const manifest = await readFile(require.resolve('msw/package.json'), 'utf8')
    const { version } = JSON.parse(manifest) as { readonly version: string }
    return { version, path: require.resolve(`msw/${worker}`) }
  } catch {
    throw new UsageError(
      `MSW is not installed for ${folder}: run \`npm install --save-dev msw\` beside your package.json, then call this again.`,
    )
  }
}
