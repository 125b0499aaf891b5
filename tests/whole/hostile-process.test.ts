import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandProblems, startCommand } from '../soak/attacks/command.ts'
import {
  type Attack,
  type AttackOn,
  endlessBody,
  endlessStream,
  isLogin,
  isTurn,
  shapes,
  silence,
  whole,
} from '../support/adversary/hostile-answers.ts'
import { hostileTarget } from '../support/adversary/hostile-target.ts'
import { target } from '../support/virtual-fake.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { isProving } from '../support/proving.ts'

const { folder } = temporaryFolder()
const MiB = 2 ** 20

/** Runs the built command line against a hostile target. */
async function platform(attackOn: AttackOn) {
  const hostile = await hostileTarget(attackOn)
  const ledger = join(folder.path, `${new URL(hostile.url).port}.ndjson`)
  return {
    ...hostile,
    ledger,
    conform(flags: readonly string[], heap?: number) {
      const { email = '', password = '' } = target
      const who = ['--base-url', hostile.url, '--email', email, '--password', password]
      return startCommand(['conform', ...flags, ...who, '--ledger', ledger], heap)
    },
  }
}

test('a run in a small heap survives endless streams, writes its report and cleans up', async () => {
  const { conform, seen, left, close } = await platform((asked) =>
    isTurn(asked) ? endlessStream() : undefined,
  )
  const { out, code } = await conform(
    // Each of these checks reads streams of 32 MiB.
    ['--plan', 'turn', '--only', isProving ? 'sse.*' : 'sse.react-*'],
    192,
  ).ended
  expect(out).toContain('the stream was cut after 32 MiB')
  expect(code).toBe(4)
  // Bytes in the buffers of both sides are sent but not read.
  expect(seen.sent).toBeLessThan(seen.attacks * 48 * MiB)
  expect(left()).toEqual([])
  await close()
})

test('a run ends with its report although a silent target keeps a connection open', async () => {
  const { conform, close } = await platform(() => silence)
  const { out, code } = await conform(['--plan', 'smoke', '--timeout', '500']).ended
  expect(out).toContain('the target did not respond')
  expect(code).toBe(4)
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
  const { errors, code } = await running.ended
  expect(code).toBe(130)
  expect(errors).toMatch(/Ended at once\. Left behind: .*conversation.*, recorded in .*\.ndjson/)
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
  'a target that responds to everything with %s takes less than 500 MB and gets its report',
  async (_, attack) => {
    const { conform, close } = await platform((asked) => (isLogin(asked) ? undefined : attack))
    const ended = await conform(['--plan', 'turn', '--timeout', '10000', '--json']).ended
    expect(commandProblems(ended)).toEqual([])
    expect(JSON.parse(ended.out)).toMatchObject({ summary: { error: 0 } })
    await close()
  },
  120_000,
)
