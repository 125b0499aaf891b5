import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { loadedFiles } from '../support/loaded-files.ts'
import { temporaryFolder } from '../support/start-serve.ts'

// Each loaded file costs up to a millisecond. Modules that other commands and exports share with the
// fake, such as the names of secrets, are files of their own.
const mostAtStart = 6
const mostAfterFirstList = 41

test('`serve` loads few files before it is ready, and few more for the first request of a list', async () => {
  const { atStart, afterCalls } = await loadedFiles(async (output) => {
    const [url] = /http:\/\/[\d.:]+/.exec(output) ?? []
    const [, key] = /API key +(\S+)/.exec(output) ?? []
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${url}/api/conversations`, { headers })).status).toBe(200)
  })
  expect(atStart.length).toBeLessThanOrEqual(mostAtStart)
  expect(afterCalls.length).toBeLessThanOrEqual(mostAfterFirstList)
  // None of the loaded files contains the code of `--model`.
  const texts = await Promise.all(afterCalls.map((file) => readFile(file, 'utf8')))
  expect(texts.filter((text) => text.includes('chat/completions'))).toEqual([])
})

const { folder } = temporaryFolder()

test('`serve` writes its compile cache early enough that a killed server leaves it for the next start', async () => {
  // The server gets no variables of this process, because they could switch the cache off.
  const env = { NODE_COMPILE_CACHE: folder.path }
  const args = ['dist/cli/understudy.js', 'serve', '--port', '0']
  const server = spawn(process.execPath, args, { env, stdio: 'ignore' })
  const ended = once(server, 'exit')
  try {
    const entries = () => readdirSync(folder.path, { recursive: true, withFileTypes: true })
    const files = () => entries().filter((entry) => entry.isFile())
    await vi.waitFor(() => expect(files().length).toBeGreaterThan(1), { timeout: 20_000 })
  } finally {
    server.kill('SIGKILL')
    await ended
  }
})

test('`serve` loads SQLite only with --data', async () => {
  const report = `process.on('exit', () => process.stderr.write('sqlite ' + process.moduleLoadList.some((name) => name.includes('sqlite'))))`
  const reportOf = async (...flags: string[]) => {
    const args = ['--import', `data:text/javascript,${encodeURIComponent(report)}`]
    const command = ['dist/cli/understudy.js', 'serve', '--port', '0', ...flags]
    const server = spawn(process.execPath, [...args, ...command])
    const ended = once(server, 'exit')
    let errors = ''
    server.stderr.on('data', (piece) => (errors += String(piece)))
    await once(server.stdout, 'data')
    server.kill('SIGTERM')
    await ended
    return errors
  }
  expect(await reportOf()).toBe('sqlite false')
  expect(await reportOf('--data', join(folder.path, 'worlds'))).toBe('sqlite true')
})
