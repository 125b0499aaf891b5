import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/** The command that starts a server process. */
export type Command = {
  readonly args: readonly string[]
  /** The program to start with the arguments. Default: Node. */
  readonly program?: string
  readonly cwd?: string
  /** The path that responds with 2xx once the server is ready. Default: `/`. */
  readonly readyPath?: string
}

/** A server in its own process. */
export type ServerProcess = {
  readonly port: number
  readonly url: string
  /** Milliseconds from the start of the process to the first response. */
  readonly readyAfter: number
  /** The first line on standard output. Rejects if the process exits without one. */
  firstLine(): Promise<string>
  /** The CPU time of all threads so far, in seconds. */
  cpu(): number
  /** Resident memory (RSS) in megabytes. */
  memory(): number
  stop(): Promise<void>
}

const startTimeout = 60_000

/** Starts a server and waits for its first response, a minute at most. */
export async function startServer(commandFor: (port: number) => Command): Promise<ServerProcess> {
  const port = await freePort()
  const { args, program = process.execPath, cwd, readyPath = '/' } = commandFor(port)
  const began = performance.now()
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 100_000) output += text
    })
  const exited = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  }
  const failure = () =>
    new Error(`Failed to start ${[program, ...args].join(' ')}: ${output.slice(-2000)}`)
  while (!(await isReady(port, readyPath)))
    if (child.exitCode !== null || performance.now() - began > startTimeout) {
      await stop()
      throw failure()
    }
  const readyAfter = performance.now() - began
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    readyAfter,
    async firstLine() {
      // The server may respond before its output arrives.
      while (!output.includes('\n'))
        await Promise.race([
          once(child.stdout, 'data'),
          exited.then(() => Promise.reject(failure())),
        ])
      return output.slice(0, output.indexOf('\n'))
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

/** Whether a server responds with 2xx. A refused connection resolves after two milliseconds. */
const isReady = (port: number, path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`)
    socket.once('data', (data) => {
      resolve(data.toString('latin1').startsWith('HTTP/1.1 2'))
      socket.destroy()
    })
    // If the server accepts the connection but never responds, another request is sent.
    socket.setTimeout(5000, () => socket.destroy())
    socket.once('error', () => setTimeout(() => resolve(false), 2))
    socket.once('close', () => resolve(false))
  })
