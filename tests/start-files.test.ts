import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from './start-serve.ts'

const read = (file: string) => readFileSync(`dist/cli/${file}`, 'utf8')
const filesOf = (code: string) =>
  [...code.matchAll(/\bfrom"\.\/([^"]+)"|\bimport"\.\/([^"]+)"/g)].map(([, a, b]) => a ?? b)

const command = read('understudy.js')
const [, serve = ''] = /serve:async\(\)=>\(await import\("\.\/([^"]+)"\)\)/.exec(command) ?? []
const [, room = ''] = /agentsEndpoints\},\(\)=>import\("\.\/([^"]+)"\)/.exec(read(serve)) ?? []

test('A start of `serve` reads the command and one file more', () => {
  expect(filesOf(command)).toEqual([])
  expect(read(serve)).toContain('function createCore(')
  expect(filesOf(read(serve))).toEqual([])
})

test('The first call of an app reads one more', () => {
  expect(read(room)).toContain('"conversations.list"')
  expect(filesOf(read(room))).toEqual([serve])
})

const { folder } = temporaryFolder()

test('A server that is killed has left what it compiled to the next start', async () => {
  // Nothing of what runs this test, which may allow no cache.
  const env = { NODE_COMPILE_CACHE: folder.path }
  const args = ['dist/cli/understudy.js', 'serve', '--port', '0']
  const server = spawn(process.execPath, args, { env, stdio: 'ignore' })
  const ended = once(server, 'exit')
  try {
    const kept = () => readdirSync(folder.path, { recursive: true, withFileTypes: true })
    const files = () => kept().filter((entry) => entry.isFile())
    // The command and what it serves with.
    await vi.waitFor(() => expect(files()).toHaveLength(2), { timeout: 20_000 })
  } finally {
    server.kill('SIGKILL')
    await ended
  }
}, 30_000)
