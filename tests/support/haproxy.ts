import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { isProving } from './proving.ts'

function onPath(): string | undefined {
  // Debian installs HAProxy outside the PATH of a user.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'haproxy')).find(existsSync)
}

/**
 * The HAProxy of this machine, for `npm run prove`. If it is missing, its tests are skipped with a
 * line that says so.
 */
export const haproxy: string | undefined = isProving ? onPath() : undefined
if (isProving && haproxy === undefined)
  process.stderr.write('There is no HAProxy: tests of replicas behind it are skipped.\n')

export const shippedConfig = readFileSync('tools/deploy/haproxy.cfg', 'utf8')

export type Balancer = {
  readonly url: string
  stop(): Promise<void>
}

type BalancerOptions = {
  readonly config?: string
  /** The addresses of replicas, by the variables of the configuration, such as `REPLICA_A`. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts HAProxy on a free port. Rejects with its output if it exits. */
export async function startBalancer({
  config = shippedConfig,
  env = {},
}: BalancerOptions): Promise<Balancer> {
  if (haproxy === undefined) throw new Error('There is no HAProxy.')
  // HAProxy inherits the socket, so that no other process can take the port in between.
  const server = createServer().listen(0, '127.0.0.1', 1024)
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  const { _handle: handle } = server as unknown as { readonly _handle: { readonly fd: number } }
  const folder = await mkdtemp(join(tmpdir(), 'haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, config)
  const child = spawn(haproxy, ['-db', '-f', file], {
    stdio: ['ignore', 'pipe', 'pipe', handle.fd],
    env: { ...process.env, BIND: 'fd@3', ...env },
  })
  server.close()
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'exit').then(() => {
    throw new Error(`HAProxy ended: ${output}`)
  })
  exited.catch(() => undefined)
  const url = `http://127.0.0.1:${port}`
  // The socket accepts connections before HAProxy answers them.
  await Promise.race([fetch(`${url}/__control/health`), exited])
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await exited.catch(() => undefined)
      await rm(folder, { recursive: true })
    },
  }
}
