import { afterEach, describe, expect, it, vi } from 'vitest'
import { compare } from '../../cli/compare.ts'
import { configuredLine } from '../../cli/run-command.ts'
import type { RunDependencies } from '../../cli/conform.ts'
import { UsageError } from '../../cli/command-line.ts'
import { compareRuns, type Run } from '../../conformance/report/compare.ts'
import type { Shapes } from '../../conformance/report/report.ts'
import { toJson } from '../../conformance/reporters/json.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { file } = temporaryFolder()

const run = (shapes: Shapes, results: Run['results'] = []): Run => ({ shapes, results })
const shape = (places: Shapes[string]) => run({ 'GET /api/agents 200': places })
const differences = (a: Shapes[string], b: Shapes[string]) =>
  compareRuns(shape(a), shape(b)).shapes.map((each) => `${each.pointer}: ${each.a}, ${each.b}`)

const page = { '': ['object'], '/items': ['array'], '/items/*': ['object'] }

const result = (id: string, verdict: 'pass' | 'fail' | 'observed', observation?: unknown) => ({
  id,
  verdict,
  message: crypto.randomUUID(),
  observation,
})

describe('a comparison of two runs', () => {
  it('a comparison of two runs finds values of different types at the same JSON pointer', () => {
    const [a, b] = [{ '/items/*/id': ['string'] }, { '/items/*/id': ['number'] }]
    expect(differences({ ...page, ...a }, { ...page, ...b })).toEqual([
      '/items/*/id: string, number',
    ])
  })

  it('a comparison of two runs finds a member that one run lacks', () => {
    expect(differences({ ...page, '/items/*/id': ['string'] }, page)).toEqual([
      '/items/*/id: string, absent',
    ])
    expect(differences(page, { ...page, '/pages': ['number'] })).toEqual(['/pages: absent, number'])
  })

  it('a comparison of two runs ignores fields that one run had no chance to receive', () => {
    const empty = { '': ['object'], '/items': ['array'] }
    expect(differences({ ...page, '/items/*/id': ['string'] }, empty)).toEqual([])
    const [a, b] = [
      { '': ['object'], '/title': ['null'] },
      { '': ['object'], '/title': ['string'] },
    ]
    expect(differences(a, b)).toEqual([])
    expect(differences(b, { ...b, '/title': ['null', 'string'] })).toEqual([])
  })

  it('a comparison of two runs finds a response that one run never received', () => {
    const only = run({ 'GET /api/agents 200': page, 'GET /api/agents 500': page })
    expect(compareRuns(only, shape(page)).shapes).toEqual([
      { where: 'GET /api/agents 500', a: 'seen', b: 'never seen' },
    ])
  })

  it('a comparison of two runs ignores durations', () => {
    const took = (delayMs: number, form = 'follow') => ({
      results: [result('a.seen', 'observed', [{ ms: delayMs, delayMs, form }])],
    })
    expect(compareRuns(took(1), took(2)).checks).toEqual([])
    expect(compareRuns(took(1), took(2, 'stored')).checks).toHaveLength(1)
  })

  it('a comparison of two runs compares verdicts and observations, but not the text of a failure', () => {
    const a = [
      result('a.same', 'fail'),
      result('a.verdict', 'pass'),
      result('a.seen', 'observed', 20),
    ]
    const b = [
      result('a.same', 'fail'),
      result('a.verdict', 'fail'),
      result('a.seen', 'observed', 50),
    ]
    const { checks, compared } = compareRuns(run({}, a), run({}, [...b, result('a.new', 'pass')]))
    expect(checks).toEqual([
      { where: 'a.verdict', a: 'pass', b: `fail: ${b[1]?.message}` },
      { where: 'a.seen', a: '20', b: '50' },
      { where: 'a.new', a: 'not run', b: 'pass' },
    ])
    expect(compared).toEqual({ checks: 3, shapes: 0, lives: 0 })
  })
})

async function cli(
  args: readonly string[],
  means: RunDependencies = {},
  interrupted?: Promise<void>,
) {
  const output = { stdout: '' }
  const stdout = { write: (text: string) => void (output.stdout += text) }
  const io = { stdout, stderr: { write: () => {} }, ...(interrupted && { interrupted }) }
  const code = await compare(args, io, means)
  return { code, ...output }
}

const user = ['--email', 'demo@example.com', '--password', 'demo-password']

/** Two deployments behind one `fetch`, distinguished by their host names. */
function deployments(picks: object) {
  const [one, other] = [virtualFake(), virtualFake(picks)]
  const fetch = async (request: Request) =>
    (new URL(request.url).hostname === 'a.test' ? one : other).fake.fetch(request)
  const sleep = async (ms: number) => {
    await Promise.all([one.systemClock.sleep(ms), other.systemClock.sleep(ms)])
  }
  return { fetch, sleep, now: one.systemClock.now }
}

describe('`compare` with a config file', () => {
  afterEach(() => vi.unstubAllEnvs())

  /** Runs a whole command line, as the program does. */
  async function commandLine(args: readonly string[]) {
    const [, ...words] = await configuredLine(['compare', ...args])
    return cli(words, deployments({}))
  }

  it('`compare` runs no code of a config file with `--no-config`, whatever it compares', async () => {
    const config = await file('understudy.config.mjs', 'throw new Error("The config was run.")')
    vi.stubEnv('UNDERSTUDY_CONFIG', config)
    const suite = ['http://a.test', 'http://b.test', ...user, '--only', 'lists.*']
    expect((await commandLine([...suite, '--no-config'])).code).toBe(0)
    await expect(commandLine(suite)).rejects.toThrow('The config was run.')
    const stored = await file(
      'stored.json',
      toJson(await virtualFake().runSuite('core', ['keys.*'])),
    )
    expect((await commandLine([stored, stored, '--no-config'])).code).toBe(0)
    const profiles = ['--profile', 'documented', '--profile', 'documented']
    expect((await commandLine(['--no-config', ...profiles])).code).toBe(0)
  })

  it('`compare` takes its targets from the file of `--config`', async () => {
    const config = await file(
      'other.yaml',
      'targets: { one: { url: http://a.test }, two: { url: http://b.test } }',
    )
    const targets = ['one', 'two', '--config', config]
    const { code, stdout } = await commandLine([...targets, ...user, '--only', 'lists.*'])
    expect(stdout).toContain('A  http://a.test\nB  http://b.test\n')
    expect(code).toBe(0)
  })
})

const down = () => Promise.reject(new TypeError('fetch failed'))

describe('`compare`', () => {
  const both = ['http://a.test', 'http://b.test', ...user]

  it('`compare -h` prints the help of all comparisons', async () => {
    const help = await cli(['--help'])
    expect(help).toMatchObject({ stdout: expect.stringContaining('Usage: ') as unknown })
    expect(await cli(['-h'])).toEqual(help)
  })

  it('`compare` finds no difference between two equal deployments', async () => {
    const { code, stdout } = await cli(both, deployments({}))
    expect(stdout).toMatch(/No difference\. \d{3} checks and \d\d kinds of responses compared\.\n$/)
    expect(code).toBe(0)
  })

  it('`compare` prints each difference, and a difference that occurs everywhere only once', async () => {
    const means = deployments({ 'errors.envelope': 'detail' })
    const { code, stdout } = await cli([...both, '--only', 'err*', '--only', 'lists.*'], means)
    expect(code).toBe(1)
    expect(stdout).toContain('A  http://a.test\nB  http://b.test\n')
    expect(stdout).toMatch(/ {2}errors\.[\w-]+\n {4}A {2}pass\n {4}B {2}fail: expected/)
    expect(stdout).toMatch(
      / {2}\/error_args, \/error_code in GET \/api\/agents 422, .+\n {4}A {2}\/error_args absent, \/error_code absent\n {4}B {2}\/error_args object, \/error_code string\n/,
    )
    expect(stdout).toMatch(/\d+ checks and \d+ shapes differ, by \d+ causes\. /)
    expect(stdout).not.toContain('demo-password')
  })

  it('`compare` prints the changes since a stored run', async () => {
    const [before, after] = [virtualFake(), virtualFake({ 'lists.default-size': { items: 7 } })]
    const only = ['lists.*']
    const stored = await file('before.json', toJson(await before.runSuite('core', only)))
    const now = await file('after.json', toJson(await after.runSuite('core', only)))
    expect((await cli([stored, stored])).code).toBe(0)
    const { code, stdout } = await cli([stored, now])
    expect(code).toBe(1)
    expect(stdout).toContain('  lists.size-is-20-by-default\n    A  pass\n    B  fail: ')
    const printed = JSON.parse((await cli([stored, now, '--json'])).stdout)
    const difference = { where: 'lists.size-is-20-by-default', a: 'pass' }
    expect(printed).toMatchObject({ plan: 'core', checks: [difference], causes: { lives: [] } })
  })

  it('`compare` does not count differences to a stored run that was cut short or never reached its target', async () => {
    const whole = virtualFake()
    const stored = await file('whole.json', toJson(await whole.runSuite('core')))
    const { now, sleep } = whole.systemClock
    const options = { target, plan: 'core', now, sleep } as const
    const fetch = (request: Request) => whole.fake.fetch(request)
    const stopped = await runConformance({ ...options, fetch, stop: AbortSignal.abort() })
    const parts = [
      [stopped, 'the run was stopped'],
      [{ ...(await whole.runSuite('core', ['lists.*'])), outOfTime: true }, 'time limit'],
      [await runConformance({ ...options, fetch: down }), 'did not respond'],
    ] as const
    for (const [report, reason] of parts) {
      const part = await file('part.json', toJson(report))
      for (const sides of [
        [stored, part],
        [part, stored],
      ]) {
        const { code, stdout } = await cli(sides)
        expect(stdout).toBe(stdout.split('\n', 1).join() + '\n')
        expect(stdout).toContain(`${part} was only partly checked, because `)
        expect(stdout).toContain(reason)
        expect(code).toBe(4)
      }
    }
  })

  it('`compare` reports a deployment whose checks could not run', async () => {
    const means = { fetch: async () => new Response('', { status: 503 }), sleep: async () => {} }
    const { code, stdout } = await cli(both, means)
    expect(code).toBe(4)
    expect(stdout).toContain('http://a.test was not checked')
  })

  it('`compare` ends if one of its runs is stopped', async () => {
    const { code, stdout } = await cli(both, deployments({}), Promise.resolve())
    expect(code).toBe(130)
    expect(stdout).not.toContain('b.test')
  })

  it.each([
    [['http://a.test'], 'compare takes two names, then flags'],
    [['--email', 'x'], 'compare takes two names, then flags'],
    [[...both, '--report=json=x'], 'There is no flag --report.'],
    [['a.json', 'b.json', '--strict'], '`--strict` only applies to a deployment'],
    [['no.json', 'no.json'], "no.json can't be read: pass an http address, or a report"],
    [['package.json', 'package.json'], 'package.json is not a report'],
  ])('`compare` refuses %j with an explanation', async (args, says) => {
    await expect(cli(args)).rejects.toThrow(UsageError)
    await expect(cli(args)).rejects.toThrow(says)
  })

  it('`compare` refuses a report that cannot be read before it calls the deployment', async () => {
    let calls = 0
    const fetch = async () => {
      calls += 1
      return Response.json({})
    }
    await expect(cli(['http://a.test', 'no.json'], { fetch })).rejects.toThrow(UsageError)
    expect(calls).toBe(0)
  })

  it('`compare` compares only runs of the same plan', async () => {
    const report = await virtualFake().runSuite('core', ['lists.*'])
    const core = await file('core.json', toJson(report))
    const smoke = await file('smoke.json', toJson({ ...report, plan: 'smoke' }))
    await expect(cli([core, smoke])).rejects.toThrow('compare runs of the same plan')
  })
})
