import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApi } from '../contract/openapi/document.ts'
import { toProfileDocument } from '../contract/profile.ts'
import { objectIn, parseJson } from '../contract/json.ts'
import { contentSecurityPolicy } from '../mocks/adapters/page-headers.ts'
import { copyDocs } from './doc-pages.ts'
import { UsageError, writeLines } from './command-line.ts'
import { dataFile, type SiteData } from './console/site-data.ts'
import { defineCommand } from './define-command.ts'
import { filesInOutput } from './output-file.ts'
import { configFlags, playedFlags, quietFlag } from './shared-flags.ts'
import { loadFixture, loadProfile, loadScenarioFolder } from './world-data.ts'

/** Writes the console with a fake inside it as a static site. */
export const writeConsole = defineCommand(
  {
    usage: 'console --out FOLDER [flags]',
    about: `Writes a static site: the console with the whole fake inside its page. Put the folder on any web server,
at any path. Visitors need no server of yours: each has worlds of their own, in their browser.`,
    flags: {
      out: {
        value: 'FOLDER',
        required: 'the folder to write, as in `console --out site`',
        help: 'where to write; an earlier site there is replaced',
      },
      ...playedFlags,
      ...configFlags,
      ...quietFlag,
    },
    notes: `Everybody who opens the site can read its data, with the passwords and keys in it.
Exit codes: 0, 3 wrong command line or file.`,
  },
  async ({ out, fixture, scenarios, profile, quiet }, io) => {
    const target = resolve(out)
    await requireOwnFolder(out)
    const playedData = {
      fixture: await loadFixture(fixture, io.stderr),
      scenarios: await loadScenarioFolder(scenarios),
      profile: toProfileDocument(await loadProfile(profile)),
    }
    await writeSite(target, playedData).catch((error: NodeJS.ErrnoException) => {
      if (error.code === undefined) throw error
      throw new UsageError(
        `--out ${out} can't be written (${error.code}). Name a folder that you may write to.`,
      )
    })
    if (!quiet)
      writeLines(
        io.stdout,
        `Wrote the site to ${out}. Put it on any web server: browsers do not run it as a file.`,
      )
    return 0
  },
)

/** Throws `UsageError` for a folder with files that `console` did not write. */
async function requireOwnFolder(folder: string): Promise<void> {
  if ((await filesInOutput(folder)).length === 0) return
  const marker = parseJson(await readFile(join(folder, dataFile), 'utf8').catch(() => ''))
  if (objectIn(marker)['understudy'] !== 'console')
    throw new UsageError(
      `--out ${folder} has files that \`console\` did not write: name a new folder, or an empty one.`,
    )
}

/** The path of a built file. A command that runs from the sources uses the last build. */
const builtFilePath = (path: string) => {
  const dist = import.meta.url.endsWith('.ts') ? '../dist/' : '../'
  return fileURLToPath(new URL(`${dist}${path}`, import.meta.url))
}

async function writeSite(
  target: string,
  played: Omit<SiteData, 'understudy' | 'hash'>,
): Promise<void> {
  const html = await readFile(builtFilePath('console/index.html'), 'utf8').catch(() => {
    throw new UsageError('The console is not built: run `npm run build`.')
  })
  const [tag = '', script = ''] =
    /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? []
  const page = html.replace(tag, '<script type="module" src="./start.js"></script>').replace(
    '<meta charset="utf-8" />',
    // The page has the policy, because a file server sends no header. It blocks scripts in links.
    (charset) =>
      `${charset}\n    <meta http-equiv="content-security-policy" content="${contentSecurityPolicy}" />`,
  )
  for (const folder of ['console', 'lib', 'fixtures', 'profiles'])
    await rm(join(target, folder), { recursive: true, force: true })
  await mkdir(join(target, 'lib'), { recursive: true })
  await cp(builtFilePath('console'), target, { recursive: true })
  await copyDocs(join(target, 'console'))
  for (const folder of ['fixtures', 'profiles'])
    await cp(builtFilePath(`generated/${folder}`), join(target, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('.d.cts'),
    })
  for (const name of await filesImportedBy('start-site.js'))
    await cp(builtFilePath(`lib/${name}`), join(target, 'lib', name))
  const hash = createHash('sha256').update(JSON.stringify(played)).digest('base64url')
  const data: SiteData = { understudy: 'console', hash, ...played }
  const files: Readonly<Record<string, string>> = {
    'openapi.json': JSON.stringify(openApi()),
    [dataFile]: JSON.stringify(data),
    'start.js': startScript(script),
    'index.html': page,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(target, name), text)
}

/** The file names of a module and of all modules that it imports from the package. */
async function filesImportedBy(entry: string): Promise<ReadonlySet<string>> {
  const all = new Set(await readdir(builtFilePath('lib')))
  const foundModules = new Set([entry])
  for (const name of foundModules) {
    const text = await readFile(builtFilePath(`lib/${name}`), 'utf8')
    for (const [, other = ''] of text.matchAll(/["']\.\/([\w.-]+\.js)["']/g))
      if (all.has(other)) foundModules.add(other)
  }
  return foundModules
}

/** The start script. It loads the console after the fake, because the console uses the fake. */
const startScript = (console: string) => `import { startSite } from './lib/start-site.js'

try {
  await startSite(window)
  await import('${console}')
} catch (error) {
  document.getElementById('app').textContent = \`This page could not start: \${error.message} Reload it.\`
}
`
