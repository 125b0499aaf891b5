import { constants } from 'node:os'
import { systemClock } from '../../mocks/world/clock.ts'
import { signalGroup, stopGrace, type Time } from '../../testing/tolerance/run-command.ts'

// An import from node:child_process evaluates all its exports.
const { spawn } = process.getBuiltinModule('node:child_process')

/** The exit code of a command that was interrupted. */
const interruptedExitCode = 130

/**
 * Runs the command of `serve --exec` in a shell, and resolves to its exit code at its end. When the
 * server stops, the command and all processes that it started get SIGTERM, and later SIGKILL.
 */
export async function runCommandBesideServer(
  command: string,
  url: string,
  stopped: Promise<void>,
  time: Pick<Time, 'after'> = systemClock,
): Promise<number> {
  const child = spawn(command.replaceAll('{url}', url), {
    shell: true,
    env: { ...process.env, UNDERSTUDY_URL: url },
    // The command gets its own process group: a stop then ends all processes that it started.
    detached: true,
    stdio: 'inherit',
  })
  let isStopped = false
  let cancelKill: (() => void) | undefined
  const stop = () => {
    if (isStopped) return
    isStopped = true
    signalGroup(child.pid, 'SIGTERM')
    cancelKill = time.after(stopGrace, () => signalGroup(child.pid, 'SIGKILL'))
  }
  void stopped.then(stop)
  try {
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
      (resolve, reject) => {
        child.once('error', reject)
        child.once('exit', (...end) => resolve(end))
      },
    )
    if (isStopped) return interruptedExitCode
    return signal === null ? (code ?? 1) : 128 + constants.signals[signal]
  } finally {
    cancelKill?.()
    // Ends processes that the command left running in the background.
    signalGroup(child.pid, isStopped ? 'SIGKILL' : 'SIGTERM')
    isStopped = true
  }
}
