import { isError } from '../contract/realm-safe.ts'
import { type Io, isHelp } from './command-line.ts'
import { configuredLine, mainHelp, pageOf, runCommand } from './run-command.ts'

// The text for the second Ctrl-C. `compare` runs the suite twice, so the later run sets the text.
let secondInterruptText: (() => string) | undefined

/** Calls `stop` when the parent process has ended, because the shell of npx forwards no signals. */
function onParentExit(stop: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500)
  timer.unref()
}

/** Stops a command such as `serve`, which runs until it is stopped. */
let stop: (() => void) | undefined

const whenInterrupted = (): Promise<void> =>
  new Promise((resolve) => {
    // SIGHUP is sent when the terminal closes.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve())
    if (process.env['npm_command'] === 'exec') onParentExit(resolve)
  })

/** The error is EPIPE for a closed pipe, and EIO for a closed terminal. */
const isReaderGone = ({ code }: NodeJS.ErrnoException) => code === 'EPIPE' || code === 'EIO'

let interrupted: Promise<void> | undefined
let stopped: Promise<void> | undefined
let stderr: typeof process.stderr | undefined

const io: Io = {
  stdout: process.stdout,
  // `stderr` is a getter, because creating the stream takes time, and a server rarely writes to it.
  get stderr() {
    // The reader of the log may end before the command.
    stderr ??= process.stderr.on('error', (error: NodeJS.ErrnoException) => {
      if (!isReaderGone(error)) throw error
    })
    return stderr
  },
  // Signals are handled only after a command has read `interrupted` or `stopped`.
  get interrupted() {
    return (interrupted ??= whenInterrupted())
  },
  get stopped() {
    return (stopped ??= new Promise((resolve) => {
      stop = resolve
      void io.interrupted?.then(resolve)
    }))
  },
  exitOnNextStop(sentence) {
    const isFirst = secondInterruptText === undefined
    secondInterruptText = sentence
    if (!isFirst) return
    const end = () => {
      process.stderr.write(secondInterruptText?.() ?? '')
      process.exit(130)
    }
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
  },
}

// A reader such as `head` may close the pipe early. A command with a result still completes.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!isReaderGone(error)) throw error
  stop?.()
})

async function run(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv
  if (name === 'help' && rest.length > 0) return runCommand([...rest, '--help'], io)
  if (name === undefined || name === 'help' || isHelp(name)) {
    io.stdout.write(mainHelp())
    return name === undefined ? (await import('./command-line.ts')).usageExitCode : 0
  }
  if (name === '--version' || name === '-v') {
    io.stdout.write(`${(await import('./command-line.ts')).packageVersion()}\n`)
    return 0
  }
  return runCommand(await configuredLine(argv), io)
}

/** Runs the command line of this process, and sets the exit code. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  // Node exits with 0 if a command waits for an event that cannot come: that is no success.
  process.once('beforeExit', () => {
    process.stderr.write(
      'The command stopped before its end. Please report this, with the command.\n',
    )
    process.exit(1)
  })
  process.exitCode = await run(argv).catch(async (error: unknown) => {
    // Compares the name of the error, because importing its class would load rarely used code.
    if (!(isError(error) && error.name === 'UsageError')) {
      const { escapeStack } = await import('../contract/escape.ts')
      io.stderr.write(`${escapeStack(error)}\n`)
      return 1
    }
    const page = pageOf(argv)
    const more = page && `More: ${(await import('./doc-pages.ts')).docFile(page)}\n`
    io.stderr.write(`${error.message}\n${more ?? ''}`)
    return (await import('./command-line.ts')).usageExitCode
  })
  // Without `exit`, an open connection to a target that does not respond keeps the process alive.
  process.stdout.write('', () => process.stderr.write('', () => process.exit()))
}
