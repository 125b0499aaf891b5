import { expect, test } from 'vitest'
import { compare } from '../../cli/compare.ts'
import { conform } from '../../cli/conform.ts'
import { checkProfile } from '../../cli/profiles/check.ts'
import { proxy } from '../../cli/proxy.ts'
import { replay } from '../../cli/replay.ts'
import { tolerance } from '../../cli/tolerance.ts'
import { harEntry, harText } from '../support/record-har.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { file: write } = temporaryFolder()

/** A port on which nothing listens: browsers and `fetch` refuse it, so no request leaves. */
const nowhere = 'http://127.0.0.1:9'

/** A recording of a web page, which is not part of the API. */
const page = () =>
  write(
    'page.har',
    harText([
      harEntry({
        url: 'http://platform.example/about',
        content: { mimeType: 'text/html', text: 'Hello' },
      }),
    ]),
  )

/** A recording of one write. */
const deletion = () =>
  write(
    'deletion.har',
    harText([harEntry({ method: 'DELETE', url: 'http://platform.example/api/conversations/1' })]),
  )

const profile = () => write('picks.yaml', 'picks: { errors.envelope: detail }\n')

type Command = (argv: readonly string[], io: Parameters<typeof proxy>[1]) => Promise<number>

/** Runs a command whose stop signal is already set; returns its exit code and its output. */
async function run(command: Command, ...argv: readonly string[]) {
  let output = ''
  const stream = { write: (text: string) => (output += text) }
  const io = { stdout: stream, stderr: stream, stopped: Promise.resolve() }
  return { code: await command(argv, io as never), output }
}

/** Runs a command that ends by itself. */
async function runToEnd(command: Command, ...argv: readonly string[]) {
  let output = ''
  const stream = { write: (text: string) => (output += text) }
  return { code: await command(argv, { stdout: stream, stderr: stream } as never), output }
}

test('a `replay` that sends no request ends with exit code 4, whatever minimum the flags set', async () => {
  for (const flags of [[], ['--min-status', '95'], ['--min-shape', '95'], ['--json']]) {
    const { code, output } = await runToEnd(replay, await deletion(), '--to', nowhere, ...flags)
    expect(code).toBe(4)
    expect(output).toContain('Nothing was sent: ')
    expect(output).not.toContain('100')
  }
})

test('`compare` of two recordings that have no API call in common ends with exit code 4', async () => {
  const { code, output } = await runToEnd(compare, await page(), await page())
  expect([code, output]).toEqual([4, expect.stringContaining('Nothing was compared: ')])
  expect(output).not.toContain('100 %')
})

test('`compare` of two runs without a decided check ends with exit code 4', async () => {
  const file = await write('report.json', '')
  const flags = ['--base-url', nowhere, '--quiet', '--report', `json=${file}`]
  await runToEnd(conform, ...flags)
  const { code, output } = await runToEnd(compare, file, file)
  expect([code, output]).toEqual([4, expect.stringContaining('has a verdict in both runs')])
})

test('`conform --traffic` ends with exit code 4 if no exchange is checked, also with --min-rules', async () => {
  for (const flags of [[], ['--min-rules', '3']]) {
    const { code, output } = await runToEnd(conform, '--traffic', await page(), ...flags)
    expect([code, output]).toEqual([4, expect.stringContaining('Nothing was judged: no exchange')])
  }
})

test('`proxy --check` ends with exit code 4 if there was no exchange', async () => {
  const ports = ['--port', '0', '--control-port', '0']
  const { code, output } = await run(proxy, '--to', nowhere, ...ports, '--check')
  expect([code, output]).toEqual([4, expect.stringContaining('there was no exchange')])
})

test('`profiles check` ends with exit code 4 if it calls no operation', async () => {
  const { code, output } = await runToEnd(checkProfile as Command, await profile())
  expect([code, output]).toEqual([4, expect.stringContaining('Nothing was played: ')])
})

test('`tolerance` ends with exit code 4 if the tests reach none of the chosen behaviours', async () => {
  const script = 'fetch(process.env.UNDERSTUDY_URL + "/api/version")'
  const client = [process.execPath, '-e', script]
  const only = ['--only', 'conversations.*']
  const { code, output } = await runToEnd(tolerance, ...only, '--', ...client)
  expect([code, output]).toEqual([4, expect.stringContaining('No behaviour was judged: ')])
})

test.each([
  ['without credentials', []],
  ['with a user', ['--email', 'demo@example.com', '--password', 'demo-password']],
  ['with a key', ['--api-key', 'svc_0123456789abcdef']],
])('`conform` of an unreachable target exits with 4 %s, and says why', async (_, credentials) => {
  const { code, output } = await runToEnd(conform, '--base-url', nowhere, '--quiet', ...credentials)
  expect(code).toBe(4)
  expect(output).toContain(`${nowhere} sent no response to `)
  expect(output).toContain('bad port')
})
