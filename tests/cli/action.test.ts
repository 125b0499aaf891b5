import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Listening, listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import { shippedFixture } from '../support/virtual-fake.ts'
import { temporaryFolder } from '../support/start-serve.ts'

type Step = { readonly id?: string; readonly run: string; readonly env: Record<string, string> }
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

const { folder } = temporaryFolder()
let platform: Listening
let action: Action
beforeAll(async () => {
  platform = await listen(createFake({ fixture: await shippedFixture('demo'), speed: Infinity }))
  action = parse(await readFile('action.yml', 'utf8')) as Action
})
afterAll(() => platform.close())

/**
 * Runs the step of the action as a GitHub runner does: inputs become variables, output goes to files.
 */
async function act(given: Readonly<Record<string, string>>) {
  const step = action.runs.steps.find(({ id }) => id === 'conform')
  const file = (name: string) => join(folder.path, name)
  const input = (text: string) => {
    const name = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1] ?? ''
    if (!(name in action.inputs)) throw new Error(`There is no input for ${text}`)
    return given[name] ?? action.inputs[name]?.default ?? ''
  }
  const env = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, text]) => [name, input(text)]),
  )
  const files = { GITHUB_STEP_SUMMARY: file('summary.md'), GITHUB_OUTPUT: file('output') }
  await Promise.all(Object.values(files).map((path) => writeFile(path, '')))
  const ended = await promisify(execFile)(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? 'exit 99'],
    {
      cwd: folder.path,
      env: {
        PATH: process.env['PATH'],
        GITHUB_ACTION_PATH: process.cwd(),
        UNDERSTUDY_EMAIL: 'demo@example.com',
        UNDERSTUDY_PASSWORD: 'demo-password',
        ...files,
        ...env,
      },
    },
  ).then(
    () => 0,
    ({ code }: { readonly code: number }) => code,
  )
  const [summary, output] = await Promise.all(
    Object.values(files).map((path) => readFile(path, 'utf8')),
  )
  return { code: ended, summary, output }
}

it('the GitHub action runs the conformance suite, writes a summary and the requested reports', async () => {
  const { code, summary, output } = await act({
    'base-url': platform.url,
    plan: 'smoke',
    'report-json': 'a report.json',
    flags: '--only lists.* --only login.*',
  })
  expect({ code, output }).toEqual({ code: 0, output: 'exit-code=0\n' })
  expect(summary).toContain('Green.')
  const report: unknown = JSON.parse(await readFile(join(folder.path, 'a report.json'), 'utf8'))
  expect(report).toMatchObject({ plan: 'smoke', summary: { fail: 0 } })
})

it('the GitHub action ends with the exit code of the conformance suite, and never runs an input as a command', async () => {
  const url = `${platform.url}/$(touch made)`
  const { code, output } = await act({ 'base-url': url, flags: '--plan nope' })
  expect({ code, output }).toEqual({ code: 3, output: 'exit-code=3\n' })
  await expect(readFile(join(folder.path, 'made'))).rejects.toThrow('ENOENT')
})
