import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conform } from '../cli/conform.ts'
import type { Plan } from '../conformance/check.ts'
import { verdicts } from '../conformance/report.ts'
import { plans, runConformance } from '../conformance/runner.ts'
import { type Listening, listen } from '../mocks/adapters/node.ts'
import { createFake } from '../mocks/fake.ts'
import { shippedFixture, target, virtualFake } from './judge-fake.ts'
import { temporaryFolder } from './start-serve.ts'

const { folder } = temporaryFolder()
const page = await readFile('docs/judge.md', 'utf8')
const rows = [...page.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | '))

let platform: Listening
beforeAll(async () => {
  platform = await listen(createFake({ fixture: await shippedFixture('demo'), speed: Infinity }))
})
afterAll(() => platform.close())

const blocks = [...page.matchAll(/^```sh\n(.+?)^```/gms)].map(([, block = '']) => block)
const runnable = blocks.filter((block) => !block.includes('docker'))

it('its commands run one after the other, as they stand there', { timeout: 120_000 }, async () => {
  expect(runnable.length).toBeGreaterThan(4)
  const script = [
    'set -eo pipefail',
    `npx() { shift; "${process.execPath}" "${resolve('dist/cli/understudy.js')}" "$@"; }`,
    ...runnable,
  ]
  const { stdout } = await promisify(execFile)(
    'bash',
    [
      '--noprofile',
      '--norc',
      '-c',
      script.join('\n').replace('http://127.0.0.1:4010', platform.url),
    ],
    { cwd: folder.path, env: { PATH: process.env['PATH'] } },
  )
  const ended = stdout.split('\n').filter((line) => /^(Green|Not|Too|The)\b/.test(line))
  expect(ended.length).toBe(runnable.join('').match(/understudy conform --/g)?.length)
  expect(ended.filter((line) => !line.startsWith('Green.'))).toEqual([])
})

it('names only flags that the judge has', async () => {
  let help = ''
  const io = {
    stdout: { write: (text: string) => void (help += text) },
    stderr: { write: () => 0 },
  }
  await conform(['--help'], io)
  const others = ['--port', '--mutant', '--rm', '--user', '--silent']
  const known = new Set([...(help.match(/--[a-z][a-z-]+/g) ?? []), ...others])
  const named = new Set(page.match(/--[a-z][a-z-]+/g))
  expect([...named].filter((flag) => !known.has(flag))).toEqual([])
})

it('explains every verdict', () => {
  const explained = rows.map(([first = '']) => first.replaceAll('`', ''))
  expect(verdicts.filter((verdict) => !explained.includes(verdict))).toEqual([])
})

async function cost(plan: Plan) {
  const { fake, wall } = virtualFake()
  const made = { '/api/me/api-keys': 0, '/api/conversations': 0 }
  const { results, spent } = await runConformance({
    target,
    plan,
    now: wall.now,
    sleep: wall.sleep,
    fetch: async (request) => {
      const response = await fake.fetch(request)
      const { pathname } = new URL(request.url)
      if (request.method === 'POST' && response.ok && pathname in made) {
        made[pathname as keyof typeof made] += 1
      }
      return response
    },
  })
  const requests = Math.ceil(spent.requests / 10) * 10
  return [results.length, requests, spent.turns, ...Object.values(made)].map(String)
}

it.each(plans)('tells what plan %s costs, requests rounded up to tens', async (plan) => {
  const row = rows.find(([name, ...numbers]) => name === `\`${plan}\`` && numbers.length === 5)
  expect(row?.slice(1)).toEqual(await cost(plan))
})
