import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestInfo } from '@playwright/test'
import { type Token, lexer, walkTokens } from 'marked'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeCalibration } from '../../cli/calibrate.ts'
import { printChoices } from '../../cli/choices.ts'
import { compare } from '../../cli/compare.ts'
import { conform } from '../../cli/conform.ts'
import { loadProfile } from '../../cli/world-data.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import { createFake } from '../../mocks/fake.ts'
import { attachFailureReport, createTestWorld } from '../../testing/playwright/test-world.ts'
import { connectServer } from '../../testing/playwright/server.ts'
import {
  commandsIn,
  hostile,
  hostileFetch,
  hostileStarts,
  hostileTexts,
  parrotFetch,
  rawIn,
} from '../support/hostile-text.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { drawn } from '../support/proving.ts'
import { screenOf, users } from '../support/screen-of.ts'
import { start, temporaryFolder } from '../support/start-serve.ts'
import { demo } from '../support/transports.ts'

const { folder } = temporaryFolder()

describe('calibrate against a target with hostile responses', () => {
  const out = () => join(folder.path, 'hostile.profile.yaml')
  const calibrating = async (hostileText: string, version: string, ...more: string[]) => {
    const { fake, systemClock } = virtualFake()
    const fetch: Fetch = async (request) =>
      new URL(request.url).pathname === '/api/version'
        ? Response.json({ version })
        : hostileFetch(fake.fetch, hostileText)(request)
    const argv = [
      '--base-url',
      target.baseUrl,
      ...users,
      '--ledger',
      join(folder.path, 'calibrate'),
    ]
    return screenOf(writeCalibration, [...argv, '--plan', 'core', ...more], fetch, systemClock)
  }
  const read = async () => {
    const { code, text } = await screenOf(printChoices, ['--profile', out()], parrotFetch(''))
    expect(rawIn(text)).toEqual([])
    return code
  }

  it.each(drawn(['all', 'escape', 'line'] as const, 1))(
    'calibrate against a target with hostile responses writes a profile that `choices --profile` reads: %s',
    async (name) => {
      const version = `0.8.0${hostileStarts[name]}`
      const { text } = await calibrating('', version, '--out', out())
      const yaml = await readFile(out(), 'utf8')
      expect([rawIn(text), rawIn(yaml), commandsIn(text)]).toEqual([[], [], []])
      expect(await read()).toBe(0)
      // A version that no profile can have is reported, but not played.
      expect((await loadProfile(out())).picks['versioning.published']).toBeUndefined()
      expect(yaml).toContain('# versioning.published: unknown, ')
    },
  )

  it('`calibrate` escapes all text from a target with hostile responses in its output and in the profile', async () => {
    const { text } = await calibrating(hostile, hostile, '--out', out())
    const yaml = await readFile(out(), 'utf8')
    expect([rawIn(text), rawIn(yaml), commandsIn(text)]).toEqual([[], [], []])
    expect(await read()).toBe(0)
    const printed = await calibrating(hostile, hostile)
    expect([rawIn(printed.text), commandsIn(printed.text)]).toEqual([[], []])
  })
})

it('`compare` escapes text from targets and stored reports', async () => {
  const { fake, systemClock } = virtualFake()
  const argv = ['--base-url', target.baseUrl, ...users, '--ledger', join(folder.path, 'compare')]
  const file = join(folder.path, 'stored.json')
  const report = ['--plan', 'smoke', '--report', `json=${file}`]
  await screenOf(conform, [...argv, ...report], hostileFetch(fake.fetch, hostile), systemClock)
  const stored = JSON.parse(await readFile(file, 'utf8')) as { target: string; results: object[] }
  const forged = { ...stored, target: `${hostileTexts.lateCommand}${hostile}` }
  const results = stored.results.map((each) => ({ ...each, message: hostile, verdict: 'fail' }))
  const other = join(folder.path, 'other.json')
  await writeFile(other, JSON.stringify({ ...forged, results }))
  const { code, text } = await screenOf(compare, [file, other], fake.fetch, systemClock)
  expect(code).toBe(1)
  expect(text).toContain('error::injected')
  expect([rawIn(text), commandsIn(text)]).toEqual([[], []])
})

it('`serve --verbose` prints each call on one line, and escapes its text', async () => {
  const { output, errors, stop } = await start('--json', '--verbose')
  const { url } = JSON.parse(output) as { url: string }
  const loginTexts = [...Object.values(hostileTexts), hostile]
  const explained: (string | null)[] = []
  for (const text of loginTexts) {
    const body = JSON.stringify({ email: `a@example.com${text}`, password: 'y' })
    const headers = { 'content-type': 'application/json' }
    const refused = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
    explained.push(refused.headers.get('x-understudy-explain'))
    const name = encodeURIComponent(
      text
        .toWellFormed()
        .replaceAll(/\p{Cc}|\//gu, '')
        .slice(0, 90),
    )
    await fetch(`${url}/w/x${name}/api/agents`)
    await fetch(`${url}/api/${encodeURIComponent(text.toWellFormed())}?q=${name}`)
  }
  await stop()
  const log = errors.join('')
  expect([rawIn(log), commandsIn(log)]).toEqual([[], []])
  const lines = log.trimEnd().split('\n')
  expect(lines).toHaveLength(3 * loginTexts.length)
  expect(lines.filter((line) => !/^#\d+ /.test(line))).toEqual([])
  expect(explained.filter((text) => !/^[ -~]+$/.test(text ?? ''))).toEqual([])
})

describe('the log of crashes', () => {
  it.each(Object.entries(hostileTexts))(
    'the log of a crash has the location of the crash, and escapes all text: %s',
    async (_name, hostileText) => {
      const lines: string[] = []
      const log = vi.spyOn(console, 'error').mockImplementation((...parts) => {
        lines.push(parts.map(String).join(' '))
      })
      onTestFinished(() => log.mockRestore())
      const fixtures = {
        get torn(): never {
          throw new TypeError(`torn${hostileText}`, { cause: new Error(hostileText) })
        },
      }
      const fake = createFake({ fixture: demo, fixtures })
      const path = `/__control/worlds?${encodeURIComponent(hostileText.toWellFormed())}`
      const headers = { 'content-type': 'application/json' }
      const body = '{"fixture": "torn"}'
      const { status } = await fake.fetch(
        new Request(`http://platform.test${path}`, { method: 'POST', headers, body }),
      )
      await vi.waitFor(() => expect([status, lines.length]).toEqual([500, 1]), { timeout: 20_000 })
      const [text = ''] = lines
      expect(text).toMatch(/^POST \/__control\/worlds crashed in the world default:/)
      expect(text).toContain('TypeError: torn')
      expect([rawIn(text), commandsIn(text)]).toEqual([[], []])
      // Only the first line of an entry begins at the margin.
      expect(text.split('\n').slice(1)).toEqual(
        text
          .split('\n')
          .slice(1)
          .map((): unknown => expect.stringMatching(/^ {2}/)),
      )
    },
  )
})

it('an unexpected error ends a command with exit code 1, and its text is escaped', async () => {
  // No file can have a name of this length.
  const name = hostileTexts.line + hostileTexts.escape + 'x'.repeat(300)
  const out = join(folder.path, name)
  const argv = ['dist/cli/understudy.js', 'choices', '--out', out]
  const ended: unknown = await promisify(execFile)(process.execPath, argv).catch((error) => error)
  const { code, stderr } = ended as { readonly code: number; readonly stderr: string }
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Error: ENAMETOOLONG: [\s\S]*\\u001b\[31mred/)
  expect([rawIn(stderr), commandsIn(stderr)]).toEqual([[], []])
})

it('the report of a failed Playwright test escapes the text of calls', async () => {
  const { connection, close } = await connectServer({ url: '' })
  const world = await createTestWorld(
    connection,
    {},
    { title: 'x', testId: 'y', repeatEachIndex: 0, retry: 0 },
  )
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: hostile, password: 'y' })
  await world.fetch('/api/auth/login', { method: 'POST', headers, body })
  const attached: string[] = []
  await attachFailureReport(world, {
    status: 'failed',
    expectedStatus: 'passed',
    attachments: [],
    outputPath: (name: string) => join(folder.path, name),
    attach: async (_name: string, { body: text }: { body: string }) => void attached.push(text),
  } as unknown as TestInfo)
  await close()
  expect(attached.join('')).toContain('error::injected')
  expect([attached.flatMap(rawIn), attached.flatMap(commandsIn)]).toEqual([[], []])
})

it('the Markdown coverage report shows the name of a world as plain text', async () => {
  const fake = createFake({ fixture: demo })
  for (const hostileText of Object.values(hostileTexts)) {
    const text = `a\\|b|c ${hostileText.toWellFormed().replaceAll(/[\p{Cc}/]/gu, '')}`
    const at = `http://platform.test/w/${encodeURIComponent(text)}`
    await fake.fetch(new Request(`${at}/api/agents`))
    const asked = new Request(`${at}/__control/coverage?format=markdown`)
    const markdown = await (await fake.fetch(asked)).text()
    expect(markdown).toContain('# Coverage of world')
    expect([rawIn(markdown), commandsIn(markdown)]).toEqual([[], []])
    const tokens: Token[] = []
    walkTokens(lexer(markdown), (token) => void tokens.push(token))
    const kinds = tokens.map(({ type }) => type)
    expect(['html', 'link', 'image', 'code'].filter((kind) => kinds.includes(kind))).toEqual([])
    const rows = tokens.flatMap((token) => (token.type === 'table' ? token['rows'] : []))
    expect(
      rows.filter((row: { text: string }[]) => /undefined/.test(row.at(-1)?.text ?? '')),
    ).toEqual([])
  }
})
