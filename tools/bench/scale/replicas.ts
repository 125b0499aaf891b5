import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallResult, runCalls } from '../load/load.ts'
import { type ServerProcess, startServer } from '../process.ts'
import { httpRequest } from '../servers/server.ts'
import { listPath } from '../servers/understudy.ts'
import { formatSpread, ratiosTo, runRounds } from '../statistics.ts'

/**
 * Measures 1, 2 and 4 replicas behind HAProxy, and one replica without it. Four processes each call
 * one of 64 worlds. Started by `npm run bench:scale`; takes about two minutes.
 */

const replicaCounts = [1, 2, 4]
const worldCount = 64
const callerCount = 4
const program = 'dist/cli/understudy.js'
const folder = mkdtempSync(join(tmpdir(), 'scale-out-'))

type Subject = {
  readonly name: string
  readonly front: ServerProcess
  readonly replicas: readonly ServerProcess[]
  readonly requests: readonly string[]
}

type Result = { readonly calls: number; readonly replicaCpu: number; readonly proxyCpu: number }

const startReplica = (name: string) =>
  startServer((port) => ({
    args: [program, 'serve', '--port', `${port}`, '--replica', name, '--json'],
    readyPath: '/__control/health',
  }))

async function startSubject(count: number, isDirect: boolean): Promise<Subject> {
  const names = ['a', 'b', 'c', 'd'].slice(0, count)
  const replicas = await Promise.all(names.map(startReplica))
  const [first] = replicas
  if (first === undefined) throw new Error('The number of replicas must be at least 1.')
  const front = isDirect ? first : await startProxy(replicas)
  const requests: string[] = []
  for (let index = 0; index < worldCount; index++) {
    const body = JSON.stringify({ name: `world ${index}` })
    const headers = { 'content-type': 'application/json' }
    const created = await fetch(`${front.url}/__control/worlds`, { method: 'POST', headers, body })
    const { keys } = (await created.json()) as { readonly keys: Record<string, string> }
    requests.push(httpRequest('GET', listPath, { authorization: `Bearer ${keys['full']}` }))
  }
  const name = isDirect ? 'no HAProxy' : `${count} behind HAProxy`
  return { name, front, replicas, requests }
}

/** Starts HAProxy with the shipped configuration and as many servers as there are replicas. */
async function startProxy(replicas: readonly ServerProcess[]): Promise<ServerProcess> {
  const shipped = readFileSync('tools/deploy/haproxy.cfg', 'utf8').replaceAll(
    /^ +server .*\n/gm,
    '',
  )
  const servers = replicas
    .map(({ port }, index) => `    server r${index} 127.0.0.1:${port} id ${index + 1}\n`)
    .join('')
  const config = shipped
    .replace(/^( +default-server weight.*\n)/m, (line) => line + servers)
    .replace(/^backend readiness\n(?: +.*\n)+/m, '')
  return startServer((port) => {
    const file = join(folder, `${port}.cfg`)
    writeFileSync(file, config.replace('"${BIND-:8080}"', `127.0.0.1:${port}`))
    return { program: 'haproxy', args: ['-db', '-f', file], readyPath: '/__control/health' }
  })
}

const totalCpu = (servers: readonly ServerProcess[]) =>
  servers.reduce((sum, server) => sum + server.cpu(), 0)

/** Calls one world from each of several parallel processes, on four connections per process. */
async function measure({ front, replicas, requests }: Subject): Promise<Result> {
  const cpuBefore = { replicas: totalCpu(replicas), front: front.cpu() }
  const load = { connections: 4, warmUp: 500, period: 2000 }
  const chosenRequests = Array.from(
    { length: callerCount },
    (_, index) => requests[index * 13] ?? '',
  )
  const results: CallResult[] = await Promise.all(
    chosenRequests.map((request) => runCalls(front, { ...load, request })),
  )
  const calls = results.reduce((sum, { callsPerSecond }) => sum + callsPerSecond, 0)
  // The CPU time includes the warm-up, so the calls of the warm-up are counted, too.
  const all = (calls * (load.warmUp + load.period)) / 1000
  const isDirect = replicas.includes(front)
  return {
    calls,
    replicaCpu: ((totalCpu(replicas) - cpuBefore.replicas) * 1e6) / all,
    proxyCpu: isDirect ? 0 : ((front.cpu() - cpuBefore.front) * 1e6) / all,
  }
}

const subjects: Subject[] = []
try {
  for (const count of replicaCounts) subjects.push(await startSubject(count, false))
  subjects.push(await startSubject(1, true))
  const rounds = await runRounds(5, subjects, measure)
  const base = rounds.get('1 behind HAProxy')?.map(({ calls }) => calls) ?? []
  console.log('|  | calls/s | × 1 behind HAProxy | replica CPU µs | HAProxy CPU µs |')
  console.log('| --- | --: | --: | --: | --: |')
  for (const [name, results] of rounds) {
    const cells = [
      formatSpread(results.map(({ calls }) => calls)),
      formatSpread(
        ratiosTo(
          results.map(({ calls }) => calls),
          base,
        ),
      ),
      formatSpread(results.map(({ replicaCpu }) => replicaCpu)),
      formatSpread(results.map(({ proxyCpu }) => proxyCpu)),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
} finally {
  for (const { front, replicas } of subjects)
    await Promise.all([front, ...replicas].map((server) => server.stop()))
  rmSync(folder, { recursive: true })
}
