import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UsageError } from '../../../cli/command-line.ts'
import { tolerance } from '../../../cli/tolerance.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import { createTestFake } from '../../../testing/test-fake.ts'
import { readCalls } from '../../../testing/tolerance/execute.ts'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import { shellClient } from './session.ts'
import { isProving } from '../../support/proving.ts'

import example from '../../../console/pages/tolerance/example/report.json' with { type: 'json' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command of the built package. */
async function run(...argv: readonly string[]) {
  const output = { stdout: '', stderr: '' }
  const io = {
    stdout: { write: (text: string) => (output.stdout += text) },
    stderr: { write: (text: string) => (output.stderr += text) },
  }
  // Each look at the clock adds five seconds, so that the progress has a line for every run.
  let now = 0
  const code = await tolerance(argv, io, { now: () => (now += 5000) })
  return { code, ...output, json: () => JSON.parse(output.stdout) as ToleranceReport }
}

const refusalOf = async (...argv: readonly string[]) => {
  const error: unknown = await run(...argv).catch((reason: unknown) => reason)
  if (!(error instanceof UsageError))
    throw new Error(`Expected a UsageError, got: ${String(error)}`)
  return error.message
}

const contentType = shellClient(
  `curl -sD - -o /dev/null "$U/api/agents" -H "$A" | grep -qi '^content-type: application/json.$'`,
)
const charset = 'records.content-type=charset'

/** A client that kills the server of its run, and then waits. */
const killServer = `
const { readdirSync, readFileSync } = require('node:fs')
const variablesOf = (pid) => {
  try { return readFileSync('/proc/' + pid + '/environ', 'utf8').split('\\0') } catch { return [] }
}
for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
  const variables = variablesOf(pid)
  const isOfRun = variables.includes('UNDERSTUDY_RUN=' + process.env.UNDERSTUDY_RUN)
  if (isOfRun && !variables.some((one) => one.startsWith('UNDERSTUDY_URL=')))
    process.kill(Number(pid), 'SIGKILL')
}
setInterval(() => {}, 1000)`

describe('the command line of tolerance', () => {
  it('`tolerance` runs a shell script with curl against servers that it starts, and names the cause of a failure', async () => {
    const { code, stdout, stderr } = await run(
      '--only',
      'records.content-type=*',
      '--',
      ...contentType,
    )
    expect(code).toBe(1)
    expect(stdout).toContain(`✗ ${charset}`)
    expect(stdout).toMatch(/allowed behaviours that your tests reach are tolerated; 1 is not\./)
    expect(stdout).toContain(`npx agent-understudy tolerance --only ${charset} -- sh -ec`)
    expect(stderr).toMatch(
      /^The first run took \d+\.\d s\. At least 4 are planned, .* --budget 10m/,
    )
    expect(stderr).toMatch(/baseline-1: 0 behaviours, exit code 0, 2 requests/)
  })

  it.runIf(isProving)(
    'parallel runs share nothing: each run has its own server, folder and test report',
    async () => {
      const script = `${contentType[2]} && O='' || O='<failure message="strict"/>'
printf '<testsuite><testcase name="type">%s</testcase><testcase name="other"/></testsuite>' "$O" > "$UNDERSTUDY_RUN/junit.xml"`
      const keep = join(folder, 'runs')
      const flags = ['--json', '--jobs', '3', '--results', '{run}/junit.xml', '--keep', keep]
      const { code, json } = await run(...flags, '--only', 'records.*', '--', 'sh', '-c', script)
      const report = json()
      expect(code).toBe(1)
      expect(report).toMatchObject({ tests: 2, hasSingleTests: true, exit: 1 })
      expect(report.findings).toMatchObject([
        { behaviours: [charset], tests: [{ test: 'type', message: 'strict' }] },
      ])
      const calls = await readCalls(join(keep, report.findings[0]!.run))
      expect(calls).toMatchObject([
        { path: '/api/auth/login' },
        { path: '/api/agents', test: null },
      ])
      expect(calls[1]?.shown).toContain(charset)
      expect(calls[1]?.request.headers['authorization']).not.toMatch(/eyJ/)
      const document: unknown = JSON.parse(
        await readFile(join(keep, report.findings[0]!.run, 'run.json'), 'utf8'),
      )
      expect(document).toMatchObject({ profile: { picks: { 'records.content-type': 'charset' } } })
    },
  )

  it.runIf(isProving)(
    'each test of `node --test` counts separately, and each finding shows an exchange of its test',
    { timeout: 300_000 },
    async () => {
      const file = join(folder, 'client.test.mjs')
      await writeFile(
        file,
        `import { equal, match } from 'node:assert'
import { test } from 'node:test'
const call = (path, init) => fetch(process.env.UNDERSTUDY_URL + path, init)
const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":"demo@example.com","password":"demo-password"}' }
test('other', async () => equal((await call('/api/auth/login', login)).status, 200))
test('date', async () => match((await (await call('/api/auth/login', login)).json()).user.privacy_accepted_at, /Z$/))
test('type', async () => equal((await call('/api/version')).headers.get('content-type'), 'application/json'))`,
      )
      const only = ['--only', charset, '--only', 'records.timestamps=naive']
      const { json } = await run('--json', ...only, '--', process.execPath, '--test', file)
      const { findings, runs, ...report } = json()
      expect(report).toMatchObject({ tests: 3, hasSingleTests: true, exit: 1 })
      const shown = findings.map(({ behaviours, tests, exchange }) => [
        behaviours.join(),
        tests.map(({ test }) => test.split(' > ').at(-1)).join(),
        exchange?.request,
        exchange?.baseline?.status,
      ])
      expect(shown.toSorted()).toEqual([
        [charset, 'type', 'GET /api/version', 200],
        ['records.timestamps=naive', 'date', 'POST /api/auth/login', 200],
      ])
      expect(runs.filter(({ tests }) => tests === 1).length).toBeGreaterThan(3)
    },
  )

  it.runIf(process.platform === 'linux')(
    'tests that kill the server of a run are reported, and the session ends',
    async () => {
      const { code, stdout } = await run('--', process.execPath, '-e', killServer)
      expect(stdout).toMatch(/ended the server of the run `baseline-1` \(SIGKILL\)/)
      expect(code).toBe(3)
    },
  )

  it('a fake in a web page reports its requests through the server of the run', async () => {
    const call = {
      number: 1,
      world: 'default',
      time: '',
      method: 'GET',
      path: '/api/agents',
      endpoint: 'agents.list',
      status: 200,
      stream: null,
      caller: null,
      faults: [],
      request: { headers: {}, body: null },
      response: { body: null },
      frames: [],
      relied_on: [{ choice: 'records.timestamps', option: 'naive', grade: 'open' }],
    }
    const script = `curl -sf {url}/__run/calls -d '${JSON.stringify(call)}' && ! curl -sf {url}/__run/calls -d '{}'`
    const only = ['--json', '--only', 'records.timestamps=naive']
    const { json } = await run(...only, '--', 'sh', '-c', script)
    expect(json()).toMatchObject({ exit: 0, counts: { tolerated: 1, reached: 1 } })
  })

  it('a server that does not start is reported with the reason, and the session ends', async () => {
    const taken = await listen(createTestFake())
    const { code, stdout } = await run('--port', new URL(taken.url).port, '--', 'true')
    await taken.close()
    expect(stdout).toMatch(/The server of a run did not start: .*in use/s)
    expect(code).toBe(3)
  })

  it('mistakes of the command line are refused before anything runs', async () => {
    expect(await refusalOf()).toMatch(/test command is missing: write it after --/)
    expect(await refusalOf('npx', 'vitest')).toMatch(
      /`npx` is not a flag: write the test command after --/,
    )
    expect(await refusalOf('--only', 'records.timestamp=naive', '--', 'true')).toMatch(
      /Did you mean records.timestamps=naive\?/,
    )
    expect(await refusalOf('--jobs', '2', '--results', 'a.xml', '--', 'true')).toMatch(/\{run\}/)
    expect(await refusalOf('--jobs', '2', '--port', '4010', '--', 'true')).toMatch(/--jobs 1/)
    expect(await refusalOf('--budget', 'soon', '--', 'true')).toMatch(/--budget takes a time/)
    expect(await refusalOf('--keep', '.', '--', 'true')).toMatch(/is not empty/)
    expect(await refusalOf('--profile', 'nobody', '--', 'true')).toMatch(/no profile `nobody`/)
    expect(await refusalOf('--scenarios', 'not-there', '--', 'true')).toMatch(
      /no folder `not-there`/,
    )
  })
})

/** Timeout of a test that starts a runner about twenty times, in milliseconds. */
const patience = 900_000

describe.runIf(isProving)('Vitest under tolerance', { timeout: patience }, () => {
  it('Vitest tests in process, over HTTP and with MSW use the profile of the run, unless they name a profile', async () => {
    const config = join(folder, 'vitest.config.mjs')
    const test = { include: ['tests/testing/tolerance/clients/vitest.ts'] }
    await writeFile(config, `export default ${JSON.stringify({ test })}`)
    const vitest = [process.execPath, resolve('node_modules/vitest/vitest.mjs'), 'run']
    const { json } = await run(
      '--json',
      '--only',
      'records.timestamps=naive',
      '--',
      ...vitest,
      '--root',
      '.',
      '--config',
      config,
    )
    const report = json()
    expect(report).toMatchObject({ exit: 1, tests: 4, pinned: ['documented'] })
    expect(report.findings).toHaveLength(1)
    const { tests, behaviours } = report.findings[0]!
    expect(behaviours).toEqual(['records.timestamps=naive'])
    const file = 'tests/testing/tolerance/clients/vitest.ts'
    expect(tests.map((one) => one.test)).toEqual([
      `${file} > in process > reads a date (in process)`,
      `${file} > over HTTP > reads a date > over HTTP`,
      `${file} > with MSW in Node > reads a date`,
    ])
    expect(tests[0]?.message).toMatch(/to match \/Z\$\//)
  })
})

/** The ids of all behaviours in findings. */
const idsOf = (findings: readonly { readonly behaviours: readonly string[] }[]) =>
  findings.flatMap(({ behaviours }) => behaviours).toSorted()

describe.runIf(isProving)('the example report of the console', () => {
  it(
    'the command of the example report finds the same behaviours as the report shows',
    { timeout: 600_000 },
    async () => {
      const cwd = join(folder, 'shop')
      await mkdir(cwd)
      await copyFile('tests/testing/tolerance/clients/shop.mjs', join(cwd, 'shop.test.mjs'))
      const [, ...flags] = example.command
      const command = [process.execPath, ...flags]
      const only = example.behaviours.flatMap(({ id }) => ['--only', id])
      const argv = ['--json', ...only, '--results', 'report.xml', '--', ...command]
      let stdout = ''
      const io = {
        stdout: { write: (text: string) => (stdout += text) },
        stderr: { write: () => {} },
      }
      expect(await tolerance(argv, io, { cwd })).toBe(1)
      const { findings } = JSON.parse(stdout) as ToleranceReport
      expect(idsOf(findings)).toEqual(idsOf(example.findings))
    },
  )
})

describe.runIf(isProving)('Playwright under tolerance', { timeout: patience }, () => {
  it('Playwright tests with the fixture use the profile of the run, and only failed tests run again', async () => {
    const config = join(folder, 'playwright.config.mjs')
    const options = {
      testDir: resolve('tests/testing/tolerance/clients'),
      outputDir: join(folder, 'output'),
    }
    await writeFile(config, `export default ${JSON.stringify(options)}`)
    const command = `node_modules/.bin/playwright test -c ${config}`
    const { json } = await run('--json', '--only', 'records.*', '--', ...command.split(' '))
    const report = json()
    expect(report).toMatchObject({ exit: 1, tests: 2 })
    expect(report.findings.map(({ behaviours }) => behaviours).toSorted()).toEqual([
      ['records.timestamps=naive'],
      ['records.timestamps=offset'],
    ])
    const bisected = report.runs.filter(({ purpose }) => purpose === 'bisect')
    expect(bisected.map(({ tests }) => tests)).toEqual(bisected.map(() => 1))
  })
})
