import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serve } from '../../cli/serve.ts'
import { runCommandBesideServer } from '../../cli/serve/exec.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type Ready, refusal, temporaryFolder } from '../support/start-serve.ts'

const { folder } = temporaryFolder()

/** Runs `serve --exec`; returns its exit code and what it wrote. */
async function run(command: string, ...flags: string[]) {
  const written: string[] = []
  const output = { write: (text: string) => written.push(text) }
  const code = await serve(['--port', '0', '--exec', command, ...flags], {
    stdout: output,
    stderr: output,
    stopped: new Promise(() => {}),
  })
  return { code, written: written.join('') }
}

/** Runs a command with the address of a server that never answers `/held`, and other paths after it. */
async function started(command: string) {
  const held = Promise.withResolvers<Socket>()
  const server = createServer(({ url, socket }, response) => {
    if (url === '/held') held.resolve(socket)
    else void held.promise.then(() => response.end())
  }).listen(0)
  const stopping = Promise.withResolvers<void>()
  const clock = createManualClock()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ended = runCommandBesideServer(command, url, stopping.promise, clock)
  const socket = await held.promise
  server.close()
  return { ended, clock, stop: () => stopping.resolve(), callEnded: once(socket, 'close') }
}

describe('`serve --exec`', () => {
  it('`serve --exec` runs the command while the server answers, and ends with its exit code', async () => {
    const file = join(folder.path, 'version.json')
    const { code, written } = await run(
      `curl -sf {url}/api/version -o ${file} && test {url} = "$UNDERSTUDY_URL" && exit 7`,
    )
    expect(code).toBe(7)
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('version')
    expect(written).toMatch(/^Understudy serves http:\/\/127\.0\.0\.1:\d+ for: curl .*\n$/)
  })

  it('`serve --exec` leaves standard output to the command, except for the line of --json', async () => {
    expect(await run('exit 0', '--quiet')).toEqual({ code: 0, written: '' })
    const { written } = await run('exit 0', '--quiet', '--json')
    expect(JSON.parse(written)).toHaveProperty('url')
  })

  it('`serve --exec` exits like a shell: with 137 after SIGKILL, and with 127 for an unknown command', async () => {
    expect((await run('kill -KILL $$', '--quiet')).code).toBe(137)
    expect((await run('no-such-command-here 2> /dev/null', '--quiet')).code).toBe(127)
  })

  it('stopping `serve --exec` ends all processes that its command started', async () => {
    const { ended, stop, callEnded } = await started('curl -s {url}/held & wait; exit 5')
    stop()
    expect(await ended).toBe(130)
    await callEnded
  })

  it('a command of `serve --exec` that ignores SIGTERM is killed later', async () => {
    const { ended, clock, stop, callEnded } = await started("trap '' TERM; curl -s {url}/held")
    stop()
    await expect.poll(() => clock.waiting).toBe(1)
    clock.pass(3000)
    expect(await ended).toBe(130)
    await callEnded
  })

  it('background processes of the command of `serve --exec` end with the command', async () => {
    const { ended, callEnded } = await started('curl -s {url}/held & curl -s {url}/; exit 4')
    expect(await ended).toBe(4)
    await callEnded
  })

  it('`serve --exec` refuses an empty command before it starts', async () => {
    expect(await refusal('--exec', ' ')).toBe(
      '--exec takes a command, such as "npm test", not ` `.',
    )
  })
})

describe('a command that npx has started', () => {
  it.skipIf(process.platform === 'win32')(
    'a server ends when a signal has ended the shell in which npx started it',
    async () => {
      const command = `'${process.execPath}' dist/cli/understudy.js serve --port 0 --json; true`
      const env = { ...process.env, npm_command: 'exec' }
      const shell = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'ignore'] })
      const lines = shell.stdout.setEncoding('utf8')[Symbol.asyncIterator]()
      const { url } = JSON.parse(String((await lines.next()).value)) as Ready
      shell.kill('SIGTERM')
      // The pipe closes with the server.
      expect(await lines.next()).toMatchObject({ done: true })
      await expect(fetch(url)).rejects.toThrow('fetch failed')
    },
  )
})
