import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../mocks/world/clock.ts'
import { runCommand, type CommandOptions } from '../../../testing/tolerance/run-command.ts'
import { temporaryFolder } from '../../support/start-serve.ts'

const { folder } = temporaryFolder()

const run = (command: readonly string[], options: Partial<CommandOptions> = {}) =>
  runCommand({
    command,
    environment: { ...process.env, UNDERSTUDY_RUN: folder.path, UNDERSTUDY_URL: 'http://x.test' },
    cwd: folder.path,
    timeout: 60_000,
    outputFile: join(folder.path, 'output.txt'),
    time: systemClock,
    stop: new AbortController().signal,
    ...options,
  })

/** Whether a process exists; a process that has ended but was not reaped does not count. */
async function isRunning(pid: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid.trim()}/stat`, 'utf8').catch(() => ') Z')
  return !/\) [ZX]/.test(status)
}

/** A clock that shortens every timer to at most 200 ms. */
const impatient = {
  now: () => systemClock.now(),
  after: (ms: number, act: () => void) => systemClock.after(Math.min(ms, 200), act),
}

const pidIn = (name: string) => readFile(join(folder.path, name), 'utf8')

async function secondRuns(): Promise<void> {
  if (!/\d\n/.test(await pidIn('second')))
    throw new Error('The process has not written its id yet.')
}

describe('a command', () => {
  it('a test command runs without a shell, and its output is stored', async () => {
    expect(await run(['printf', '%s', '$HOME; *'])).toEqual({
      code: 0,
      isTimeout: false,
      hasStarted: true,
      tail: '$HOME; *',
    })
    expect(await readFile(join(folder.path, 'output.txt'), 'utf8')).toBe('$HOME; *')
  })

  it.runIf(process.platform === 'linux')(
    'a test command whose output cannot be stored still ends with its code and its last lines',
    async () => {
      expect(
        await run(['sh', '-c', 'echo said; exit 3'], { outputFile: '/dev/full' }),
      ).toMatchObject({ code: 3, tail: 'said\n' })
    },
  )

  it.runIf(process.platform === 'linux')(
    'a test command ends although a detached process keeps the output of the command open',
    async () => {
      const daemon = 'env -i setsid sleep 60 & echo $! > left'
      const end = await run(['sh', '-c', daemon], { time: impatient })
      process.kill(Number(await pidIn('left')))
      expect(end.code).toBe(0)
    },
  )

  it('the error for a command that does not exist says what to do about quotes', async () => {
    expect(await run(['no-such-command'])).toMatchObject({
      hasStarted: false,
      problem: 'there is no command `no-such-command`',
    })
    expect((await run(['npm test'])).problem).toMatch(/write its words without quotes/)
  })

  it('a test command that reads its input gets an empty input, and a command without output ends', async () => {
    expect(await run(['cat'])).toMatchObject({ code: 0, tail: '' })
  })

  it('a test command that never ends is killed together with all of its processes', async () => {
    const script = 'echo $$ > first; sh -c "echo \\$\\$ > second; sleep 600" & sleep 600'
    const timeout = 500
    // The time is up only when both processes run, so that a slow machine does not matter.
    const time = {
      ...systemClock,
      after(ms: number, act: () => void) {
        if (ms !== timeout) return systemClock.after(ms, act)
        void vi.waitFor(secondRuns, 20_000).then(act)
        return () => {}
      },
    }
    const end = await run(['sh', '-c', script], { timeout, time })
    expect(end).toMatchObject({
      code: null,
      isTimeout: true,
      problem: 'it did not end within 0.5 s',
    })
    for (const name of ['first', 'second']) expect(await isRunning(await pidIn(name))).toBe(false)
  })

  it('a test command that ignores SIGTERM is killed', async () => {
    const end = await run(['sh', '-c', 'trap "" TERM; while :; do sleep 0.05; done'], {
      timeout: 1,
      time: impatient,
    })
    expect(end).toMatchObject({ code: null, isTimeout: true })
  })

  it.runIf(process.platform === 'linux')(
    'a process that a command leaves behind in a group of its own is killed',
    async () => {
      const left = `require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })`
      const script = `const c = ${left}; require('node:fs').writeFileSync('left', String(c.pid)); c.unref()`
      expect(await run([process.execPath, '-e', script])).toMatchObject({ code: 0 })
      expect(await isRunning(await pidIn('left'))).toBe(false)
    },
  )

  it('a test command is killed when the session is stopped', async () => {
    const stop = new AbortController()
    const ending = run(['sleep', '600'], { stop: stop.signal })
    stop.abort()
    expect(await ending).toMatchObject({ code: null, problem: 'the run was stopped' })
  })

  it('the beginning of an endless output is stored in a file, and its end is shown', async () => {
    const script = 'head -c 9000000 /dev/zero | tr "\\0" x; echo; echo the end'
    const { tail } = await run(['sh', '-c', script])
    expect(tail.length).toBeLessThan(5000)
    expect(tail).toMatch(/the end\n$/)
    const output = await readFile(join(folder.path, 'output.txt'))
    expect(output.length).toBeLessThan(3_000_000)
  })
})
