import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyFolder, refusalOf } from '../../support/stored-fake.ts'
import type { Ready } from '../../support/start-serve.ts'
import { newConversation, type Paged, visit, type Visitor } from '../../support/visitor.ts'

const mounts: string[] = []

/** A folder on a file system of this size; `undefined` if this user can't mount one. */
function smallDisk(size: string): string | undefined {
  const path = emptyFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  mounts.push(path)
  return path
}

afterEach(() => {
  for (const path of mounts.splice(0)) execFileSync('umount', ['-l', path])
})

/** Starts the command in a shell, which may set limits before it. */
async function startIn(shell: string, folder: string) {
  const command = `${shell} exec "$0" dist/cli/understudy.js serve --json --port 0 --fixture empty --data "$1"`
  const server = spawn('sh', ['-c', command, process.execPath, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  server.stderr.on('data', (piece) => errors.push(String(piece)))
  const ended = once(server, 'exit')
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  const { url, keys } = JSON.parse(line as string) as Ready
  return {
    visitor: visit({ baseUrl: url, fetch, fake: undefined as never }, keys['full']),
    errors,
    async end(signal: NodeJS.Signals) {
      server.kill(signal)
      await ended
    },
  }
}

async function titlesOf(visitor: Visitor): Promise<string[]> {
  const listed = 'GET /api/conversations?size=100&page='
  const titles: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { json } = await visitor.call<Paged<{ readonly title: string }>>(`${listed}${page}`)
    titles.push(...json.items.map(({ title }) => title))
    pages = json.pages
  }
  return titles.filter((title) => title.startsWith('n')).toSorted()
}

/** Writes until a write is refused; returns the titles that were acknowledged. */
async function fill(visitor: Visitor) {
  const acknowledged: string[] = []
  for (;;) {
    const title = `n${acknowledged.length}`.padEnd(200, 'x')
    const { status, text } = await visitor.call('POST /api/conversations', { body: { title } })
    if (status !== 200) return { acknowledged: acknowledged.toSorted(), status, text }
    acknowledged.push(title)
  }
}

/** Fills a folder, kills the server and starts it again with more space. */
async function fillAndRestart(folder: string, limit: string, makeSpace: () => void) {
  const server = await startIn(limit, folder)
  const { acknowledged, status, text } = await fill(server.visitor)
  const alive = await titlesOf(server.visitor)
  await server.end('SIGKILL')
  makeSpace()
  const later = await startIn('', folder)
  const kept = await titlesOf(later.visitor)
  await newConversation(later.visitor, { title: 'After' })
  await later.end('SIGTERM')
  expect(text).not.toContain(folder)
  return { acknowledged, status, text, alive, kept, errors: [server.errors, later.errors] }
}

const refused = (acknowledged: readonly string[]) => ({
  status: 503,
  text: expect.stringMatching(/Failed to store the world `default`: .+\. Nothing was changed\./),
  alive: acknowledged,
  kept: acknowledged,
  errors: [[expect.stringContaining('Failed to store the world `default`')], []],
})

describe('a --data folder without space', () => {
  it('a server whose disk is full responds with 503, and loses no acknowledged write', async (test) => {
    const disk = smallDisk('250k')
    if (disk === undefined) return test.skip('this user cannot mount a file system')
    const grow = () => execFileSync('mount', ['-o', 'remount,size=8m', disk])
    const { acknowledged, ...seen } = await fillAndRestart(disk, '', grow)
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(seen).toEqual(refused(acknowledged))
  })

  it('a server whose file size is limited responds with 503, and loses no acknowledged write', async () => {
    // The limit is in blocks of 512 bytes.
    const limit = 'ulimit -f 300;'
    const { acknowledged, ...seen } = await fillAndRestart(emptyFolder(), limit, () => {})
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(seen).toEqual(refused(acknowledged))
  })

  it('a read-only --data folder is refused with the reason', (test) => {
    const disk = smallDisk('4m')
    if (disk === undefined) return test.skip('this user cannot mount a file system')
    execFileSync('mount', ['-o', 'remount,ro', disk])
    expect(refusalOf(disk)).toMatch(/^Failed to store worlds in .*: EROFS: read-only file system/)
    expect(readdirSync(disk)).toEqual([])
  })
})
