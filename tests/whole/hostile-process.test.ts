import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  type Attack,
  endlessBody,
  endlessStream,
  shapes,
  silence,
  whole,
} from './hostile-answers.ts'
import { hostileTarget } from './hostile-target.ts'
import { target } from '../support/virtual-fake.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { isProving } from '../support/proving.ts'

const { folder } = temporaryFolder()
const MiB = 2 ** 20

// The peak memory is written at the end of the process, whatever its heap size.
const tellMemory =
  'data:text/javascript,process.on("exit",()=>console.error("KiB:"+process.resourceUsage().maxRSS))'

/** Runs the built command line against a hostile target. */
async function platform(attackOn: (asked: IncomingMessage) => Attack | undefined) {
  const hostile = await hostileTarget(attackOn)
  const ledger = join(folder.path, `${new URL(hostile.url).port}.ndjson`)
  return {
    ...hostile,
    ledger,
    conform(flags: readonly string[], node: readonly string[] = []) {
      const { email = '', password = '' } = target
      const who = ['--base-url', hostile.url, '--email', email, '--password', password]
      const args = [...node, 'dist/cli/understudy.js', 'conform', ...flags, ...who]
      const child = spawn(process.execPath, [...args, '--ledger', ledger])
      const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
      return { child, ended: ended.then(([out, told, [code]]) => ({ out, told, code })) }
    },
  }
}

test('endless streams do not crash a run in a small heap: it reports and cleans up', async () => {
  const isTurn = /^\/api\/(react|dag|chat\/resume)/
  const { conform, seen, left, close } = await platform(({ url = '' }) =>
    isTurn.test(url) ? endlessStream() : undefined,
  )
  const { out, code } = await conform(
    // Each of these checks reads streams, of 32 MiB.
    ['--plan', 'turn', '--only', isProving ? 'sse.*' : 'sse.react-*'],
    ['--max-old-space-size=192'],
  ).ended
  expect(out).toContain('the stream was cut after 32 MiB')
  expect(code).toBe(4)
  // Bytes in the buffers of both sides are sent but not read.
  expect(seen.sent).toBeLessThan(seen.attacks * 48 * MiB)
  expect(left()).toEqual([])
  await close()
})

test('after Ctrl-C during an endless response the run cleans up and reports', async () => {
  let running: ReturnType<Awaited<ReturnType<typeof platform>>['conform']> | undefined
  const { conform, left, ledger, close } = await platform(({ method, url = '' }) => {
    if (method !== 'GET' || !url.startsWith('/api/agents')) return undefined
    running?.child.kill('SIGINT')
    return silence
  })
  running = conform(['--only', 'keys.*', '--only', 'agents.*', '--json'])
  const { out, code } = await running.ended
  expect(code).toBe(130)
  expect(JSON.parse(out)).toMatchObject({ interrupted: true, leftovers: [] })
  expect(left()).toEqual([])
  expect(existsSync(ledger)).toBe(false)
  await close()
})

test('a second Ctrl-C ends the clean-up at once, and prints what is left and where', async () => {
  let running: ReturnType<Awaited<ReturnType<typeof platform>>['conform']> | undefined
  let isOpen = false
  const { conform, left, ledger, close } = await platform(({ method = '' }) => {
    if (isOpen || !['PATCH', 'DELETE'].includes(method)) return undefined
    running?.child.kill('SIGINT')
    return silence
  })
  running = conform(['--only', 'conversations.*'])
  const { told, code } = await running.ended
  expect(code).toBe(130)
  expect(told).toMatch(/Ended at once\. Left behind: .*conversation.*, recorded in .*\.ndjson/)
  expect(left().length).toBeGreaterThan(0)
  isOpen = true
  expect((await conform(['gc']).ended).code).toBe(0)
  expect([left(), existsSync(ledger)]).toEqual([[], false])
  await close()
})

const bodies = isProving ? Object.entries(shapes(7.9 * MiB)) : []
const attacks: readonly (readonly [string, Attack])[] = [
  ['an endless body', endlessBody],
  ...bodies.map(([name, body]) => [name, whole(body)] as const),
  ...Object.entries(shapes(MiB)).map(([name, body]) => [`less of ${name}`, whole(body)] as const),
]

test.runIf(isProving).each(attacks)(
  'a target that responds to everything with %s takes less than 400 MB and gets its report',
  async (_, attack) => {
    const { conform, close } = await platform(({ url = '' }) =>
      url.startsWith('/api/auth/login') ? undefined : attack,
    )
    const { out, told, code } = await conform(
      ['--plan', 'turn', '--timeout', '10000', '--json'],
      ['--import', tellMemory],
    ).ended
    expect([1, 4]).toContain(code)
    expect(JSON.parse(out)).toMatchObject({ summary: { error: 0 } })
    expect(Number(/KiB:(\d+)/.exec(told)?.[1])).toBeLessThan(400_000)
    await close()
  },
  120_000,
)
