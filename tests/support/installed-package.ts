import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const modules = resolve('node_modules')

/**
 * A new folder in which the package is installed as published, with its dependencies and the named
 * packages (`*` for all that are installed here). Nothing comes from the network.
 */
export async function installedPackage(...beside: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  const installed = join(folder, 'node_modules/agent-understudy')
  await mkdir(installed, { recursive: true })
  const unpacking = run('tar', ['-xz', '-C', installed, '--strip-components=1'])
  unpacking.child.stdin?.end(await packedPackage())
  await unpacking
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  const names = beside.includes('*') ? await installedHere() : beside
  for (const name of new Set([...Object.keys(manifest.dependencies), ...names])) {
    const link = join(folder, 'node_modules', name)
    await mkdir(resolve(link, '..'), { recursive: true })
    await symlink(join(modules, name), link)
  }
  await linkCommands(folder)
  return folder
}

/** The archive of the package as it would be published, packed once for all tests of this process. */
export const packedPackage = (): Promise<Buffer> => (packed ??= pack())
let packed: Promise<Buffer> | undefined

async function pack(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  await run(process.execPath, ['tools/build/pack.mjs', folder])
  const archive = await readFile(join(folder, 'agent-understudy.tgz'))
  await rm(folder, { recursive: true })
  return archive
}

async function installedHere(): Promise<string[]> {
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  const scoped = names.filter((name) => name.startsWith('@'))
  const within = await Promise.all(
    scoped.map(async (scope) =>
      (await readdir(join(modules, scope))).map((name) => `${scope}/${name}`),
    ),
  )
  return [...names.filter((name) => !scoped.includes(name)), ...within.flat()]
}

async function linkCommands(folder: string): Promise<void> {
  const commands = join(folder, 'node_modules/.bin')
  await mkdir(commands)
  for (const name of await readdir(join(modules, '.bin')))
    await symlink(join(modules, '.bin', name), join(commands, name))
  for (const name of ['agent-understudy', 'understudy'])
    await symlink('../agent-understudy/dist/cli/understudy.js', join(commands, name))
}
