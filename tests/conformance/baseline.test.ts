import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadBaseline } from '../../cli/conform/baseline.ts'
import { conform } from '../../cli/conform.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { target as demoTarget, virtualFake } from '../support/virtual-fake.ts'

const { folder, file } = temporaryFolder()

const page = { items: [], total: 0, page: 1, size: 20, pages: 0 }
const right = async () => Response.json(page)
const wrong = async () => Response.json({ ...page, items: 1 })
const down = async () => new Response('later', { status: 503 })

/** Runs one check against this server, on the 21st of November. */
async function run(fetch: typeof right, ...flags: string[]) {
  const output = { stdout: '' }
  const target = ['--base-url', 'http://target.test', '--api-key', 'svc_0123456789']
  const argv = [...target, '--only', 'lists.items-is-an-array', ...flags]
  const stdout = { write: (text: string) => void (output.stdout += text) }
  const code = await conform(argv, { stdout, stderr: { write: () => {} } }, { fetch, sleep, today })
  return { code, ...output }
}

const sleep = async () => {}
const today = '2026-11-21'

const entry = (changes: Readonly<Record<string, unknown>> = {}) => ({
  check: 'lists.items-is-an-array',
  owner: 'Ada',
  reason: 'fixed by release 9',
  expires: '2026-12-31',
  ...changes,
})

/** A baseline of these entries. */
const given = async (...entries: readonly object[]) =>
  file('baseline.json', JSON.stringify(entries, null, 2))

describe('`conform --baseline`', () => {
  it('`conform --baseline` excuses a known failure and names its owner', async () => {
    const { code, stdout } = await run(wrong, '--baseline', await given(entry()))
    expect(code).toBe(0)
    expect(stdout).toContain('Baseline: 0 new, 1 known, 0 expired, 0 stale')
    expect(stdout).toContain('until 2026-12-31 (Ada: fixed by release 9)')
    expect(stdout).not.toContain('FAIL')
  })

  it('`conform --baseline` excuses a failure on the last day of its entry, but not on the day after', async () => {
    expect((await run(wrong, '--baseline', await given(entry({ expires: today })))).code).toBe(0)
    const late = await run(wrong, '--baseline', await given(entry({ expires: '2026-11-20' })))
    expect(late.code).toBe(2)
    expect(late.stdout).toContain('0 new, 0 known, 1 expired, 0 stale')
    expect(late.stdout).toContain('FAIL lists.items-is-an-array')
  })

  it('`conform --baseline` reports an entry whose check passes now', async () => {
    const { code, stdout } = await run(right, '--baseline', await given(entry()))
    expect(code).toBe(2)
    expect(stdout).toContain('stale    lists.items-is-an-array passes now: remove its entry')
  })

  it('the HTML report, the Markdown report and the annotations of a run name an outdated baseline', async () => {
    const [html, summary] = ['html', 'markdown'].map((name) => join(folder.path, name))
    const to = ['--report', `html=${html}`, '--report', `markdown=${summary}`, '--report', 'github']
    const { stdout } = await run(right, '--baseline', await given(entry()), ...to)
    expect(stdout).toMatch(/^::error title=Baseline::.*%0AThe baseline is out of date\.$/m)
    for (const report of [html, summary]) {
      const text = await readFile(String(report), 'utf8')
      expect(text).toContain('Baseline: 0 new, 0 known, 0 expired, 1 stale.')
      expect(text).toContain('The baseline is out of date.')
    }
  })

  it('the JUnit report of a run with an outdated baseline has an error, and the JSON report names the entries', async () => {
    const [junit, json] = ['junit.xml', 'report.json'].map((name) => join(folder.path, name))
    const to = ['--report', `junit=${junit}`, '--report', `json=${json}`]
    await run(right, '--baseline', await given(entry()), ...to)
    const xml = await readFile(String(junit), 'utf8')
    expect(xml).toContain('<testsuites tests="2" failures="0" errors="1" skipped="0"')
    expect(xml).toMatch(
      /name="the baseline is up to date"><error message="Baseline: [^"]*lists\.items-is-an-array passes now/,
    )
    const { baseline } = JSON.parse(await readFile(String(json), 'utf8'))
    expect(baseline).toEqual({
      new: [],
      known: [],
      expired: [],
      stale: ['lists.items-is-an-array'],
    })
    await run(wrong, '--baseline', await given(entry()), ...to)
    expect(await readFile(String(junit), 'utf8')).toContain('errors="0"')
    expect(JSON.parse(await readFile(String(json), 'utf8')).baseline).toMatchObject({
      known: ['lists.items-is-an-array'],
    })
  })

  it('a new failure fails the run even if entries of the baseline are outdated', async () => {
    const other = entry({ check: 'login.answers-200', expires: '2026-01-01' })
    const { code, stdout } = await run(wrong, '--baseline', await given(other))
    expect(code).toBe(1)
    expect(stdout).toContain('1 new, 0 known, 0 expired, 0 stale')
    expect(stdout).toContain('unknown  login.answers-200 was not decided in this run')
  })

  it('`conform --baseline` prints nothing about a baseline if none is given', async () => {
    const { code, stdout } = await run(wrong)
    expect(code).toBe(1)
    expect(stdout).not.toContain('Baseline')
  })

  it('`conform --baseline` reads YAML, and an empty file as an empty baseline', async () => {
    const known = await file(
      'known.yaml',
      `- {check: lists.items-is-an-array, owner: Ada, reason: r, expires: 2026-12-31}`,
    )
    expect(loadBaseline(known)).toEqual([entry({ reason: 'r' })])
    expect(loadBaseline(await file('none.yaml', '# nothing\n'))).toEqual([])
  })
})

describe('an invalid baseline', () => {
  it.each([
    [
      entry({ check: 'lists.items-is-an-aray' }),
      ':3:14: There is no check `lists.items-is-an-aray`. Did you mean `lists.items-is-an-array`?',
    ],
    [entry({ owner: ' ' }), ':4:14: Name who is responsible for this failure, in `owner`'],
    [entry({ reason: undefined }), ':2:3: Explain why this failure is accepted, in `reason`'],
    [entry({ expires: '2026-02-30' }), ':6:16: `expires` must be a day such as 2026-12-31'],
    [entry({ ownr: 'Ada' }), ':7:5: Unknown key `ownr`. Did you mean `owner`?'],
    [
      entry({ plan: 'cor' }),
      ':7:13: `plan` must be one of smoke, core, turn, full, destructive. Did you mean `core`?',
    ],
    [
      entry({ response: 'GET /api/agents' }),
      ':7:17: `response` must be an operation and a status, such as `GET /api/agents/{id} 404`',
    ],
  ])('an invalid baseline is refused with the faulty line: %j', async (wrongEntry, says) => {
    const path = await given(wrongEntry)
    await expect(run(wrong, '--baseline', path)).rejects.toThrow(`${path}${says}`)
  })

  it.each([
    ['- check: [', ':1:'],
    ['known: []', ':1:1: A baseline is a list of entries'],
    ['- keys.x', ':1:3: An entry has the fields check, owner, reason, expires'],
  ])('an invalid baseline is refused if its structure is wrong: %s', async (text, says) => {
    const path = await file('broken.yaml', text)
    expect(() => loadBaseline(path)).toThrow(`${path}${says}`)
  })

  it('an invalid baseline is refused with all its problems at once, each with its line', async () => {
    const path = await given(
      entry({ owner: '', reason: '' }),
      entry({ check: 'login.answers-200', owner: '', expires: undefined, note: '' }),
    )
    const lines = await run(wrong, '--baseline', path).catch((error: Error) =>
      error.message.split('\n'),
    )
    expect(lines).toEqual([
      `${path}:4:14: Name who is responsible for this failure, in \`owner\``,
      `${path}:5:15: Explain why this failure is accepted, in \`reason\``,
      `${path}:10:14: Name who is responsible for this failure, in \`owner\``,
      `${path}:8:3: Give the last day on which it is accepted, in \`expires\``,
      `${path}:12:5: Unknown key \`note\`.`,
    ])
  })

  it('an invalid baseline is refused if it lists one check twice', async () => {
    const path = await given(entry(), entry())
    expect(() => loadBaseline(path)).toThrow('`lists.items-is-an-array` is listed twice')
  })

  it('a baseline is refused if its file does not exist', () => {
    expect(() => loadBaseline('no/such.yaml')).toThrow(
      "--baseline: no/such.yaml can't be read (ENOENT).",
    )
  })
})

describe('`conform --write-baseline`', () => {
  const path = (name: string) => `${folder.path}/${name}`

  it('`conform --write-baseline` writes the failures, and accepts the file once it is completed', async () => {
    const made = path('made.yaml')
    expect((await run(wrong, '--write-baseline', made)).code).toBe(1)
    expect(() => loadBaseline(made)).toThrow('Name who is responsible for this failure')
    const text = await readFile(made, 'utf8')
    expect(text).toContain('expires: 2027-02-19')
    await writeFile(made, text.replace('owner: ""', 'owner: Ada').replace('""', 'known'))
    expect((await run(wrong, '--baseline', made)).code).toBe(0)
  })

  it('`--owner` and `--reason` are written to new entries of a baseline, and existing entries keep theirs', async () => {
    const by = ['--owner', 'QA: "the team"', '--reason', 'known since\nrelease 8']
    const made = path('owned.yaml')
    await run(wrong, '--write-baseline', made, ...by)
    const [added] = loadBaseline(made)
    expect(added).toMatchObject({ owner: 'QA: "the team"', reason: 'known since\nrelease 8' })
    expect((await run(wrong, '--baseline', made)).code).toBe(0)
    const kept = await given(entry())
    await run(wrong, '--baseline', kept, '--write-baseline', kept, ...by)
    expect(loadBaseline(kept)).toEqual([entry()])
  })

  it('`--owner` and `--reason` only work together with `--write-baseline`', async () => {
    for (const flag of ['--owner', '--reason'])
      await expect(run(wrong, flag, 'Ada')).rejects.toThrow(
        `${flag} only works together with --write-baseline.`,
      )
  })

  it('`conform --write-baseline` keeps completed entries, and removes entries whose check passes', async () => {
    const other = entry({ check: 'login.answers-200' })
    const kept = await given(entry({ owner: 'Ada "the first"' }), other)
    await run(wrong, '--baseline', kept, '--write-baseline', kept)
    expect(loadBaseline(kept)).toEqual([entry({ owner: 'Ada "the first"' }), other])
    await run(right, '--baseline', kept, '--write-baseline', kept)
    // This run does not contain the other check, so it does not decide its entry.
    expect(loadBaseline(kept)).toEqual([other])
  })

  it('`conform --write-baseline` overwrites an existing baseline only if it is also given as --baseline', async () => {
    const there = await given(entry())
    await expect(run(wrong, '--write-baseline', there)).rejects.toThrow(
      `${there} exists: pass it as --baseline too`,
    )
  })

  it('`conform --write-baseline` writes no baseline for a run that was mostly blocked', async () => {
    const made = path('hopeless.yaml')
    const { code, stdout } = await run(down, '--write-baseline', made)
    expect(code).toBe(4)
    expect(stdout).toContain(`${made} was not written, because too few checks ran. Repeat the run.`)
    await expect(readFile(made)).rejects.toThrow('ENOENT')
  })
})

describe('a baseline that several plans share', () => {
  const passive = 'envelopes.bodies-are-json'

  /**
   * Runs a platform that answers each accepted PATCH of these paths with a text, which only plans
   * from core on see. It may be too busy to create keys.
   */
  async function runPlatform(broken: RegExp | undefined, isBusy: boolean, ...flags: string[]) {
    const { fake, systemClock } = virtualFake()
    const fetch = async (request: Request) => {
      const { method, url } = request
      if (isBusy && method === 'POST' && url.endsWith('/api-keys')) return down()
      const response = await fake.fetch(request)
      if (broken?.test(url) !== true || method !== 'PATCH' || !response.ok) return response
      const headers = { 'content-type': 'text/plain' }
      return new Response(await response.text(), { status: response.status, headers })
    }
    const { baseUrl, email = '', password = '' } = demoTarget
    const output = { stdout: '' }
    const argv = ['--base-url', baseUrl, '--email', email, '--password', password, ...flags]
    const stdout = { write: (text: string) => void (output.stdout += text) }
    const { now, sleep: wait } = systemClock
    const dependencies = { fetch, now, sleep: wait, today }
    const code = await conform(argv, { stdout, stderr: { write: () => {} } }, dependencies)
    return { code, ...output }
  }

  const by = ['--owner', 'QA', '--reason', 'known']
  // A function, because the folder exists only while the tests run.
  const ledger = () => ['--ledger', `${folder.path}/plans.ndjson`]

  it('a run of a smaller plan or of some checks reports no stale entries of passive checks, but a run of the same plan does', async () => {
    const made = `${folder.path}/plans.yaml`
    const core = ['--plan', 'core', ...ledger()]
    await runPlatform(/api/, false, ...core, '--write-baseline', made, ...by)
    const written = loadBaseline(made)
    expect(written).toContainEqual(expect.objectContaining({ check: passive, plan: 'core' }))
    const both = ['--baseline', made, '--write-baseline', made]
    for (const part of [
      ['--plan', 'smoke'],
      ['--only', 'envelopes.*', ...ledger()],
    ]) {
      const { code, stdout } = await runPlatform(/api/, false, ...part, ...both)
      expect(stdout).toContain(`unknown  ${passive} was not decided in this run`)
      expect(code).toBe(0)
      expect(loadBaseline(made)).toEqual(written)
    }
    const repaired = await runPlatform(undefined, false, ...core, ...both)
    expect(repaired.code).toBe(2)
    expect(repaired.stdout).toContain(`stale    ${passive} passes now: remove its entry`)
    expect(loadBaseline(made)).toEqual([])
  })

  it('a run without the response that failed leaves the entry of a passive check as it is', async () => {
    const made = `${folder.path}/busy.yaml`
    const core = ['--plan', 'core', ...ledger()]
    await runPlatform(/api-keys/, false, ...core, '--write-baseline', made, ...by)
    const written = loadBaseline(made)
    const response = 'PATCH /api/me/api-keys/{id}/active 200'
    expect(written).toContainEqual(expect.objectContaining({ check: passive, response }))
    const both = ['--baseline', made, '--write-baseline', made]
    const { stdout } = await runPlatform(/api-keys/, true, ...core, ...both)
    expect(stdout).toContain(`unknown  ${passive} was not decided in this run`)
    expect(loadBaseline(made)).toEqual(written)
  })

  it('an entry without a plan counts as one of the plan core', async () => {
    const old = await given(entry({ check: passive }))
    const smoke = await runPlatform(undefined, false, '--plan', 'smoke', '--baseline', old)
    expect(smoke.stdout).toContain(`unknown  ${passive} was not decided in this run`)
    const core = await runPlatform(
      undefined,
      false,
      '--plan',
      'core',
      '--baseline',
      old,
      ...ledger(),
    )
    expect(core.stdout).toContain(`stale    ${passive} passes now: remove its entry`)
  })
})
