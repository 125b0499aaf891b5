import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { writeCalibration } from '../../cli/calibrate.ts'
import { compare } from '../../cli/compare.ts'
import { conform } from '../../cli/conform.ts'
import { fileFormats } from '../../cli/conform/reports.ts'
import { canary, gossip, leaksIn, secrets } from '../support/gossip.ts'
import { vitest } from '../support/inner-vitest.ts'
import { upstreamOf } from '../support/raw-upstream.ts'
import { drawn, isProving } from '../support/proving.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { commands, rawRecording, slowCommands } from './secret-commands.ts'

const { folder } = temporaryFolder()

/** A server repeats secrets in each plan. The plan is drawn, because the largest one takes seconds. */
const [plan = 'full'] = drawn(['full', 'core'], 1)

const who = [
  '--email=me@example.com',
  '--other-email=you@example.com',
  '--grace=0',
  ...Object.entries(secrets).map(([name, value]) => `--${name}=${value}`),
]
const flags = ['--base-url=http://target.test', ...who]

const stopped = new Promise<void>(() => {})

// Each command gets a new server, which cannot know the secrets of the others.
const means = () => ({ fetch: gossip(), sleep: async () => {} })

function screen() {
  let printed = ''
  const output = { isTTY: true, write: (text: string) => void (printed += text) }
  return { io: { stdout: output, stderr: output }, printed: () => printed }
}

const place = (name: string) => join(folder.path, name)
const written = () => readdirSync(folder.path).map((name) => readFileSync(place(name), 'utf8'))

test('a conformance run shows no secret in reports, on the screen, in the progress or in the ledger', async () => {
  const { io, printed } = screen()
  const ledger = ['--ledger', place('ledger.ndjson')]
  const files = fileFormats.flatMap((format) => ['--report', `${format}=${place(format)}`])
  const baseline = ['--write-baseline', place('baseline.yaml')]
  const run = [...flags, ...ledger, '--plan', plan]
  await conform([...run, ...files, '--report', 'github', ...baseline], io, means())
  await conform([...run, '--json', '--only', 'keys.*'], io, means())
  expect(await conform(['gc', ...flags, ...ledger], io, means())).toBe(1)

  await conform([...run, '--dry-run'], io, means())

  const artefacts = [...written(), printed()]
  expect(artefacts).toHaveLength(fileFormats.length + 3)
  for (const label of ['<PASSWORD>', '<ACCESS_TOKEN>', '<API_KEY>'])
    expect(artefacts.join('\n')).toContain(label)
  expect(artefacts.flatMap(leaksIn)).toEqual([])
})

test('`calibrate` shows no secret in the profile, in its comments or on the screen', async () => {
  const { io, printed } = screen()
  const run = [...flags, '--ledger', place('calibrate.ndjson'), '--plan', plan]
  await writeCalibration([...run, '--out', place('profile.yaml')], io, means())
  await writeCalibration(run, io, means())
  const artefacts = [...written(), printed()]
  expect(artefacts.join('\n')).toContain('<ACCESS_TOKEN>')
  expect(artefacts.flatMap(leaksIn)).toEqual([])
})

test('`compare` shows no secret in the differences of two runs', async () => {
  const { io, printed } = screen()
  const run = [...who, '--ledger', place('compare.ndjson'), '--plan', plan]
  await compare(['http://a.test', 'http://b.test', ...run], io, { ...means(), fetch: twoServers() })
  expect(printed()).toContain('got code <API_KEY svc_…')
  expect(leaksIn(printed())).toEqual([])
})

/** Two servers that repeat secrets; one of them responds to reads with an empty page. */
function twoServers() {
  const [a, b] = [gossip(), gossip()]
  const page = { items: [], total: 0, page: 1, size: 20, pages: 0 }
  return async (request: Request) => {
    if (request.url.startsWith('http://a.test')) return a(request)
    return request.method === 'GET' ? Response.json(page) : b(request)
  }
}

test.runIf(isProving)(
  'the messages of checks that run as tests in Vitest contain no secret',
  async () => {
    const { text, outcomes } = await vitest('tests/conformance/suite-as-tests/leaking.ts')
    const failed = outcomes
      .flatMap((tests) => [...tests.values()])
      .filter(({ status }) => status === 'failed')
    expect(failed.length).toBeGreaterThan(50)
    expect(text).toContain('<ACCESS_TOKEN>')
    expect(leaksIn(text)).toEqual([])
  },
  60_000,
)

test('an invalid command line is refused without repeating its values, which may be secrets', async () => {
  const io = { stdout: { write: () => undefined }, stderr: { write: () => undefined } }
  const wrong = [
    [...flags, '--pasword', secrets.password],
    [...flags, secrets.password],
    ['--base-url', `http://:${encodeURIComponent(secrets.password)}@target.test`],
    [...flags, `--strict=${secrets.password}`],
  ]
  for (const argv of wrong) {
    const error: unknown = await conform(argv, io).catch((reason: unknown) => reason)
    expect(String(error)).toMatch(/^UsageError: /)
    expect(String(error)).not.toContain(canary)
  }
})

/** A deployment that repeats every secret that it receives or creates. */
async function gossipServer(): Promise<string> {
  const send = gossip(true)
  const { url } = await upstreamOf(async (incoming, outgoing) => {
    const { method = 'GET', headers, url: path = '' } = incoming
    const body = method === 'GET' ? undefined : await textOf(incoming)
    const all = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === 'transfer-encoding' ? [] : [[name, String(value)]],
    ) as [string, string][]
    const request = new Request(`http://target.test${path}`, {
      method,
      headers: all,
      ...(body !== undefined && { body }),
    })
    const response = await send(request).catch(() => Response.json({}, { status: 502 }))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(await response.text())
  })
  return url
}

test.each([...drawn(Object.entries(commands), 3), ...drawn(Object.entries(slowCommands), 0)])(
  'no known secret appears in the output or the files of this command: %s',
  async (_name, { shows, run }) => {
    const here = await mkdtemp(join(folder.path, 'command-'))
    const path = (name: string) => join(here, name)
    const har = path('..raw.har')
    await writeFile(har, await rawRecording())
    expect(leaksIn(readFileSync(har, 'utf8')).length).toBeGreaterThan(20)
    const { io, printed } = screen()
    const shown: string[] = []
    const show = (one: string) => void shown.push(one)
    await run({ path, har, url: await gossipServer(), io: { ...io, stopped }, show })
    // Paths that begin with `..` are inputs of the command.
    const files = readdirSync(here, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => relative(here, join(parentPath, name)))
      .filter((name) => !name.startsWith('..'))
      .map((name) => `${name}: ${readFileSync(path(name), 'utf8')}`)
    const artefacts = [printed(), ...shown, ...files]
    expect(artefacts.join('\n')).toContain(shows)
    expect(artefacts.flatMap(leaksIn)).toEqual([])
  },
  60_000,
)
