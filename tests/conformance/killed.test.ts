import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createFake } from '../../mocks/fake.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { shippedFixture, target } from '../support/virtual-fake.ts'
import { recordsOf } from '../support/created-records.ts'
import { seeded } from '../support/seeded.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { isProving, sampleSeed } from '../support/proving.ts'

const rounds = isProving ? 25 : 1
const { folder } = temporaryFolder()
const fixture = await shippedFixture('demo')

/** Runs the built command line against a new fake, which sends it a signal at its nth request. */
async function platform() {
  let calls = 0
  let atCall: ((nth: number) => void) | undefined
  const fake = createFake({
    fixture,
    speed: Number.POSITIVE_INFINITY,
    onCall: () => atCall?.((calls += 1)),
  })
  const before = recordsOf(fake)
  const { url, close } = await listen(fake)
  const ledger = join(folder.path, `${new URL(url).port}.ndjson`)
  return {
    close,
    ledger,
    left: () => [...recordsOf(fake)].filter(([id]) => !before.has(id)).map(([, title]) => title),
    async conform(flags: readonly string[], signal?: NodeJS.Signals, nth = 0) {
      const { email = '', password = '' } = target
      const who = ['--base-url', url, '--email', email, '--password', password]
      const args = ['dist/cli/understudy.js', 'conform', ...flags, ...who, '--ledger', ledger]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
      atCall = (call) => void (signal && call === nth && child.kill(signal))
      const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
      return { out, code: code as number | null }
    },
  }
}

const draw = seeded(isProving ? 20_261_121 : sampleSeed)
const moments = Array.from({ length: rounds }, () => 60 + draw(200))

test.each(moments)('after a run is killed at call %i, gc removes what it created', async (nth) => {
  const { conform, left, ledger, close } = await platform()
  expect((await conform([], 'SIGKILL', nth)).code).toBeNull()
  expect(left().length).toBeGreaterThan(0)
  const { out, code } = await conform(['gc'])
  expect(left().filter((name) => name !== '')).toEqual([])
  expect(code).toBe(out.includes('left behind: ') ? 1 : 0)
  expect(existsSync(ledger)).toBe(code === 1)
  await close()
})

test.each(moments)('after Ctrl-C at call %i, a run cleans up and prints a report', async (nth) => {
  const { conform, left, ledger, close } = await platform()
  const { out, code } = await conform(['--json'], 'SIGINT', nth)
  expect(code).toBe(130)
  expect(JSON.parse(out)).toMatchObject({ interrupted: true, leftovers: [], summary: { fail: 0 } })
  expect(left()).toEqual([])
  expect(existsSync(ledger)).toBe(false)
  await close()
})
