import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Token, lexer, walkTokens } from 'marked'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeCalibration } from '../cli/calibrate.ts'
import { printChoices } from '../cli/choices.ts'
import { compare } from '../cli/compare.ts'
import { conform } from '../cli/conform.ts'
import type { Io } from '../cli/io.ts'
import { loadProfile } from '../cli/profiles.ts'
import { UsageError } from '../cli/usage.ts'
import type { Fetch } from '../conformance/transport.ts'
import { createFake } from '../mocks/fake.ts'
import {
  commandsIn,
  hostile,
  hostileFetch,
  hostileStarts,
  hostileTexts,
  parrotFetch,
  rawIn,
} from './hostile-target.ts'
import { target, virtualFake } from './judge-fake.ts'
import { folderOf, run } from './scenario-tools.ts'
import { start } from './start-serve.ts'
import { demo } from './transports.ts'
import { createVirtualWall, type VirtualWall } from './virtual-wall.ts'

type Command = (argv: readonly string[], io: Io, means: object) => Promise<number>

const never = new Promise<void>(() => {})
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreign-'))
})
afterAll(() => rm(folder, { recursive: true }))

const flags = [
  ['--email', target.email],
  ['--password', target.password],
  ['--other-email', target.otherEmail],
  ['--other-password', target.otherPassword],
].flatMap((pair) => pair.map(String))

/** Runs a command on a target that answers so; gives all that it wrote on a screen. */
async function told(
  command: Command,
  argv: readonly string[],
  fetch: Fetch,
  { now, sleep }: Pick<VirtualWall, 'now' | 'sleep'> = createVirtualWall(),
) {
  const texts: string[] = []
  const write = (text: string) => texts.push(text)
  const io = { stdout: { write }, stderr: { write }, stopped: never }
  const code = await command(argv, io, { fetch, now, sleep })
  return { code, text: texts.join('') }
}

const formats = ['markdown', 'html', 'junit', 'json'] as const

async function reportsOf(fetch: Fetch, wall?: VirtualWall) {
  const files = formats.map((format) => [format, join(folder, `report.${format}`)] as const)
  const reports = files.flatMap(([format, file]) => ['--report', `${format}=${file}`])
  const argv = ['--base-url', target.baseUrl, ...flags, '--ledger', join(folder, 'conform')]
  const { text } = await told(conform, [...argv, ...reports, '--report', 'github'], fetch, wall)
  const { text: printed } = await told(conform, [...argv, '--json'], fetch, wall)
  const read = files.map(async ([format, file]) => [format, await readFile(file, 'utf8')] as const)
  return {
    screen: text,
    printed,
    ...(Object.fromEntries(await Promise.all(read)) as Record<(typeof formats)[number], string>),
  }
}

const targets: Readonly<Record<string, () => Promise<Awaited<ReturnType<typeof reportsOf>>>>> = {
  'a platform whose texts end in it': () => {
    const picks = { 'lists.default-size': { items: 3 }, 'errors.envelope': 'detail' }
    const { fake, wall } = virtualFake(picks)
    return reportsOf(hostileFetch(fake.fetch, hostile), wall)
  },
  'a server that says nothing else': () => reportsOf(parrotFetch(hostile)),
  'a server that begins with a command': () => reportsOf(parrotFetch(hostileTexts.command)),
}

describe.each(Object.entries(targets))('what a target says, %s,', (_name, judge) => {
  let reports: Awaited<ReturnType<typeof reportsOf>>
  beforeAll(async () => {
    reports = await judge()
  }, 60_000)

  it('reaches the reports at all', () => {
    for (const text of Object.values(reports)) expect(text).toContain('error::injected')
  })

  it.each(['screen', 'printed', ...formats] as const)(
    'holds no raw control character in %s',
    (sink) => {
      expect(rawIn(reports[sink])).toEqual([])
    },
  )

  it.each(['screen', 'printed'] as const)('begins no command of GitHub in %s', (sink) => {
    expect(commandsIn(reports[sink])).toEqual([])
  })

  it('is the same text in JSON once it is read', () => {
    const read = JSON.stringify(JSON.parse(reports.printed))
    expect(read).toContain(JSON.stringify(hostileTexts.command).slice(1, -1))
    expect(JSON.parse(reports.json)).toMatchObject({ target: target.baseUrl })
  })

  it('leaves JUnit XML well-formed', () => {
    const { junit } = reports
    // oxlint-disable-next-line no-control-regex
    expect(junit).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
    expect(junit.replaceAll(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|#\d+);)/)
  })

  it('is no markup in Markdown', () => {
    const tokens: Token[] = []
    walkTokens(lexer(reports.markdown), (token) => void tokens.push(token))
    const kinds = new Set(tokens.map(({ type }) => type))
    for (const kind of ['html', 'link', 'image', 'def', 'blockquote', 'hr'])
      expect(kinds).not.toContain(kind)
    const headings = tokens.filter(({ type }) => type === 'heading').map(({ raw }) => raw)
    expect(headings.join('')).not.toContain('taken')
    expect(tokens.filter(({ type }) => type === 'table')).toHaveLength(1)
    expect(tokens.filter(({ type }) => type === 'code').map(({ raw }) => raw)).not.toContain(
      expect.stringMatching(/^```\n# taken/),
    )
  })
})

it('ordinary text of any language stays as it is in every report', async () => {
  const reports = await reportsOf(parrotFetch(hostileTexts.plain))
  for (const text of Object.values(reports)) expect(text).toContain(hostileTexts.plain)
})

describe('calibrate, on a target that says hostile things,', () => {
  const out = () => join(folder, 'hostile.profile.yaml')
  const calibrating = async (said: string, version: string, ...more: string[]) => {
    const { fake, wall } = virtualFake()
    const fetch: Fetch = async (request) =>
      new URL(request.url).pathname === '/api/version'
        ? Response.json({ version })
        : hostileFetch(fake.fetch, said)(request)
    const argv = ['--base-url', target.baseUrl, ...flags, '--ledger', join(folder, 'calibrate')]
    return told(writeCalibration, [...argv, '--plan', 'core', ...more], fetch, wall)
  }
  const read = async () => {
    const { code, text } = await told(printChoices, ['--profile', out()], parrotFetch(''))
    expect(rawIn(text)).toEqual([])
    return code
  }

  it.each(Object.entries(hostileStarts))(
    'writes a profile that `choices --profile` reads: %s',
    async (_name, said) => {
      const { text } = await calibrating('', `0.8.0${said}`, '--out', out())
      const yaml = await readFile(out(), 'utf8')
      expect([rawIn(text), rawIn(yaml), commandsIn(text)]).toEqual([[], [], []])
      expect(await read()).toBe(0)
      // A version that no profile takes is told, and not played.
      expect((await loadProfile(out())).picks['versioning.published']).toBeUndefined()
      expect(yaml).toContain('# versioning.published: unknown, ')
    },
  )

  it('shows nothing of it raw, whatever it says it in', async () => {
    const { text } = await calibrating(hostile, hostile, '--out', out())
    const yaml = await readFile(out(), 'utf8')
    expect([rawIn(text), rawIn(yaml), commandsIn(text)]).toEqual([[], [], []])
    expect(await read()).toBe(0)
    const printed = await calibrating(hostile, hostile)
    expect([rawIn(printed.text), commandsIn(printed.text)]).toEqual([[], []])
  })
})

it('compare shows nothing raw of what a target or a stored report says', async () => {
  const { fake, wall } = virtualFake()
  const argv = ['--base-url', target.baseUrl, ...flags, '--ledger', join(folder, 'compare')]
  const file = join(folder, 'stored.json')
  const report = ['--report', `json=${file}`]
  await told(conform, [...argv, ...report], hostileFetch(fake.fetch, hostile), wall)
  const stored = JSON.parse(await readFile(file, 'utf8')) as { target: string; results: object[] }
  const forged = { ...stored, target: `${hostileTexts.lateCommand}${hostile}` }
  const results = stored.results.map((each) => ({ ...each, message: hostile, verdict: 'fail' }))
  const other = join(folder, 'other.json')
  await writeFile(other, JSON.stringify({ ...forged, results }))
  const { code, text } = await told(compare, [file, other], fake.fetch, wall)
  expect(code).toBe(1)
  expect(text).toContain('error::injected')
  expect([rawIn(text), commandsIn(text)]).toEqual([[], []])
})

it('serve --verbose tells of each call in one line, and shows nothing raw', async () => {
  const { output, errors, stop } = await start('--json', '--verbose')
  const { url } = JSON.parse(output) as { url: string }
  const said = [...Object.values(hostileTexts), hostile]
  const explained: (string | null)[] = []
  for (const text of said) {
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
  expect(lines).toHaveLength(3 * said.length)
  expect(lines.filter((line) => !/^#\d+ /.test(line))).toEqual([])
  expect(explained.filter((text) => !/^[ -~]+$/.test(text ?? ''))).toEqual([])
})

describe('the log of crashes', () => {
  it.each(Object.entries(hostileTexts))(
    'shows where it was, and nothing raw: %s',
    async (_name, said) => {
      const lines: string[] = []
      const log = vi.spyOn(console, 'error').mockImplementation((...parts) => {
        lines.push(parts.map(String).join(' '))
      })
      onTestFinished(() => log.mockRestore())
      const fixtures = {
        get torn(): never {
          throw new TypeError(`torn${said}`, { cause: new Error(said) })
        },
      }
      const fake = createFake({ fixture: demo, fixtures })
      const path = `/__control/worlds?${encodeURIComponent(said.toWellFormed())}`
      const headers = { 'content-type': 'application/json' }
      const body = '{"fixture": "torn"}'
      const { status } = await fake.fetch(
        new Request(`http://platform.test${path}`, { method: 'POST', headers, body }),
      )
      expect([status, lines.length]).toEqual([500, 1])
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

const script = (said: string) => `name: ${JSON.stringify(`greeting${said}`)}
match: { query: ${JSON.stringify(`hello${said}`)} }
about: ${JSON.stringify(said)}
script:
  - answer: ${JSON.stringify(`Good\n${said}`)}
suggestions: [${JSON.stringify(said)}]
`

const shown = async (...argv: string[]) => {
  const { text } = await run(...argv).catch((error: unknown) => {
    if (error instanceof UsageError) return { text: `${error.message}\n` }
    throw error
  })
  return text
}

describe('commands that show scripts', () => {
  it.each(Object.entries(hostileStarts))('show nothing raw: %s', async (_name, said) => {
    const dir = await folderOf({ 'a.yaml': script(said) })
    const file = join(dir, 'a.yaml')
    const wrong = await folderOf({ 'a.yaml': `${script(said)}${JSON.stringify(said)}: 1\n` })
    const texts = await Promise.all([
      shown('play', file, '--speed', 'max'),
      shown('play', file, '--speed', 'max', '--json'),
      shown('play', file, '--agent', said),
      shown('play', file, '--query', said),
      shown('list', dir),
      shown('list', dir, '--json'),
      shown('list', dir, '--query', `hello${said}`, '--all'),
      shown('list', dir, '--only', said),
      shown('check', wrong),
      shown('check', wrong, '--json'),
    ])
    expect(texts.map(rawIn)).toEqual(texts.map(() => []))
    expect(texts.map(commandsIn)).toEqual(texts.map(() => []))
  })
})
