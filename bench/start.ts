import { spawn } from 'node:child_process'
import { arch, cpus, platform } from 'node:os'
import { once } from 'node:events'

/** How long `serve` takes from its start to its first answer, beside a bare HTTP server. */

const rounds = 9
const bareServer = `
  const server = require('node:http').createServer((request, response) => response.end('{}'))
  server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port })))
`
const contestants: Readonly<Record<string, readonly string[]>> = {
  'bare node:http': ['-e', bareServer],
  'understudy serve': ['dist/cli/understudy.js', 'serve', '--port', '0', '--json'],
}

/** Milliseconds from spawning a server to its first answer. */
async function timeToFirstAnswer(args: readonly string[]): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { url } = JSON.parse(String(line).split('\n')[0] ?? '') as { url: string }
    await (await fetch(`${url}/__control/health`)).arrayBuffer()
    return performance.now() - began
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const times = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]))
for (let round = 0; round < rounds; round++)
  for (const [name, args] of Object.entries(contestants))
    times.get(name)?.push(await timeToFirstAnswer(args))

const [bare = 1] = [...times.values()].map(median)
console.log(
  `${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, ${platform()} ${arch()}, Node ${process.version}`,
)
console.log(`spawn → first answer, ${rounds} interleaved rounds\n`)
for (const [name, values] of times) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const ratio = (median(values) / bare).toFixed(2)
  console.log(
    `${name.padEnd(18)} ${median(values).toFixed(0).padStart(5)} ms  (${least.toFixed(0)}–${most.toFixed(0)})  × ${ratio}`,
  )
}
