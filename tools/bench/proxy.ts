import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readStreams, runCalls } from './load/load.ts'
import { type ServerProcess, startServer } from './process.ts'
import { httpRequest } from './servers/server.ts'
import { formatSpread, median, ratiosTo, runRounds } from './statistics.ts'

/**
 * Compares the proxy with a minimal Node proxy: the time of a call, and the CPU time of 500
 * parallel streams. Started by `npm run bench:proxy`; takes about two minutes.
 */

const program = 'dist/cli/understudy.js'
const bareServerFile = fileURLToPath(new URL('servers/bare.mjs', import.meta.url))
const bareProxyFile = fileURLToPath(new URL('servers/bare-proxy.mjs', import.meta.url))
const bareName = 'bare Node proxy'
const roundCount = 5
const folder = mkdtempSync(join(tmpdir(), 'bench-proxy-'))

/** The maximum ratios of the proxy's figures to those of the minimal proxy. */
const bounds = {
  'passing through': { p50: 1.3, cpu: 1.3 },
  'with --record': { p50: 3, cpu: 2 },
  // The measured ratio is 3.14: --check also compares each call with the contract.
  'with --check and --record': { p50: 3.5, cpu: 2 },
} as const

/** The events of a turn: 100 deltas, one every 20 ms. */
const events = Array.from({ length: 100 }, (_, index) => ({
  at: index * 20,
  id: index + 1,
  event: index === 99 ? 'end' : 'answer',
  data: { cursor: index + 1, type: 'delta', text: 'some words of an answer ' },
}))
writeFileSync(join(folder, 'events.json'), JSON.stringify(events))
writeFileSync(
  join(folder, 'page.json'),
  JSON.stringify({ items: events.slice(0, 20), total: 20, page: 1, size: 20, pages: 1 }),
)

type Subject = {
  readonly name: string
  readonly page: ServerProcess
  readonly stream: ServerProcess
}
type Result = { readonly p50: number; readonly callCpu: number; readonly streamCpu: number }

const bareServer = (kind: string) =>
  startServer((port) => ({ args: [bareServerFile, `${port}`, kind, folder] }))
const bareProxy = (to: string) => startServer((port) => ({ args: [bareProxyFile, `${port}`, to] }))
const ourProxy = (to: string, ...flags: string[]) =>
  startServer((port) => ({ args: [program, 'proxy', '--to', to, '--port', `${port}`, ...flags] }))

async function startSubject(
  name: string,
  start: (to: string, kind: string) => Promise<ServerProcess>,
): Promise<Subject> {
  const [page, stream] = await Promise.all([start(pages.url, 'page'), start(turns.url, 'turn')])
  return { name, page, stream }
}

const pages = await bareServer('page')
const turns = await bareServer('events')
const call = httpRequest('GET', '/api/agents')
const turn = httpRequest('POST', '/api/react', {}, { q: 'Hello' })

async function measure({ name, page, stream }: Subject): Promise<Result> {
  const { p50, cpu } = await runCalls(page, {
    request: call,
    connections: 1,
    warmUp: 300,
    period: 1500,
  })
  const streams = await readStreams(stream, {
    requests: Array.from({ length: 500 }, () => turn),
    spread: 1000,
    dueTimes: events.map(({ at }) => at),
  })
  if (streams.complete < 1) throw new Error(`${name}: some streams did not receive every event.`)
  return { p50, callCpu: cpu, streamCpu: streams.cpu }
}

const subjects: Subject[] = []
try {
  subjects.push(await startSubject(bareName, bareProxy))
  subjects.push(await startSubject('passing through', (to) => ourProxy(to)))
  subjects.push(
    await startSubject('with --record', (to, kind) =>
      ourProxy(to, '--record', join(folder, `${kind}.har`)),
    ),
  )
  subjects.push(
    await startSubject('with --check and --record', (to, kind) =>
      ourProxy(to, '--check', '--record', join(folder, `${kind}-checked.har`)),
    ),
  )
  const results = await runRounds(roundCount, subjects, measure)
  const bare = results.get(bareName) ?? []
  const ratiosOf = (name: string, figure: (result: Result) => number) =>
    ratiosTo((results.get(name) ?? []).map(figure), bare.map(figure))
  console.log('|  | p50 × bare | CPU of a call × bare | CPU of a stream × bare |')
  console.log('| --- | --: | --: | --: |')
  for (const [name, { p50, cpu }] of Object.entries(bounds)) {
    const figures = [
      ratiosOf(name, (result) => result.p50),
      ratiosOf(name, ({ callCpu }) => callCpu),
      ratiosOf(name, ({ streamCpu }) => streamCpu),
    ]
    console.log(`| ${name} | ${figures.map(formatSpread).join(' | ')} |`)
    const [times = [], , cpus = []] = figures
    for (const [what, values, most] of [
      ['p50', times, p50],
      ['CPU of a stream', cpus, cpu],
    ] as const)
      if (median(values) > most) {
        console.log(`${name}: ${what} is more than ${most} × that of the bare proxy`)
        process.exitCode = 1
      }
  }
} finally {
  const all = subjects.flatMap(({ page, stream }) => [page, stream])
  await Promise.all([...all, pages, turns].map((server) => server.stop()))
  rmSync(folder, { recursive: true })
}
