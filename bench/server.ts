import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/** How a server is started; `port` is where it is to listen. */
export type Launch = {
  readonly args: readonly string[]
  /** What runs the arguments; Node unless given. */
  readonly program?: string
  readonly cwd?: string
  /** The path that is answered with a 2xx once it is ready; `/` unless given. */
  readonly health?: string
}

/** A server in a process of its own. */
export type Server = {
  readonly port: number
  readonly url: string
  /** Milliseconds from its start to its first answer. */
  readonly readyAfter: number
  /** The first line that it prints. Rejects where it ends before. */
  firstLine(): Promise<string>
  /** Seconds of CPU that it has used, all threads together. */
  cpu(): number
  /** Megabytes of memory that it occupies (RSS). */
  memory(): number
  stop(): Promise<void>
}

const patience = 60_000

/** Starts a server and waits for its first answer. Throws where it ends or says nothing for a minute. */
export async function start(launch: (port: number) => Launch): Promise<Server> {
  const port = await freePort()
  const { args, program = process.execPath, cwd, health = '/' } = launch(port)
  const began = performance.now()
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (printed.length < 100_000) printed += text
    })
  const ended = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  }
  const failure = () =>
    new Error(`Failed to start ${[program, ...args].join(' ')}: ${printed.slice(-2000)}`)
  while (!(await answers(port, health))) {
    const waited = performance.now() - began
    if (child.exitCode !== null || waited > patience) {
      await stop()
      throw failure()
    }
  }
  const readyAfter = performance.now() - began
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    readyAfter,
    async firstLine() {
      // It may be ready before what it printed has come here.
      while (!printed.includes('\n'))
        await Promise.race([
          once(child.stdout, 'data'),
          ended.then(() => Promise.reject(failure())),
        ])
      return printed.slice(0, printed.indexOf('\n'))
    },
    cpu: () =>
      readdirSync(`/proc/${child.pid}/task`)
        .map((thread) => Number(read(`task/${thread}/schedstat`).split(' ')[0]) / 1e9)
        .reduce((sum, seconds) => sum + seconds, 0),
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) / 1024,
    stop,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

/** Whether a server answers with a 2xx; a refused connection is an answer after two milliseconds. */
const answers = (port: number, path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`)
    socket.once('data', (data) => {
      resolve(data.toString('latin1').startsWith('HTTP/1.1 2'))
      socket.destroy()
    })
    // Who takes a connection and never answers is asked again.
    socket.setTimeout(5000, () => socket.destroy())
    socket.once('error', () => setTimeout(() => resolve(false), 2))
    socket.once('close', () => resolve(false))
  })
