import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeCalibration } from '../../cli/calibrate.ts'
import { compare } from '../../cli/compare.ts'
import { conform } from '../../cli/conform.ts'
import type { Output } from '../../cli/command-line.ts'
import { verdicts } from '../../conformance/report/report.ts'
import { type Listening, listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import { shippedFixture } from '../support/virtual-fake.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { plans } from '../../conformance/session/check.ts'
import { isProving } from '../support/proving.ts'

const { folder } = temporaryFolder()
const names = ['conformance', 'conformance-reference', 'calibrate']
const pages = names.map((name) => readFile(`docs/${name}.md`, 'utf8'))
const page = (await Promise.all(pages)).join('\n')
const rows = [...page.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | '))

let platform: Listening
beforeAll(async () => {
  platform = await listen(createFake({ fixture: await shippedFixture('demo'), speed: Infinity }))
})
afterAll(() => platform.close())

it('the README counts the checks of the suite', async () => {
  const [, count] = /(\d+) checks for envelopes/.exec(await readFile('README.md', 'utf8')) ?? []
  expect(Number(count)).toBe(allChecks.length)
})

const blocks = [...page.matchAll(/^```sh\n(.+?)^```/gms)].map(([, block = '']) => block)
const runnable = blocks.filter((block) => !block.includes('docker'))

it.runIf(isProving)(
  'the commands on the docs pages about the suite succeed when they are run in order',
  { timeout: 900_000 },
  async () => {
    expect(runnable.length).toBeGreaterThan(4)
    const script = [
      'set -eo pipefail',
      // The fake responds at once, so a short grace period is enough.
      `npx() { shift; "${process.execPath}" "${resolve('dist/cli/understudy.js')}" "$@" --grace 50; }`,
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
      { cwd: folder.path, env: { PATH: process.env['PATH'], OTHER_URL: platform.url } },
    )
    const ended = stdout.split('\n').filter((line) => /^(Green|Not|Too|The)\b/.test(line))
    const runs = runnable.join('').match(/understudy conform --(?!.*--dry-run)/g)
    expect(ended).toHaveLength(runs?.length ?? 0)
    expect(ended.filter((line) => !line.startsWith('Green.'))).toEqual([])
  },
)

type Command = (
  argv: readonly string[],
  io: { readonly stdout: Output; readonly stderr: Output },
) => Promise<number>

async function say(command: Command, ...argv: readonly string[]) {
  let output = ''
  const stdout = { write: (text: string) => void (output += text) }
  await command(argv, { stdout, stderr: stdout })
  return output
}

it('the docs pages about the suite name only flags that exist', async () => {
  const commands = [conform, compare, writeCalibration]
  const help = (await Promise.all(commands.map((each) => say(each, '--help')))).join('')
  const others = ['--port', '--mutant', '--profile', '--rm', '--user', '--silent']
  const known = new Set([...(help.match(/--[a-z][a-z-]+/g) ?? []), ...others])
  const named = new Set(page.match(/--[a-z][a-z-]+/g))
  expect([...named].filter((flag) => !known.has(flag))).toEqual([])
})

it('docs/conformance.md explains every verdict', () => {
  const explained = rows.map(([first = '']) => first.replaceAll('`', ''))
  expect(verdicts.filter((verdict) => !explained.includes(verdict))).toEqual([])
})

it.each(plans)(
  'docs/conformance.md states the same cost of plan %s as a dry run prints',
  async (plan) => {
    const output = await say(conform, '--base-url', 'http://any.test', '--dry-run', '--plan', plan)
    const line = output.split('\n').find((text) => text.startsWith(`> ${plan} `))
    const row = rows.find(([name, ...numbers]) => name === `\`${plan}\`` && numbers.length === 5)
    expect(row?.slice(1)).toEqual(line?.match(/\d+/g))
  },
)
