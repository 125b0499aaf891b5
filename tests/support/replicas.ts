import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'
import { runCommand } from '../../cli/run-command.ts'
import { type Balancer, startBalancer } from './haproxy.ts'

/** A replica in its own process with its own folder. */
export type ReplicaProcess = {
  readonly name: string
  readonly url: string
  /** Kills the replica, and starts it again on the same port. */
  kill(): Promise<void>
  restart(): Promise<void>
  /** Sends SIGTERM; resolves with the exit code. */
  end(): Promise<number | null>
}

const command = 'dist/cli/understudy.js'

/** Starts replicas, which are stopped after the tests of the file. */
export function replicaStarter() {
  const ending: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    await Promise.all(ending.map((end) => end()))
  })

  async function startReplica(name: string, ...flags: string[]): Promise<ReplicaProcess> {
    const folder = await mkdtemp(join(tmpdir(), `replica-${name}-`))
    let child: ReturnType<typeof run>
    const run = (port: string) =>
      spawn(
        process.execPath,
        [command, 'serve', '--json', '--port', port, '--replica', name, '--data', folder, ...flags],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      )
    const ready = async () => {
      let errors = ''
      child.stderr.on('data', (piece) => (errors += String(piece)))
      for await (const line of createInterface({ input: child.stdout }))
        return JSON.parse(line) as { readonly url: string; readonly listening?: string }
      throw new Error(`The replica did not start: ${errors}`)
    }
    child = run('0')
    const first = await ready()
    const url = first.listening ?? first.url
    const kill = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    ending.push(async () => {
      await kill()
      await rm(folder, { recursive: true })
    })
    return {
      name,
      url,
      kill,
      async restart() {
        child = run(new URL(url).port)
        await ready()
      },
      async end() {
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        const [code] = (await gone) as [number | null]
        return code
      },
    }
  }

  return {
    startReplica,
    startReplicas: (...names: string[]) => Promise.all(names.map((name) => startReplica(name))),
    /** Starts HAProxy in front of these replicas. */
    async balance(replicas: readonly ReplicaProcess[], config?: string): Promise<Balancer> {
      const addresses = replicas.map(({ name, url }) => [
        `REPLICA_${name.toUpperCase()}`,
        new URL(url).host,
      ])
      const env = Object.fromEntries(addresses)
      const balancer = await startBalancer({ env, ...(config !== undefined && { config }) })
      ending.push(() => balancer.stop())
      return balancer
    },
  }
}

/** The shipped configuration without a server. */
export const withoutServer = (config: string, name: string) =>
  config.replaceAll(new RegExp(`^ +server ${name} .*\n`, 'gm'), '')

/** The name of the replica that responded. */
export const replicaOf = ({ headers }: Response) => headers.get('x-understudy-replica')

export const json = { 'content-type': 'application/json' }

/** Creates worlds through the load balancer, each with a record that only it has. */
export async function createWorlds(base: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const created = await fetch(`${base}/__control/worlds`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name }),
    })
    if (created.status !== 201) throw new Error(`${name}: ${await created.text()}`)
    const { keys } = (await created.json()) as { readonly keys: Record<string, string> }
    const headers = { ...json, authorization: `Bearer ${keys['full']}` }
    const body = JSON.stringify({ title: `Only in ${name}` })
    await fetch(`${base}/api/conversations`, { method: 'POST', headers, body })
  }
}

/** The titles of the newest conversations of a world, and the replica that holds it. */
export async function newestTitle(base: string, name: string) {
  const path = `/w/${encodeURIComponent(name)}/__control/records/conversations?q=Only%20in`
  const response = await fetch(base + path)
  const page = (await response.json()) as { readonly items?: { readonly title: string }[] }
  return {
    status: response.status,
    replica: replicaOf(response),
    titles: page.items?.map(({ title }) => title) ?? [],
  }
}

/** Runs `agent-understudy worlds …` in this process. */
export async function runWorlds(...argv: string[]) {
  const output = { out: '', errors: '' }
  const code = await runCommand(['worlds', ...argv], {
    stdout: { write: (text: string) => (output.out += text) },
    stderr: { write: (text: string) => (output.errors += text) },
    stopped: new Promise(() => undefined),
  })
  return { code, ...output }
}
