import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ConformanceRun } from '../../contract/control/conformance.ts'
import { openConformanceServer, words } from './conformance-server.ts'
import { plans } from '../../conformance/session/check.ts'

describe('the conformance runs of a server', { timeout: 90_000 }, () => {
  let server: Awaited<ReturnType<typeof openConformanceServer>>
  beforeAll(async () => {
    server = await openConformanceServer()
  })
  afterAll(() => server.stop())

  it('the conformance API lists the content and cost of each plan, and no run before the first start', async () => {
    const fresh = await openConformanceServer()
    onTestFinished(async () => void (await fresh.stop()))
    const standing = await fresh.status()
    expect(standing.plans.map(({ name }) => name)).toEqual(plans)
    expect(standing.plans[0]).toMatchObject({ turns: 0, keys: 0 })
    expect(standing.run).toBeNull()
    const unasked = await words(await fresh.ask('conformance/report'))
    expect(unasked).toEqual([404, 'There is no run yet: start one with POST conformance.'])
    expect(await words(await fresh.ask('conformance', { method: 'DELETE' }))).toEqual([
      409,
      'No run is in progress, so there is none to stop.',
    ])
  })

  it('the conformance runs of a server decide every check of the largest plan, in a separate world', async () => {
    const before = await (await server.ask('snapshot')).text()
    const begun = await server.begin('destructive')
    expect(begun).toMatchObject({ state: 'running', plan: 'destructive', like: 'red', done: 0 })
    expect(begun.world).toMatch(/^conformance-[0-9a-f]{12}$/)
    const run = await server.over()
    expect(run).toMatchObject({ done: run.checks, failures: [], stopped: null })
    expect(run.conclusion).toMatch(/^Green\. /)
    // Checks that need a busy or an old deployment are skipped on every server.
    expect(run.verdicts.inconclusive ?? 0).toBe(0)
    expect(run.verdicts.skipped ?? 0).toBeLessThan(5)
    const { target, leftovers } = await server.report()
    expect(target).toBe(`${server.url}/w/${run.world}`)
    expect(leftovers).toEqual([])
    expect(apartFromTime(await (await server.ask('snapshot')).text())).toEqual(
      apartFromTime(before),
    )
    const { calls } = (await (await server.ask('journal', {}, run.world)).json()) as {
      calls: number
    }
    expect(calls).toBeGreaterThan(300)
    const coverage = await server.ask('coverage?of=all')
    expect(await coverage.json()).toMatchObject({ world: null, calls: 0 })
  })

  it('the conformance runs of a server count decided checks by group and in total', async () => {
    await server.begin('smoke')
    const { groups, checks, verdicts } = await server.over()
    expect(sum(groups.map((group) => group.checks))).toBe(checks)
    expect(groups.every(({ done, checks: all }) => done === all)).toBe(true)
    expect(sum(Object.values(verdicts))).toBe(checks)
    const { summary } = await server.report()
    expect(summary).toMatchObject(verdicts)
  })

  it('a conformance run of a server can be limited to some checks by their ids', async () => {
    const only = ['lists.*']
    const start = { plan: 'core', only }
    expect((await server.send('conformance', start)).status).toBe(202)
    const run = await server.over()
    expect(run.only).toEqual(only)
    expect(run.groups.map(({ name }) => name)).toEqual(['lists'])
    expect(run.done).toBe(run.checks)
    const none = await words(await server.send('conformance', { ...start, only: ['list.*'] }))
    expect(none).toEqual([422, 'No check of plan `core` matches list.*: give ids, such as lists.*'])
  })

  it('the conformance runs of a server use the choices of the world, and name the picks that make a check fail', async () => {
    await server.send('choices', { picks: { 'errors.envelope': 'detail' } }, 'PATCH')
    onTestFinished(
      async () => void (await server.send('choices', { profile: 'documented' }, 'PUT')),
    )
    await server.begin('smoke')
    const { failures, conclusion, profile } = await server.over()
    expect(conclusion).toMatch(/^Not conforming\. /)
    expect(profile).toBe('documented, changed')
    const failed = failures.filter(({ verdict }) => verdict === 'fail')
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.flatMap(({ played }) => played)).toContainEqual({
      choice: 'errors.envelope',
      option: 'detail',
    })
    expect(failed.map(({ id }) => id)).toEqual(
      (await server.report()).causes.flatMap(({ checks }) => checks).toSorted(inOrder(failed)),
    )
  })

  it('the conformance runs of a server run one at a time, and the refusal of a second one names the world of the first', async () => {
    await server.begin('core')
    const [status, error] = await words(await server.send('conformance', { plan: 'smoke' }))
    expect(status).toBe(409)
    expect(error).toMatch(
      /^A run of plan `core` is in progress for the world `red`, \d+ of \d+ checks are decided: wait for it, or stop it with DELETE conformance\.$/,
    )
    const [early, why] = await words(await server.ask('conformance/report'))
    expect(early).toBe(409)
    expect(why).toMatch(/^The report is not ready\. A run of plan `core` is in progress/)
    const { id, report: none } = (await server.status()).run
    expect(none).toBeNull()
    expect((await fetch(`${server.url}/console/report-${id}.html`)).status).toBe(404)
    const { report } = await server.over()
    expect(report).toBe(`console/report-${id}.html`)
    expect((await fetch(`${server.url}/${report}`)).status).toBe(200)
  })

  it('the conformance runs of a server continue when the reader disconnects, and stop on request', async () => {
    const { world } = await server.begin('turn')
    const leaving = new AbortController()
    const left = server.ask('conformance', { signal: leaving.signal })
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    // The turns of the run wait while its clock is frozen.
    await server.send('clock', { freeze: true }, 'POST', world)
    const stopped = (await (
      await server.ask('conformance', { method: 'DELETE' })
    ).json()) as ConformanceRun
    expect(stopped).toMatchObject({ state: 'stopping', stopped: 'asked' })
    await server.send('clock', { resume: true }, 'POST', world)
    const run = await server.over()
    expect(run.conclusion).toMatch(/^Stopped before its end\. /)
    expect(run.verdicts.skipped).toBeGreaterThan(50)
    expect(await server.report()).toMatchObject({ interrupted: true, leftovers: [] })
  })

  it('the conformance runs of a server end when their world is deleted, and do not create it again', async () => {
    const { world } = await server.begin('core')
    expect((await server.ask(`worlds/${world}`, { method: 'DELETE' })).status).toBe(204)
    expect(await server.over()).toMatchObject({ stopped: 'world-gone' })
    expect((await server.ask(`worlds/${world}`)).status).toBe(404)
  })

  it('the conformance runs of a server keep the world of the last run, and the report pages of the last two', async () => {
    const shows = async (report: string | null) => (await fetch(`${server.url}/${report}`)).status
    const { world: first } = await server.begin('smoke')
    const { report } = await server.over()
    expect((await server.ask(`worlds/${first}`)).status).toBe(200)
    await server.begin('smoke')
    expect((await server.ask(`worlds/${first}`)).status).toBe(404)
    expect(await shows(report)).toBe(200)
    expect(await shows((await server.over()).report)).toBe(200)
    await server.begin('smoke')
    expect(await shows(report)).toBe(404)
    await server.over()
  })

  it.each([
    [{ plan: 'smok' }, 'There is no plan `smok`. Did you mean `smoke`? There are `smoke`, `core`,'],
    [{ plan: 7 }, 'At `plan`: '],
    [{}, 'Send {"plan": "core"}; there are `smoke`, `core`, `turn`, `full`, `destructive`.'],
    [{ plan: 'core', speed: 1 }, 'At `speed`: '],
  ])('the conformance runs of a server refuse %j with an explanation', async (body, says) => {
    const [status, error] = await words(await server.send('conformance', body))
    expect(status).toBe(422)
    expect(error).toContain(says)
  })

  it('the conformance runs of a server return the report in the formats of the command line', async () => {
    await server.begin('smoke')
    await server.over()
    for (const [format, type, begin, file] of [
      ['html', 'text/html; charset=utf-8', '<!doctype html>', 'conformance-smoke.html'],
      ['json', 'application/json', '{\n  "target": ', 'conformance-smoke.json'],
      ['junit', 'application/xml; charset=utf-8', '<?xml ', 'conformance-smoke.xml'],
      ['markdown', 'text/markdown; charset=utf-8', '#', 'conformance-smoke.md'],
    ] as const) {
      const response = await server.ask(`conformance/report?format=${format}`)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`)
      expect((await response.text()).startsWith(begin)).toBe(true)
    }
    const [status, error] = await words(await server.ask('conformance/report?format=xml'))
    expect([status, error]).toEqual([
      422,
      'There is no format `xml`. There are `html`, `json`, `junit`, `markdown`.',
    ])
  })

  it('the conformance runs of a server have a report page that cannot read data or send requests', async () => {
    await server.begin('smoke')
    const { id } = await server.over()
    const page = await fetch(`${server.url}/console/report-${id}.html`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+';/,
    )
    expect(policy).toContain("frame-ancestors 'none'; sandbox allow-scripts allow-forms")
    expect(policy).not.toContain('allow-same-origin')
    expect(await page.text()).toContain('<h1>Conformance of ')
    const other = await fetch(`${server.url}/console/report-${crypto.randomUUID()}.html`)
    expect(other.status).toBe(404)
  })
})

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

const inOrder =
  (failures: readonly { readonly id: string }[]) =>
  (a: string, b: string): number =>
    failures.findIndex(({ id }) => id === a) - failures.findIndex(({ id }) => id === b)

/** A snapshot without the time at which it was taken. */
const apartFromTime = (snapshot: string) => {
  const { time: _, ...rest } = JSON.parse(snapshot) as Record<string, unknown>
  return rest
}
