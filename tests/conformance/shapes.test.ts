import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conform } from '../../cli/conform.ts'
import { readProfile } from '../../contract/profile.ts'
import { createFake } from '../../mocks/fake.ts'
import { drawn, isProving } from '../support/proving.ts'
import { rewriteJson, rewritingFetch, type Rewrites } from '../support/rewriting-proxy.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'
import { shippedFixture } from '../support/virtual-fake.ts'

const skills = {
  skills: {
    kind: 'collection',
    path: '/api/skills',
    record: {
      id: 'string:uuid',
      name: 'string len>=1 len<=60',
      level: 'integer >=1 <=5',
      is_active: 'boolean default true',
      created_at: 'string:date-time',
      updated_at: 'string:date-time|null',
    },
    toggle: { active: 'is_active' },
    seeds: [{ name: 'Summarize', level: 2, is_active: true, owner: 'demo@example.com' }],
  },
  run_skill: {
    kind: 'action',
    method: 'POST',
    path: '/api/skills/{skill_id}/run',
    on: 'skills',
    answer: '{ level: level }',
    shape: { 200: { level: 'integer' } },
  },
  preferences: {
    kind: 'document',
    path: '/api/me/preferences',
    record: { theme: 'string{light|dark}' },
    value: { theme: 'light' },
    one: 'bare',
  },
}
const model = { model_name: 'string', provider: 'string' }
const document = {
  answers: {
    'GET /api/active-models': {
      body: "{ models: [general, fast][*].{ model_name: name, provider: provider }, source: 'system' }",
      shape: { 200: { models: [model], source: 'string' } },
    },
    'GET /api/workflows/{workflow_id}/stats': {
      record: '{ total_runs: total_runs }',
      shape: { 200: { success: 'boolean', data: { total_runs: 'integer' } } },
    },
    'POST /api/conversations': { shape: { 200: { success: 'boolean', data: 'any' } } },
    'PUT /api/me/notifications': { shape: { 200: 'any' } },
    'POST /api/auth/login': {
      shape: {
        200: {
          access_token: 'string',
          token_type: 'string',
          expires_in: 'integer',
          refresh_token: 'string',
          'user?': 'any',
        },
      },
    },
  },
  operations: skills,
}

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shapes-'))
  file = join(folder, 'deployment.profile.yaml')
  await writeFile(file, JSON.stringify(document))
})
afterAll(() => rm(folder, { recursive: true }))

const fixture = await shippedFixture('demo')
const credentials = ['--email', 'demo@example.com', '--password', 'demo-password']

/** Runs the command line against a fake with a profile whose responses are rewritten. */
async function run(args: readonly string[], profile: unknown = document, rewrites: Rewrites = {}) {
  const systemClock = createVirtualClock()
  const fake = createFake({ fixture, systemClock, profile: readProfile(profile) })
  let requests = 0
  const fetch = rewritingFetch((request) => {
    requests += 1
    return fake.fetch(request)
  }, rewrites)
  let stdout = ''
  const io = { stdout: { write: (text: string) => void (stdout += text) }, stderr: { write() {} } }
  const base = ['--base-url', 'http://target.test', '--profile', file, ...credentials]
  const ledger = ['--ledger', join(folder, 'ledger.ndjson')]
  const code = await conform([...base, ...ledger, ...args], io, { fetch, ...systemClock })
  return { code, stdout, requests, fake }
}

const shapes = ['--only', 'shape.*', '--strict']

it('a fake with a profile matches the shapes of that profile, and the run leaves no record behind', async () => {
  const { code, stdout, fake } = await run([...shapes])
  expect(stdout).toContain('Green.')
  expect(stdout).toContain(
    'Shapes of the profile: 10 of 14 operations as declared, 0 not, 4 not seen.',
  )
  expect(stdout).not.toContain('left behind')
  expect(code).toBe(0)
  const login = { email: 'demo@example.com', password: 'demo-password' }
  const body = JSON.stringify(login)
  const headers = { 'content-type': 'application/json' }
  const session = await fake.fetch(
    new Request('http://x/api/auth/login', { method: 'POST', body, headers }),
  )
  const { access_token } = (await session.json()) as { access_token: string }
  const authorization = { authorization: `Bearer ${access_token}` }
  const listed = await fake.fetch(new Request('http://x/api/skills', { headers: authorization }))
  expect(await listed.json()).toMatchObject({ total: 1 })
})

it('the shape checks create, read, change and remove records that are identified by a field other than `id`', async () => {
  const profile = {
    operations: {
      racks: {
        kind: 'collection',
        path: '/api/racks',
        key: 'slug',
        record: { id: 'string:uuid', slug: 'string len<=40', zone: 'string default "dry"' },
        only: ['list', 'create', 'read', 'update', 'replace', 'delete'],
        seeds: [{ slug: 'first' }],
      },
      shelves: {
        kind: 'collection',
        path: '/api/racks/{racks_id}/shelves',
        within: { racks_id: 'racks' },
        key: 'number',
        record: { 'number?': 'integer', label: 'string' },
        list: 'array',
        one: 'bare',
      },
    },
  }
  const keyed = join(folder, 'keyed.yaml')
  await writeFile(keyed, JSON.stringify(profile))
  const { code, stdout, fake } = await run([...shapes, '--profile', keyed], profile)
  expect(stdout).toContain(
    'Shapes of the profile: 11 of 11 operations as declared, 0 not, 0 not seen.',
  )
  expect([code, stdout.includes('left behind')]).toEqual([0, false])
  const left = [...fake.world().tables.of('own-records').entries()]
  expect(left).toMatchObject([[expect.stringMatching(/^racks/), { slug: 'first' }]])
})

it('a full run with a profile also compares the responses of other checks with the shapes of the profile', async () => {
  const { code, stdout } = await run(['--strict'])
  expect(stdout).toContain(
    'Shapes of the profile: 11 of 14 operations as declared, 0 not, 3 not seen.',
  )
  expect([code, stdout.includes('Green.')]).toEqual([0, true])
})

const renamed = (body: object) =>
  JSON.parse(JSON.stringify(body).replaceAll('model_name', 'name')) as unknown

/** Changes the bodies of GET requests to a path. */
const inBody = (where: string, change: (body: object) => unknown): Rewrites => ({
  response: (answer, { method, path }) =>
    method === 'GET' && path === where ? rewriteJson(answer, change) : undefined,
})

const wrong: Readonly<Record<string, [string, Rewrites, string]>> = {
  'a renamed field': [
    'shape.GET /api/active-models',
    inBody('/api/active-models', renamed),
    'is missing',
  ],
  'a missing field': [
    'shape.GET /api/skills',
    inBody('/api/skills', (body) => ({ ...body, pages: undefined })),
    'pages is missing',
  ],
  'a wrong status': [
    'shape.GET /api/me/preferences',
    {
      response: (_, { path }) => (path === '/api/me/preferences' ? { status: 203 } : undefined),
    },
    'status 203',
  ],
}

it.each(drawn(Object.entries(wrong), 1))(
  '%s differs from the shapes of a profile',
  async (_, [id, rewrites, says]) => {
    const strict = await run([...shapes], document, rewrites)
    expect([strict.code, strict.stdout.match(/^FAIL \S+ \S+/gm)]).toEqual([1, [`FAIL ${id}`]])
    expect(strict.stdout).toContain(says)
  },
)

it('a difference from the shapes of a profile is reported in each format, but fails a run only with --strict', async () => {
  const [, rewrites, says] = wrong['a renamed field'] ?? []
  const formats = ['json', 'markdown', 'junit', 'html'] as const
  const files = Object.fromEntries(formats.map((format) => [format, join(folder, format)]))
  const reports = formats.flatMap((format) => ['--report', `${format}=${files[format]}`])
  const { code, stdout } = await run([...reports, '--report', 'github'], document, rewrites)
  expect(code).toBe(0)
  expect(stdout).toContain('::notice title=Shapes::')
  expect(stdout).toContain('1 not,')
  expect(stdout.split(says ?? '').length).toBeGreaterThan(2)
  for (const format of formats) expect(await readFile(files[format] ?? '', 'utf8')).toContain(says)
  const { results } = JSON.parse(await readFile(files['json'] ?? '', 'utf8')) as {
    readonly results: { id: string; verdict: string; rule: string; evidence: unknown[] }[]
  }
  const result = results.find(({ id }) => id === 'shape.GET /api/active-models')
  expect(result).toMatchObject({ verdict: 'observed', rule: 'profile.shape', level: 'observe' })
  expect(result?.evidence.length).toBeGreaterThan(0)
})

it('a known difference from the shapes of a profile stays in the baseline of a run without --strict', async () => {
  const [, rewrites] = wrong['a renamed field'] ?? []
  const baseline = join(folder, 'baseline.yaml')
  const by = ['--owner', 'QA', '--reason', 'known']
  await run([...shapes, '--write-baseline', baseline, ...by], document, rewrites)
  const written = await readFile(baseline, 'utf8')
  expect(written).toContain('shape.GET /api/active-models')
  const some = ['--only', 'shape.*', '--only', 'lists.items-is-an-array']
  const both = [...some, '--baseline', baseline, '--write-baseline', baseline]
  const { code, stdout } = await run(both, document, rewrites)
  expect(stdout).toContain('Baseline: 0 new, 1 known, 0 expired, 0 stale')
  expect(code).toBe(0)
  expect(await readFile(baseline, 'utf8')).toBe(written)
  expect((await run(both)).stdout).toContain('Baseline: 0 new, 0 known, 0 expired, 1 stale')
})

it('the fake of the specification does not match the shapes of another deployment', async () => {
  const { code, stdout } = await run([...shapes], {})
  expect(code).toBe(1)
  expect(stdout).toContain('shape.GET /api/active-models')
  expect(stdout).toContain('shape.GET /api/skills')
})

it('plan smoke compares only the shapes of operations that it can read', async () => {
  const { stdout } = await run([...shapes, '--plan', 'smoke', '--json'])
  const { results } = JSON.parse(stdout) as { readonly results: { id: string }[] }
  expect(results.map(({ id }) => id)).toEqual([
    'shape.GET /api/active-models',
    'shape.GET /api/workflows/{workflow_id}/stats',
    'shape.GET /api/skills',
    'shape.GET /api/me/preferences',
  ])
})

it('a dry run with a profile lists the checks of its shapes, and sends nothing', async () => {
  const { code, stdout, requests } = await run(['--dry-run', '--only', 'shape.*'])
  expect([code, requests]).toEqual([0, 0])
  expect(stdout).toContain('observe  shape.POST /api/skills')
  expect(stdout).toContain('The profile adds 14 checks')
})

it('`conform` refuses a profile without shapes', async () => {
  const bare = join(folder, 'bare.yaml')
  await writeFile(bare, 'picks: { lists.envelope: array }')
  await expect(run(['--profile', bare])).rejects.toThrow('has no shapes')
})

const known = 'generated/profiles/deployed-0.8.json'

it('a fake with the profile deployed-0.8 matches the shapes of this profile', async () => {
  const value = JSON.parse(await readFile(known, 'utf8')) as object
  const own = await run([...shapes, '--profile', known], value)
  expect([own.code, own.stdout]).toEqual([0, expect.stringContaining('declared, 0 not,')])
})

it.runIf(isProving)(
  'the fake of the specification does not match the shapes of the profile deployed-0.8',
  async () => {
    const documented = await run([...shapes, '--profile', known], {})
    expect([documented.code, documented.stdout]).toEqual([
      1,
      expect.stringMatching(/declared, \d{2,} not,/),
    ])
  },
)
