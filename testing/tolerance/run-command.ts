import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

/** The clock and the timers, passed in by the caller. */
export type Time = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` after `ms` milliseconds. The returned function cancels the call. */
  after(ms: number, run: () => void): () => void
}

export type CommandOptions = {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The working directory. */
  readonly cwd: string
  /** Milliseconds after which the command is killed. */
  readonly timeout: number
  /** The file to which the output of the command is written. */
  readonly outputFile: string
  readonly time: Time
  /** Kills the command when it is aborted. */
  readonly stop: AbortSignal
}

/** The end of a command: its exit code, or the reason why it was stopped. */
export type CommandEnd = {
  /** The exit code of the command; `null` if the command was killed or did not start. */
  readonly code: number | null
  /** Why the command did not start or was killed, as a sentence; otherwise absent. */
  readonly problem?: string
  readonly isTimeout: boolean
  readonly hasStarted: boolean
  /** The last lines of the command's output. */
  readonly tail: string
}

/** The maximum bytes of output in the file. The last `maxTail` characters are also in memory. */
const maxOutput = 2_000_000
const maxTail = 4000
/** Milliseconds between SIGTERM and SIGKILL, in which runners can close their browsers. */
export const stopGrace = 3000
/**
 * Milliseconds between attempts to kill processes. After the maximum number of attempts, a process
 * that hangs in the kernel is left.
 */
const killPause = 10
const maxKillRounds = 500
/** The maximum milliseconds to wait for pipes that a process without our environment keeps open. */
const maxPipeWait = 1000

/**
 * Runs a command without a shell in its own process group. When it ends, kills its other processes.
 * Its standard input is empty. Resolves when no process is left.
 */
export async function runCommand(options: CommandOptions): Promise<CommandEnd> {
  const { command, environment, cwd, timeout, time, stop, outputFile } = options
  const [program = '', ...rest] = command
  const child = spawn(program, rest, {
    cwd,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [written, tail] = [0, '']
  const output = createWriteStream(outputFile)
  // On a full disk, only the tail of the output is kept.
  output.on('error', () => (written = Number.POSITIVE_INFINITY))
  const keep = (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-maxTail)
    if (written > maxOutput) return
    written += chunk.length
    output.write(chunk)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let problem: string | undefined
  let isTimeout = false
  const cancels: (() => void)[] = []
  const end = (reason: string) => {
    problem ??= reason
    signalGroup(child.pid, 'SIGTERM')
    cancels.push(time.after(stopGrace, () => signalGroup(child.pid, 'SIGKILL')))
  }
  cancels.push(
    time.after(timeout, () => {
      isTimeout = true
      end(`it did not end within ${Math.round(timeout / 100) / 10} s`)
    }),
  )
  const onStop = () => end('the run was stopped')
  stop.addEventListener('abort', onStop)
  if (stop.aborted) onStop()
  const closed = once(child, 'close').catch(() => undefined)
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    child.once('exit', () => resolve(undefined))
    child.on('error', resolve)
  })
  stop.removeEventListener('abort', onStop)
  for (const cancel of cancels) cancel()
  if (failure !== undefined && child.pid === undefined)
    return {
      code: null,
      problem: startProblem(failure, command),
      isTimeout,
      hasStarted: false,
      tail,
    }
  // The command may have left processes in the background, which keep the pipes open.
  signalGroup(child.pid, 'SIGKILL')
  await killDescendants(environment, time)
  await waitAtMost(maxPipeWait, closed, time)
  child.stdout.destroy()
  child.stderr.destroy()
  await finish(output)
  const killed = child.signalCode === null ? undefined : `it was killed by ${child.signalCode}`
  const reason = problem ?? killed
  return {
    code: child.exitCode,
    ...(reason !== undefined && { problem: reason }),
    isTimeout,
    hasStarted: true,
    tail,
  }
}

/** Waits for a promise, at most `ms` milliseconds. */
async function waitAtMost(ms: number, settled: Promise<unknown>, time: Time): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const cancel = time.after(ms, resolve)
  await Promise.race([settled, late])
  cancel()
}

/** Writes the rest of a file. Resolves also if the file can't be written. */
const finish = (output: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (output.closed) resolve()
    else output.once('close', () => resolve()).end()
  })

function startProblem({ code }: NodeJS.ErrnoException, command: readonly string[]): string {
  const [program = ''] = command
  // For a program without a path, EACCES can also mean that a folder of PATH is not readable.
  if (code === 'EACCES' && program.includes('/')) return `\`${program}\` is not executable`
  if (code !== 'ENOENT' && code !== 'EACCES') return `\`${program}\` did not start: ${code}`
  return /\s/.test(program)
    ? `there is no command \`${program}\`: write its words without quotes, or use \`sh -c '…'\``
    : `there is no command \`${program}\``
}

/** Sends a signal to all processes of a group, which `pid` leads. Ignores an empty group. */
export function signalGroup(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid !== undefined) signalProcess(-pid, name)
}

function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended already.
  }
}

/** Kills the processes that left the group. Repeats the kill, because it takes effect later. */
async function killDescendants(
  environment: CommandOptions['environment'],
  time: CommandOptions['time'],
): Promise<void> {
  if (process.platform !== 'linux') return
  for (let round = 0; round < maxKillRounds; round++) {
    const pids = await findDescendants(environment)
    if (pids.length === 0) return
    for (const pid of pids) signalProcess(pid, 'SIGKILL')
    await new Promise<void>((resolve) => time.after(killPause, resolve))
  }
}

/**
 * Finds the processes that left the group of a command, such as browsers and web servers. Linux
 * shows the environment of each process. Two variables identify those of the command: a unique run
 * folder, and an address, which the run's own server does not have.
 */
async function findDescendants(environment: CommandOptions['environment']): Promise<number[]> {
  const signs = ['UNDERSTUDY_RUN', 'UNDERSTUDY_URL'].map((name) => `${name}=${environment[name]}`)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const isDescendant = await Promise.all(
    pids.map(async (pid) => {
      // A process that has ended has no environment.
      const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      const variables = text.split('\0')
      return pid !== process.pid && signs.every((sign) => variables.includes(sign))
    }),
  )
  return pids.filter((_, index) => isDescendant[index])
}
