import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, describe, it } from 'vitest'
import { prepareReports, reportFlags } from '../../../cli/tolerance/reports.ts'
import { UsageError } from '../../../cli/command-line.ts'
import { readFlags } from '../../../cli/flags.ts'
import { documented } from '../../../contract/picks.ts'
import { readJunit } from '../../../testing/tolerance/results.ts'
import { adviceFor } from '../../../testing/tolerance/advice.ts'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import { toTerminal } from '../../../testing/tolerance/summary.ts'
import { selectVariants } from '../../../testing/tolerance/tolerance.ts'
import { shellClient, toleranceOf } from './session.ts'

const naive = 'records.timestamps=naive'
const secret = 'eyJhbGciOi'
const all = selectVariants(documented, { only: [], faults: true })
const ids = [...all.variants, ...all.leftOut].map(({ id }) => id)
const today = '2026-11-23'

let folder: string
/** The session of a client that needs dates with an offset, and prints what it reads. */
let found: ToleranceReport
let tolerant: ToleranceReport
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  const only = ['records.timestamps=*', 'records.content-type=*']
  const strict = `B=$(curl -s "$U/api/agents" -H "$A"); echo "<b> & ]]> \`x\`"; echo "$B" | grep -q '"created_at":"[^"]*[Z0]"' && ! echo "$B" | grep -q '"created_at":"[^"Z+]*"'`
  found = await toleranceOf(shellClient(strict), { only })
  tolerant = await toleranceOf(shellClient('curl -sf "$U/api/agents" -H "$A" > /dev/null'), {
    only,
  })
})
afterAll(() => rm(folder, { recursive: true }))

/** Makes the reports of a session, with these flags of the command line. */
async function finish(report: ToleranceReport, ...argv: readonly string[]) {
  const given = readFlags(argv, { flags: reportFlags })
  if (given === undefined) throw new Error('The flags ask for help instead of a report.')
  return (await prepareReports(given, ids, today))(report)
}
const path = (name: string) => join(folder, name)
const read = (name: string) => readFile(path(name), 'utf8')
const refusalOf = async (...argv: readonly string[]) => {
  const error: unknown = await finish(found, ...argv).catch((reason: unknown) => reason)
  if (!(error instanceof UsageError))
    throw new Error(`Expected a UsageError, got: ${String(error)}`)
  return error.message
}

describe('the findings of a session', () => {
  it('a finding has the first exchange that differs, with both responses and an explanation', () => {
    expect(found.findings).toMatchObject([{ behaviours: [naive], known: null }])
    const { exchange } = found.findings[0]!
    expect(exchange).toMatchObject({ request: 'POST /api/auth/login', baseline: { status: 200 } })
    expect(exchange?.baseline?.body).toMatch(/T[\d:.]+Z"/)
    expect(exchange?.here.body).not.toMatch(/T[\d:.]+Z"/)
    expect(exchange?.explanation).toBe(`The response follows ${naive}.`)
  })

  it('a finding about a stream shows the cursors of its events', async () => {
    const send = `curl -s "$U/api/react" -H "$A" -H 'content-type: application/json'`
    const client = shellClient(`${send} -d '{"q":"Hello"}' | grep -q 'cursor":0[,}]'`)
    const report = await toleranceOf(client, { only: ['events.first-cursor=later'] })
    const { baseline, here } = report.findings[0]?.exchange ?? {}
    expect(baseline?.body).toMatch(/^\w+@0\n\w+@1\n/)
    expect(here?.body).not.toContain('@0\n')
  })

  it('the terminal shows the open point of the specification, the exchange, the advice and the command', () => {
    const text = toTerminal(found)
    expect(text).toContain('Specification, 1.G2')
    expect(text).toContain('First exchange that differs: POST /api/auth/login')
    expect(text).toContain('A tolerant client: Parse dates with `Z`')
    expect(text).toContain(
      '2 of 3 allowed behaviours that your tests reach are tolerated; 1 is not.',
    )
  })

  it('every known behaviour has advice, and an unknown behaviour has none', () => {
    expect(ids.filter((id) => adviceFor(id) === '')).toEqual([])
    expect(adviceFor('fault:unknown')).toBe('')
    expect(found.behaviours.every(({ advice }) => advice !== '')).toBe(true)
  })
})

describe('the reports of a session', () => {
  it('every format of a report has the finding, its message, exchange, advice and command, and no secret', async () => {
    const formats = ['html', 'json', 'junit', 'markdown']
    await finish(found, ...formats.flatMap((format) => ['--report', `${format}=${path(format)}`]))
    for (const format of formats) {
      const text = await read(format)
      expect(text).toContain(naive)
      expect(text).toContain('it exited with code 1')
      expect(text).toContain('POST /api/auth/login')
      expect(text).toMatch(/Parse dates with/)
      expect(text).not.toContain(secret)
    }
    expect(JSON.parse(await read('json'))).toMatchObject({ findings: found.findings })
    const cases = readJunit(await read('junit'))
    expect(cases.filter(({ status }) => status === 'failed')).toHaveLength(1)
    expect(cases.filter(({ status }) => status === 'passed')).toHaveLength(2)
  })

  it('text from tests is escaped in every format of a report', async () => {
    await finish(found, '--report', `html=${path('page')}`, '--report', `markdown=${path('text')}`)
    const page = await read('page')
    expect(page).toContain('&lt;b&gt; &amp; ]]&gt;')
    expect(page).toContain(`script-src 'none'`.replaceAll("'", '&#39;'))
    expect(page).not.toMatch(/<script|src=|href="(?!#)/)
    expect(await read('text')).toContain('```text\n')
  })

  it('a badge shows how many behaviours are tolerated, with the colour of the result', async () => {
    await finish(found, '--badge', path('a.svg'))
    expect(await read('a.svg')).toMatch(/aria-label="tolerance: 2 of 3".*#b3152a/s)
    await finish(tolerant, '--badge', path('b.svg'))
    expect(await read('b.svg')).toMatch(/aria-label="tolerance: 3 of 3".*#1a6b35/s)
  })

  it('wrong flags for reports are refused before the first run', async () => {
    expect(await refusalOf('--report', 'html')).toMatch(
      /--report takes html=FILE, json=FILE, junit=FILE, markdown=FILE, not `html`/,
    )
    expect(await refusalOf('--report', 'pdf=a.pdf')).toMatch(/--report/)
    expect(await refusalOf('--badge', folder)).toMatch(/is a folder/)
    expect(await refusalOf('--update-baseline')).toMatch(/together with --baseline/)
    expect(await refusalOf('--baseline', path('none.yaml'))).toMatch(/with --update-baseline/)
  })
})

const entry = (behaviour: string, expires = '2026-12-31') =>
  `- { behaviour: ${behaviour}, owner: me, reason: "the app is old", expires: ${expires} }\n`

describe('the baseline file of a session', () => {
  it('a finding that the baseline lists is accepted, with the reason from the baseline', async () => {
    await writeFile(path('known.yaml'), entry(naive))
    const flags = ['--baseline', path('known.yaml'), '--report', `junit=${path('known.xml')}`]
    const report = await finish(found, ...flags)
    expect(report).toMatchObject({ exit: 0, baseline: { stale: [], expired: [] } })
    expect(toTerminal(report)).toContain('In the baseline until 2026-12-31: the app is old')
    const cases = readJunit(await read('known.xml'))
    expect(cases.map(({ status }) => status)).not.toContain('failed')
  })

  it('a baseline entry that is tolerated now, or past its last day, ends a session with code 2', async () => {
    await writeFile(path('stale.yaml'), entry(naive) + entry('records.content-type=charset'))
    const stale = await finish(found, '--baseline', path('stale.yaml'))
    expect(stale).toMatchObject({ exit: 2, baseline: { expired: [] } })
    expect(toTerminal(stale)).toMatch(/Stale in the baseline.*: records.content-type=charset/)
    await writeFile(path('old.yaml'), entry(naive, '2026-11-22'))
    const old = await finish(found, '--baseline', path('old.yaml'))
    expect(old).toMatchObject({ exit: 2, baseline: { stale: [] } })
    expect(toTerminal(old)).toContain(`Expired in the baseline on 2026-11-22: ${naive}`)
  })

  it('a baseline entry that no request reached is not stale, and a new finding ends a session with code 1', async () => {
    await writeFile(path('other.yaml'), entry('resume.frame=wrapped'))
    expect(await finish(found, '--baseline', path('other.yaml'))).toMatchObject({
      exit: 1,
      baseline: { stale: [], expired: [] },
    })
  })

  it('--update-baseline adds findings, keeps reasons, and removes tolerated behaviours', async () => {
    const flags = ['--baseline', path('made.yaml'), '--update-baseline']
    await finish(found, ...flags)
    expect(await read('made.yaml')).toContain(
      `- behaviour: ${naive}\n  owner: ""\n  reason: ""\n  expires: 2027-02-21\n`,
    )
    expect(await read('made.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\S+node_modules\/agent-understudy\/schemas\/tolerance-baseline.json\n/,
    )
    expect(await refusalOf('--baseline', path('made.yaml'))).toMatch(/made.yaml:\d.*none .* empty/)
    await writeFile(path('made.yaml'), entry('records.content-type=charset') + entry(naive))
    await finish(found, ...flags)
    const made = await read('made.yaml')
    expect(made).toContain('reason: "the app is old"')
    expect(made).not.toContain('charset')
    await finish(tolerant, ...flags)
    expect(await read('made.yaml')).toContain('# All are tolerated.')
  })

  it('a baseline with an unknown behaviour or field is refused with its line', async () => {
    await writeFile(path('bad.yaml'), entry(naive) + entry('records.timestamps=never'))
    expect(await refusalOf('--baseline', path('bad.yaml'))).toMatch(
      /bad.yaml:2:.*`records.timestamps=never`/,
    )
    await writeFile(path('bad.yaml'), '- check: a\n')
    expect(await refusalOf('--baseline', path('bad.yaml'))).toMatch(/bad.yaml:1:.*list of entries/)
  })
})

describe('the trend of a session', () => {
  it('a session is compared with the last session in the trend file, and added to the file', async () => {
    const flags = ['--trend', path('trend.ndjson')]
    expect((await finish(found, ...flags)).trend).toBeNull()
    const mended = await finish(tolerant, ...flags)
    expect(mended.trend).toEqual({
      since: today,
      reached: 3,
      tolerated: 2,
      mended: [naive],
      broken: [],
    })
    expect(toTerminal(mended)).toMatch(/On 2026-11-23: 2 of 3 were tolerated\.\nMended since then/)
    const broken = await finish(found, ...flags)
    expect(broken.trend).toMatchObject({ tolerated: 3, broken: [naive], mended: [] })
    expect((await read('trend.ndjson')).trim().split('\n')).toHaveLength(3)
  })

  it('the trend does not call a behaviour newly broken if the last session did not judge it', async () => {
    const flags = ['--trend', path('part.ndjson')]
    await finish({ ...tolerant, behaviours: [] }, ...flags)
    expect((await finish(found, ...flags)).trend).toMatchObject({ broken: [], mended: [] })
  })

  it('a trend file with invalid text is refused with its line', async () => {
    await writeFile(path('text'), '\nhello\n')
    expect(await refusalOf('--trend', path('text'))).toMatch(
      /line 2 of .* is not a session of tolerance/,
    )
  })
})
