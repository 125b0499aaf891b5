import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conform } from '../../cli/conform.ts'
import type { RunDependencies } from '../../cli/conform.ts'
import { conformFlags, conformOptions } from '../../cli/conform/flags.ts'
import { readFlags } from '../../cli/flags.ts'
import { packageVersion, UsageError, usageExitCode } from '../../cli/command-line.ts'
import { isMostlyBlocked, type Report } from '../../conformance/report/report.ts'
import { rewriteJson, rewritingFetch } from '../support/rewriting-proxy.ts'
import { virtualFake } from '../support/virtual-fake.ts'

async function cli(args: readonly string[], means: RunDependencies = {}) {
  const output = { stdout: '', stderr: '' }
  const io = {
    stdout: { write: (text: string) => void (output.stdout += text) },
    stderr: { write: (text: string) => void (output.stderr += text) },
  }
  const code = await conform(args, io, { sleep: async () => {}, ...means }).catch((error) => {
    if (!(error instanceof UsageError)) throw error
    output.stderr += `${error.message}\n`
    return usageExitCode
  })
  return { code, ...output }
}

const base = ['--base-url', 'http://target.test']
const user = ['--email', 'demo@example.com', '--password', 'demo-password']
const oneScreen = 40

test.each([
  [[], '--base-url is missing: the address of a deployment; or --target, the name'],
  [['--base-ulr', 'http://x'], 'There is no flag --base-ulr. Did you mean --base-url?'],
  [
    ['--base-url', 'x'],
    '--base-url takes an http or https address without a user or a query, such as https://staging.example.com, not `x`.',
  ],
  [
    ['--base-url', 'http://me:secret@x'],
    '--base-url takes an http or https address without a user or a query, such as https://staging.example.com.',
  ],
  [
    ['--base-url', 'http://target.test?x=1'],
    '--base-url takes an http or https address without a user or a query, such as https://staging.example.com, not `http://target.test?x=1`.',
  ],
  [
    [...base, ...user, '--other-email', 'Demo@example.com', '--other-password', 'demo-password'],
    '--email and --other-email (or their variables) name the same user: the rules of ownership need a second one.',
  ],
  [[...base, '--plan', 'cor'], '--plan takes smoke, core, turn, full or destructive, not `cor`.'],
  [[...base, '--email', 'a'], '--email only works together with --password.'],
  [[...base, '--grace', 'soon'], '--grace takes a time from 0s to 20d, such as 3s, not `soon`.'],
  [
    [...base, '--report', 'xml=f'],
    '--report takes json=FILE, junit=FILE, markdown=FILE, html=FILE or github, not `xml=f`.',
  ],
  [
    [...base, '--report', 'html'],
    '--report takes json=FILE, junit=FILE, markdown=FILE, html=FILE or github, not `html`.',
  ],
  [[...base, '--report', 'github', '--json'], '--json and --report github both write to stdout'],
  [
    [...base, '--dry-run', '--json'],
    '--json cannot be used with --dry-run: --dry-run prints a table.',
  ],
  [[...base, '--password', '-secret'], 'If it begins with a dash, write --password=VALUE'],
  [[...base, 'secret'], 'but an argument has no flag before it; see --help.'],
  [[...base, '--strict=yes'], '--strict takes no value: write it alone.'],
  [[...base, '--only', 'nothing.*'], 'No check of plan core matches nothing.*.'],
])('the wrong command line %j is refused with an explanation', async (args, sentence) => {
  const { code, stdout, stderr } = await cli(args)
  expect(code).toBe(3)
  expect(stdout).toBe('')
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

const error = (status: number, code: string) => () =>
  Response.json({ success: false, error: code, message: 'No.' }, { status })

const hopeless: Record<string, () => Response> = {
  '422 to everything': () => Response.json({ detail: [] }, { status: 422 }),
  '200 {} to everything': () => Response.json({}),
  '401 to everything': error(401, 'unauthorized'),
  '403 to everything': error(403, 'forbidden'),
  '404 to everything': error(404, 'not_found'),
  '500 to everything': error(500, 'internal_error'),
  'maintenance to everything': () => new Response('later', { status: 503 }),
}

for (const [what, reply] of Object.entries(hopeless)) {
  for (const credentials of [user, ['--api-key', 'svc_0123456789']]) {
    test(`against a target that sends ${what}, a run with ${credentials[0]} fails, and its report fits on one screen`, async () => {
      const means = { fetch: async () => reply() }
      const { code, stdout } = await cli([...base, ...credentials, '--grace', '0'], means)
      // A `must` check fails on all targets except the one in maintenance, which decides none.
      expect(code).toBe(what.startsWith('maintenance') ? 4 : 1)
      expect(stdout.split('\n').length).toBeLessThan(oneScreen)
      expect(stdout).toMatch(/checks could not run, most of them for this reason:\n +\S/)
      expect(stdout).not.toContain('Green')
    })
  }
}

test('no check of responses passes on a server that sends the same response to every request', async () => {
  // Only passive checks of the bodies may pass on this server.
  const passives = /^(?:errors\.|envelopes\.(?:bodies-are-json|json-is-utf-8))/
  for (const reply of Object.values(hopeless)) {
    const args = [
      ...base,
      '--api-key',
      'svc_0123456789',
      '--grace',
      '0',
      '--plan',
      'full',
      '--json',
    ]
    const { stdout } = await cli(args, { fetch: async () => reply() })
    const { results } = JSON.parse(stdout) as {
      results: { id: string; verdict: string; level: string }[]
    }
    const passed = results.filter(({ verdict, level }) => verdict === 'pass' && level === 'must')
    expect(passed.map(({ id }) => id).filter((id) => !passives.test(id))).toEqual([])
  }
})

test('`conform` reports a closed port as a refused connection', async () => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  const args = ['--base-url', `http://127.0.0.1:${port}`, '--only', 'conversations.*']
  const { code, stdout } = await cli([...args, '--api-key', 'svc_0123456789'])
  expect(code).toBe(4)
  expect(stdout).toContain(`ECONNREFUSED 127.0.0.1:${port}`)
  expect(stdout).not.toContain('left behind')
  expect(stdout.split('\n').length).toBeLessThan(oneScreen)
})

const page = { items: [], total: 0, page: 1, size: 20, pages: 0 }
const oneCheck = [...base, '--api-key', 'svc_0123456789', '--only', 'lists.items-is-an-array']

test('a conformance run without failures ends with exit code 0', async () => {
  const { code, stdout } = await cli(oneCheck, { fetch: async () => Response.json(page) })
  expect(code).toBe(0)
  expect(stdout).toContain('Green. 1 pass.')
})

test('a failure prints its rule, the expected and the actual value, and a command that repeats it', async () => {
  const { code, stdout } = await cli(oneCheck, { fetch: async () => Response.json({ items: 1 }) })
  expect(code).toBe(1)
  expect(stdout).toContain('FAIL lists.items-is-an-array  2.2')
  expect(stdout).toContain('specification  A page has `items`, an array of the listed records.')
  expect(stdout).toMatch(/expected +items to be an array \(first of 4 instances\)\n +got +1\n/)
  const curl = `curl -i 'http://target.test/api/me/api-keys' -H 'Authorization: Bearer <API_KEY: given key>'`
  expect(stdout).toContain(curl)
  const command = 'npx agent-understudy conform --base-url http://target.test'
  expect(stdout).toContain(`Reproduce: ${command} --reproduce lists.items-is-an-array\n`)
  const flags = ['--max-turns', '0', '--grace', '2s', '--agent', 'the desk', '--plan', 'turn']
  const other = await cli([...oneCheck, ...flags], {
    fetch: async () => Response.json({ items: 1 }),
  })
  expect(other.stdout).toContain(
    `Reproduce: ${command} --plan turn --grace 2000ms --max-turns 0 --agent 'the desk' --reproduce`,
  )
})

test('`conform` writes reports to the given files, with the duration of each check', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  try {
    const [json, junit] = [join(folder, 'report.json'), join(folder, 'report.xml')]
    const args = [...oneCheck, '--report', `json=${json}`, '--report', `junit=${junit}`, '--json']
    let now = 0
    // Each response takes a quarter of a second.
    const fetch = async () => {
      now += 250
      return Response.json({ items: '<&' })
    }
    const startedAt = '2026-11-21T08:00:00.000Z'
    const { stdout } = await cli(args, { fetch, now: () => now, startedAt })
    const report: unknown = JSON.parse(await readFile(json, 'utf8'))
    expect(JSON.parse(stdout)).toEqual(report)
    expect(report).toMatchObject({
      target: 'http://target.test',
      startedAt,
      version: packageVersion(),
      plan: 'core',
      summary: { pass: 0, fail: 1, blocked: 0 },
      causes: [{ rule: 'page.items', instances: 4, checks: ['lists.items-is-an-array'] }],
      results: [{ id: 'lists.items-is-an-array', level: 'must', clause: '2.2', ms: 1000 }],
    })
    const xml = await readFile(junit, 'utf8')
    expect(xml).toContain(` timestamp="${startedAt}">`)
    expect(xml).toContain(`<property name="version" value="${packageVersion()}"/>`)
    expect(xml).toContain('<testsuites tests="1" failures="1" errors="0" skipped="0" time=')
    expect(xml).toContain(
      '<testcase classname="lists" name="items-is-an-array" time="1.000"><failure ',
    )
    expect(xml).toContain('&lt;&amp;')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('HTML and Markdown reports go to files, and annotations follow the report on stdout', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  try {
    const [web, summary] = [join(folder, 'report.html'), join(folder, 'summary.md')]
    const orders = [`html=${web}`, `markdown=${summary}`, 'github']
    const args = [...oneCheck, ...orders.flatMap((order) => ['--report', order])]
    const { stdout } = await cli(args, { fetch: async () => Response.json({ items: 1 }) })
    expect(await readFile(web, 'utf8')).toMatch(/^<!doctype html>/)
    expect(await readFile(summary, 'utf8')).toContain('### 1 cause, 1 check\n')
    expect(stdout).toMatch(/^Conformance of .*\n::error title=lists\.items-is-an-array \(2\.2\)::/s)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('`conform` refuses a report file that cannot be written before it sends anything', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  const file = join(folder, 'a file')
  await writeFile(file, '')
  let sent = 0
  const fetch = async () => Response.json({ sent: (sent += 1) })
  try {
    const wrong: readonly (readonly [string, string])[] = [
      [`--report=html=${join(file, 'report.html')}`, "can't be written: EEXIST."],
      [`--report=json=${folder}`, "can't be written: it is a folder."],
      [`--write-baseline=${join(file, 'baseline.yaml')}`, "can't be written: EEXIST."],
    ]
    for (const [flag, says] of wrong) {
      const { code, stderr } = await cli([...oneCheck, flag], { fetch })
      expect(code).toBe(3)
      expect(stderr).toContain(says)
    }
    expect(sent).toBe(0)
    const made = join(folder, 'new', 'report.html')
    await cli([...oneCheck, '--report', `html=${made}`], { fetch: async () => Response.json(page) })
    expect(await readFile(made, 'utf8')).toContain('Green.')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('`conform` takes credentials from variables if no flag sets them', () => {
  const variables = {
    UNDERSTUDY_EMAIL: 'a@example.com',
    UNDERSTUDY_PASSWORD: 'from a variable',
    UNDERSTUDY_OTHER_EMAIL: '',
    UNDERSTUDY_EXPIRED_TOKEN: 'ey.ey.ey',
  }
  const line = [...base, '--email', 'b@example.com']
  const given = readFlags(line, { flags: conformFlags }, variables)
  const target = given && conformOptions(given).target
  expect(target).toMatchObject({
    email: 'b@example.com',
    password: 'from a variable',
    otherEmail: undefined,
    expiredToken: 'ey.ey.ey',
  })
})

test('a conformance run with a failed check ends with exit code 1 in every format, even if most checks are blocked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  const { fake } = virtualFake()
  const means = {
    fetch: rewritingFetch((request) => fake.fetch(request), {
      response: (answer, { path }) =>
        path === '/api/auth/login' ? rewriteJson(answer, () => ({ success: true })) : undefined,
    }),
  }
  const formats = ['json', 'junit', 'markdown', 'html'].flatMap((format) => [
    '--report',
    `${format}=${join(folder, format)}`,
  ])
  for (const more of [formats, ['--json'], ['--report', 'github'], ['--strict']]) {
    const { code } = await cli([...base, ...user, '--plan', 'smoke', ...more], means)
    expect(code).toBe(1)
  }
  const written = JSON.parse(await readFile(join(folder, 'json'), 'utf8')) as Report
  expect(isMostlyBlocked(written)).toBe(true)
  expect(await readFile(join(folder, 'markdown'), 'utf8')).toContain(
    'Not conforming. Most checks were blocked.',
  )
})
