import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { installedPackage } from './installed-package.ts'
import { isProving } from './proving.ts'

/** The folder with tools that only `npm run prove` tests. */
export const toolchains = resolve('tests/toolchains/node_modules')

/**
 * Whether to test these tools: only in `npm run prove`, and if they are installed. Otherwise it
 * prints which are missing.
 */
export function hasToolchain(...names: readonly string[]): boolean {
  const missing = names.filter((name) => !existsSync(join(toolchains, name)))
  if (isProving && missing.length > 0)
    process.stderr.write(
      `Not tried: ${missing.join(', ')}. Run \`npm ci --prefix tests/toolchains\` first.\n`,
    )
  return isProving && missing.length === 0
}

const copy = (from: string, to: string) =>
  promisify(execFile)('cp', ['-al', from, to]).catch(() =>
    promisify(execFile)('cp', ['-a', from, to]),
  )

/** A new project of a user: with the installed package and all of these tools. */
export async function toolchainProject(files: Readonly<Record<string, string>>) {
  const folder = await installedPackage()
  const modules = join(folder, 'node_modules')
  // Some bundlers refuse symbolic links to other folders, so real files replace those of the test.
  const linked = (await readdir(modules)).filter((name) => name !== 'agent-understudy')
  const own = join(modules, 'agent-understudy/node_modules')
  await mkdir(own)
  for (const name of linked) {
    await rm(join(modules, name), { recursive: true })
    if (!name.startsWith('.')) await copy(resolve('node_modules', name), join(own, name))
  }
  await copy(`${toolchains}/.`, `${modules}/`)
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return {
    folder,
    /** The output of a tool, by its script's path in `node_modules`. Throws on failure. */
    async run(script: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
      const env = {
        ...process.env,
        NO_COLOR: '1',
        NODE_ENV: '',
        UNDERSTUDY_PROVE: '',
        ...options.env,
      }
      const command = [...(options.flags ?? []), join(folder, 'node_modules', script), ...args]
      const running = promisify(execFile)(process.execPath, command, {
        cwd: folder,
        env,
        maxBuffer: 1e8,
      })
      const { stdout, stderr } = await running.catch(
        (error: { readonly stdout: string; readonly stderr: string }) => {
          throw new Error(`${script} failed:\n${error.stdout}${error.stderr}`)
        },
      )
      return stdout + stderr
    },
    /** Starts a tool that serves until the test ends; returns its local address. */
    async serve(
      script: string,
      args: readonly string[],
      env: RunOptions['env'] = {},
    ): Promise<string> {
      const server = spawn(process.execPath, [join(folder, 'node_modules', script), ...args], {
        cwd: folder,
        env: { ...process.env, NO_COLOR: '1', NODE_ENV: '', NEXT_TELEMETRY_DISABLED: '1', ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
        // In its own process group, because some tools serve from a child process.
        detached: true,
      })
      onTestFinished(async () => {
        const closed = once(server, 'close')
        process.kill(-(server.pid ?? Number.NaN), 'SIGKILL')
        await closed
      })
      return addressOf(server)
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

type RunOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
}

export type ToolchainProject = Awaited<ReturnType<typeof toolchainProject>>

/** The statements of a test that signs in and reads a turn to its end. */
export const askInTest = `
  await client.login({ email: 'demo@example.com', password: 'demo-password' })
  let text = ''
  for await (const { event, data } of client.react({ q: 'Where is my order?' }))
    if (event === 'answer' && data.type === 'delta') text += data.text
`

/** The address in the output of a server. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The server has no output.')
  const lines: string[] = []
  for await (const line of createInterface({ input: stdout })) {
    lines.push(line)
    const [address] = /http:\/\/(127\.0\.0\.1|localhost):\d+/.exec(line) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`The server ended without an address:\n${lines.join('\n')}`)
}
