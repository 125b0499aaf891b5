import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { failedWorldText, howToOpen, writeFailedWorld } from '../../testing/run/failed-world.ts'
import { isProving } from '../support/proving.ts'
import { mountInProcess } from '../support/transports.ts'

const root = join(import.meta.dirname, '../..')

const failing = `
import { expect, it } from 'vitest'
import { useFake } from 'agent-understudy/vitest'

const fake = useFake()
it('fails: on "purpose"', async () => {
  await fake.records.change('settings', 'settings', { maintenance_mode: true })
  expect((await fake.fetch('/api/agents')).status).toBe(200)
})
it('passes', () => {})
`

it.runIf(isProving)(
  'a failed Vitest test keeps its world with its journal, and says how to open it',
  async () => {
    // Below the project, where `vitest` is found.
    const cache = join(root, 'node_modules/.cache')
    await mkdir(cache, { recursive: true })
    const folder = await mkdtemp(join(cache, 'failed-world-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'failing.test.ts'), failing)
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout))
    })
    const commands = [...output.matchAll(/npx agent-understudy serve --snapshot (\S+)/g)]
    expect(commands.map(([, path]) => path)).toEqual([
      expect.stringMatching(
        /^node_modules\/\.cache\/agent-understudy\/failed\/failing.test.ts-fails-on-purpose-.*\.world\.json$/,
      ),
    ])
    await expectWorld(await readFile(join(folder, commands[0]?.[1] ?? ''), 'utf8'))
  },
)

it('the file of a failed test restores its world, its journal and its time, with a frozen clock', async () => {
  const failed = mountInProcess().fake
  await failed.control().records.change('settings', 'settings', { maintenance_mode: true })
  expect((await failed.fetch(new Request('http://one.test/api/agents'))).status).toBe(503)
  await expectWorld(failedWorldText(failed.control().snapshot({ journal: true })))
  expect(howToOpen('a b.json')).toMatch(/serve --snapshot 'a b\.json'$/)
})

it('the worlds of the newest 50 failed tests are kept, and other files in the folder are not deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'failed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (let number = 1; number <= 52; number += 1) {
    const path = join(folder, `test-${number}.world.json`)
    await writeFile(path, '{}')
    await utimes(path, number, number)
  }
  await writeFile(join(folder, 'notes.txt'), 'mine')
  await utimes(join(folder, 'notes.txt'), 0, 0)
  const snapshot = mountInProcess().fake.control().snapshot()
  expect(writeFailedWorld(snapshot, 'a new failure', folder)).toBe(
    `${folder}/a-new-failure.world.json`,
  )
  const kept = Array.from({ length: 49 }, (_, index) => `test-${index + 4}.world.json`)
  expect((await readdir(folder)).toSorted()).toEqual(
    [...kept, 'a-new-failure.world.json', 'notes.txt'].toSorted(),
  )
})

/** Expects that a file restores what the failing test did in its world. */
async function expectWorld(text: string): Promise<void> {
  const opened = mountInProcess().fake.control()
  await opened.restore(JSON.parse(text))
  expect(opened.journal.list()).toMatchObject([{ path: '/api/agents', status: 503 }])
  expect(await opened.records.read('settings', 'settings')).toMatchObject({
    maintenance_mode: true,
  })
  expect(opened.about().time.frozen).toBe(true)
}
