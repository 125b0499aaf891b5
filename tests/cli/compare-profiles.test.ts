import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../cli/run-command.ts'
import { readProfile } from '../../contract/profile.ts'
import { createFake } from '../../mocks/fake.ts'
import { shippedFixture } from '../support/virtual-fake.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { signIn } from '../support/visitor.ts'
import { recordedBy } from '../traffic/import-in-process.ts'

const { folder, file } = temporaryFolder()

/** Runs a command; returns its exit code and output. */
async function run(...argv: string[]) {
  const printed = { out: '', errors: '' }
  const code = await runCommand(argv, {
    stdout: { write: (text: string) => (printed.out += text) },
    stderr: { write: (text: string) => (printed.errors += text) },
    stopped: new Promise<void>(() => undefined),
  })
  return { code, ...printed }
}

const compared = (...profiles: readonly string[]) =>
  run('compare', ...profiles.flatMap((name) => ['--profile', name]))

describe('compare with two profiles', () => {
  it('`compare` of documented and deployed-0.8 lists the changes, and advises how a client can work with both', async () => {
    const { code, out } = await compared('documented', 'deployed-0.8')
    expect(code).toBe(1)
    expect(out).toMatch(
      /CHANGED records\.timestamps=naive {2}How are dates written\?\n {2}`2026.*Z` → without an offset\n.*\n {2}A client that works with both: Parse dates/,
    )
    expect(out).toMatch(/CHANGED errors\.envelope=detail .*\n.*\n {2}This contradicts the spec/)
    expect(out).toMatch(/CHANGED POST \/api\/auth\/login\n/)
    expect(out).toMatch(/Operations that are new\n(?: {2}`.*` is new\n){281}/)
    expect(out).toMatch(/tolerance --profile documented --to deployed-0\.8 -- COMMAND\n$/)
  })

  it('`compare` reports the same differences of two profiles as JSON, Markdown and HTML', async () => {
    const at = (name: string) => join(folder.path, name)
    const files = ['json', 'markdown', 'html'].flatMap((format) => [
      '--report',
      `${format}=${at(`guide.${format}`)}`,
    ])
    const sides = ['--profile', 'deployed-0.8', '--profile', 'documented']
    const { code, out } = await run('compare', ...sides, ...files, '--json')
    const [json, markdown, html] = await Promise.all(
      ['json', 'markdown', 'html'].map((format) => readFile(at(`guide.${format}`), 'utf8')),
    )
    expect([code, json]).toEqual([1, out])
    const { differences } = JSON.parse(out) as { readonly differences: { readonly id: string }[] }
    expect(differences[0]).toEqual({
      id: 'errors.envelope=documented',
      change: 'changed',
      subject: 'errors.envelope',
      question: 'What does an error body look like?',
      grade: 'specified',
      details: ['`{detail, error_code, error_args}` → `{success: false, error, message}`'],
      advice: '',
    })
    expect(markdown).toMatch(/^### Operations that are gone\n\n- `GET \/api\//m)
    expect(html).toMatch(/<h2 id="differences">Operations that are gone<\/h2>/)
  })

  it('`compare` of two equal profiles reports that there is no difference', async () => {
    const { code, out } = await compared('deployed-0.8', 'deployed-0.8')
    expect(code).toBe(0)
    expect(out).toMatch(/No difference: all picks, answers and operations are the same\.\n$/)
  })

  it.each([
    [['deployed-0.9'], /takes two profiles, not 1/],
    [['documented', 'deployed-0.9'], /There is no profile `deployed-0\.9`/],
    [['documented', 'documented', 'documented'], /takes two profiles, not 3/],
  ])('`compare` refuses the profiles %j with a reason', async (names, reason) => {
    await expect(compared(...names)).rejects.toThrow(reason)
  })
})

describe('profiles that are created from recordings', () => {
  /** Two versions of a deployment: the next one has another form of dates, and no labels. */
  const deployments = {
    today: { operations: { labels: { kind: 'collection', path: '/api/labels', record: {} } } },
    next: { picks: { 'records.timestamps': 'naive' } },
  }

  /** Records the same requests to a deployment. */
  async function record(name: keyof typeof deployments) {
    const clock = createVirtualClock()
    const fake = createFake({
      fixture: await shippedFixture('demo'),
      profile: readProfile(deployments[name]),
      systemClock: clock,
    })
    const { fetch, har } = recordedBy((request) => fake.fetch(request), clock)
    const visitor = await signIn({ fake, fetch, baseUrl: 'http://platform.example' } as never)
    for (const path of ['me', 'agents', 'conversations', 'labels'])
      await visitor.call(`GET /api/${path}`)
    return file(`${name}.har`, har())
  }

  it('profiles that `import` and `calibrate` create from two recordings differ where the recorded deployments differ', async () => {
    const [today, next] = [await record('today'), await record('next')]
    const imported = [today, next].map((har) => `${har}.imported`)
    const calibrated = [today, next].map((har) => `${har}.yaml`)
    for (const [at, har] of [today, next].entries()) {
      await run('import', har, '--out', imported[at]!)
      await run('calibrate', '--traffic', har, '--out', calibrated[at]!)
    }
    const byImport = await compared(...imported.map((path) => join(path, 'profile')))
    expect(byImport.code).toBe(1)
    expect(byImport.out).toMatch(/^ {2}`GET \/api\/labels` is gone$/m)
    expect(byImport.out).toMatch(/Operations that are gone: 1, behaviours that change: 1\.\n/)
    const byCalibration = await compared(...calibrated)
    expect(byCalibration.out).toMatch(/CHANGED records\.timestamps=naive/)
    expect(byCalibration.out).toMatch(/\n\nBehaviours that change: 1\.\n/)
  })
})

describe('tolerance before an upgrade', () => {
  it.each([
    [['documented'], /`documented` plays everything as `documented` does, so there is nothing/],
    [['deployed-0.9'], /There is no profile `deployed-0\.9`/],
    [['deployed-0.8', '--faults'], /--to cannot be used with --faults/],
    [
      ['deployed-0.8', '--only', 'answer:GET /api/agent'],
      /Did you mean answer:GET \/api\/agents\?/,
    ],
  ])('`tolerance --to` refuses the arguments %j with a reason', async (flags, reason) => {
    await expect(run('tolerance', '--to', ...flags, '--', 'true')).rejects.toThrow(reason)
  })
})
