import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { UsageError, writeLines } from './command-line.ts'
import type { Ask } from './init/demo.ts'
import { systemClock } from '../mocks/world/clock.ts'
import { defineCommand } from './define-command.ts'

type DemoDependencies = { readonly ask: Ask; readonly now: number }

const worker = 'mockServiceWorker.js'

/** Copies MSW's service worker into a folder, or writes the folder of a demo. */
export const init = defineCommand(
  {
    usage: 'init PUBLIC_DIR, or init demo DIR [--answers FILE]',
    about: `Copies the service worker of the installed MSW into the folder that your application serves at its
root, such as public. Call it again after each update of MSW.

\`init demo DIR\` asks for a company, what it sells, its agents and their language, and writes a demo of
it: data, documents, prompts and scripts, for \`serve --from DIR\`.`,
    flags: {
      answers: {
        value: 'FILE',
        help: 'with demo: a YAML file with company, sells, agents and language, instead of questions',
      },
    },
    words: { max: 2, missing: 'A folder is missing: agent-understudy init public' },
    problem: ({ words: [first, second], answers }) => {
      if (first === 'demo' && second === undefined)
        return 'A folder is missing: agent-understudy init demo my-demo. For a public folder named demo, write ./demo.'
      if (first !== 'demo' && second !== undefined)
        return `This argument is unexpected: \`${second}\`; see --help.`
      if (first !== 'demo' && answers !== undefined) return '--answers only works with `init demo`.'
      return undefined
    },
  },
  async ({ words: [given = '', demoFolder], answers }, io, dependencies?: DemoDependencies) => {
    if (demoFolder !== undefined) {
      const { createAsk, readAnswers, writeDemo } = await import('./init/demo.ts')
      const ask = createAsk(io.stdout)
      const read = await readAnswers(answers, dependencies?.ask ?? ask).finally(() => ask.close())
      return writeDemo(demoFolder, read, dependencies?.now ?? systemClock.now(), io.stdout)
    }
    const folder = resolve(given)
    const folderStats = await stat(folder).catch(() => undefined)
    if (folderStats?.isDirectory() === false)
      throw new UsageError(`${folder} is not a folder: pass the one that your application serves.`)
    const { version, path } = await installedMsw(folder)
    const target = join(folder, worker)
    await mkdir(folder, { recursive: true }).catch(() => undefined)
    await copyFile(path, target).catch((error: Error) => {
      throw new UsageError(
        `Failed to write ${target}: ${error.message}. Name a folder that you may write to.`,
      )
    })
    writeLines(io.stdout, `Copied ${worker} of MSW ${version} to ${folder}.`)
    return 0
  },
)

/** Finds the MSW that an application in this folder imports, not the MSW of this package. */
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
