import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../mocks/world/clock.ts'
import { toTerminal } from '../../../testing/tolerance/summary.ts'
import { drawn, isProving } from '../../support/proving.ts'
import { shellClient, toleranceOf } from './session.ts'

const agents = 'curl -s "$U/api/agents" -H "$A"'
const head = 'H=$(curl -sD - -o /dev/null "$U/api/agents" -H "$A")'

const turn = (body: string) => `curl -sf "$U/api/react" -H "$A" -H "$J" -d '${body}' > /dev/null`

/** The behaviours of each finding. */
const behavioursIn = ({ findings }: Awaited<ReturnType<typeof toleranceOf>>) =>
  findings.map(({ behaviours }) => behaviours)

describe('a session', () => {
  it('a tolerant client passes in at most eight runs, and behaviours that it never reached are not counted as tolerated', async () => {
    const report = await toleranceOf(shellClient(agents))
    expect(report).toMatchObject({ exit: 0, stopped: null, findings: [], setAside: [], tests: 1 })
    expect(report.runs.length).toBeLessThanOrEqual(8)
    const { counts } = report
    expect(counts.reached).toBe(counts.tolerated)
    expect(counts.tolerated).toBeGreaterThan(5)
    const verdictOf = (id: string) => report.behaviours.find((one) => one.id === id)?.verdict
    expect(verdictOf('lists.envelope=bare') ?? verdictOf('records.timestamps=naive')).toBe(
      'tolerated',
    )
    expect(verdictOf('resume.frame=wrapped')).toBe('not-exercised')
    expect(counts.tolerated + counts['not-exercised']).toBe(report.behaviours.length)
  })

  it('a client that does not accept one option is found in few runs, and only this option is blamed', async () => {
    const client = shellClient(`${head}; echo "$H" | grep -qi '^content-type: application/json.$'`)
    const report = await toleranceOf(client)
    expect(report.exit).toBe(1)
    expect(behavioursIn(report)).toEqual([['records.content-type=charset']])
    expect(report.findings[0]?.tests[0]?.message).toMatch(/^it exited with code 1/)
    expect(report.counts.intolerant).toBe(1)
    const options = report.runs.find(({ name }) => name === 'options-1')?.behaviours.length ?? 0
    const further = report.runs.filter(({ purpose }) => /bisect|check/.test(purpose))
    expect(further.length).toBeLessThanOrEqual(2 * Math.log2(options) + 4)
  })

  // tests/testing/tolerance/real.test.ts finds pairs of options without starting processes.
  it.runIf(isProving)(
    'two options that break a client only together are found together, and each is tolerated alone',
    async () => {
      const report = await toleranceOf(
        shellClient(
          `${head}; if echo "$H" | grep -q charset && echo "$H" | grep -qi x-powered-by; then exit 9; fi`,
        ),
      )
      expect(behavioursIn(report).map((ids) => ids.toSorted())).toEqual([
        ['http.headers=fixed', 'records.content-type=charset'],
      ])
      expect(report.counts.intolerant).toBe(0)
      expect(report.exit).toBe(1)
    },
  )

  it.runIf(isProving)(
    'an option that breaks a client only together with the default of another choice is found by runs of pairs',
    async () => {
      const client = shellClient(
        `${head}; if echo "$H" | grep -q charset && ! echo "$H" | grep -qi x-powered-by; then exit 9; fi`,
      )
      const only = ['records.content-type=*', 'http.headers=*', 'records.timestamps=*']
      expect((await toleranceOf(client, { only })).exit).toBe(0)
      const report = await toleranceOf(client, { only, pairs: true })
      expect(behavioursIn(report)).toEqual([['records.content-type=charset']])
      const pairRuns = report.runs.filter(({ purpose }) => purpose === 'pairs')
      expect(pairRuns.length).toBeGreaterThan(0)
      expect(report.runs.length).toBeLessThanOrEqual(40)
    },
  )

  it('an option that requests reach only if another option is picked is played together with that option', async () => {
    const client = shellClient(
      `${head}; if echo "$H" | grep -qi x-powered-by; then curl -sf "$U/api/agents?page=9" -H "$A"; fi`,
    )
    const report = await toleranceOf(client, {
      only: ['http.headers=*', 'lists.page-beyond-end=*'],
    })
    expect(behavioursIn(report)).toEqual([['lists.page-beyond-end=missing', 'http.headers=fixed']])
    expect(report.counts).toMatchObject({ tolerated: 2, intolerant: 1, 'not-exercised': 0 })
  })
})

describe('tests whose results change', () => {
  /** A client with a test that fails only in these runs of the command, perhaps beside a good one. */
  const unreliable = (badRuns: string, others = '') =>
    shellClient(`${head} > /dev/null
echo x >> runs; case $(wc -l < runs) in ${badRuns}) F='<failure message="now and then"/>';; esac
echo "<testsuite>${others}<testcase name='bad'>$F</testcase></testsuite>" > report.xml
[ -z "$F" ]`)

  const good = "<testcase name='good'/>"

  // Run 3 only finds the tests that need the zone of the machine; run 4 is the first with a
  // behaviour.
  it.each(drawn([1, 4], 1))(
    'a test that fails only in run %i is excluded and named, and the other tests count',
    async (badRun) => {
      const report = await toleranceOf(unreliable(`${badRun}`, good), {
        only: ['records.content-type=*', 'http.headers=*'],
        results: 'report.xml',
      })
      expect(report).toMatchObject({ exit: 0, findings: [], counts: { tolerated: 2 } })
      expect(report.setAside.map(({ test }) => test)).toEqual(['bad'])
      expect(report.tests).toBe(1)
    },
  )

  it.each([
    ['changes in the baseline', unreliable('[2-9]'), /^No test passes without a retry/],
    ['changes later', unreliable('4'), /^No test is left/],
    [
      'is skipped',
      shellClient(
        `${head}; echo '<testsuite><testcase name="a"><skipped/></testcase></testsuite>' > report.xml`,
      ),
      /^No test passes without a retry/,
    ],
  ])(
    'a session whose only test %s ends with code 3, because the command alone proves nothing',
    async (_, client, reason) => {
      const report = await toleranceOf(client, {
        only: ['records.content-type=*', 'http.headers=*'],
        results: 'report.xml',
      })
      expect(report).toMatchObject({ exit: 3, findings: [], tests: 0, hasSingleTests: false })
      expect(report.stopped?.reason).toMatch(reason)
    },
  )
})

describe('tests that are skipped', () => {
  /** A client with a test that is skipped with the charset, perhaps beside a good one. */
  const skipping = (others = '') =>
    shellClient(`${head}; if echo "$H" | grep -q charset; then S='<skipped/>'; fi
echo "<testsuite>${others}<testcase name='bad'>$S</testcase></testsuite>" > report.xml`)
  const session = { only: ['records.content-type=*'], results: 'report.xml' }

  it('a behaviour with which every test is skipped is reported as not exercised, and proves nothing', async () => {
    const report = await toleranceOf(skipping(), session)
    expect(report).toMatchObject({ exit: 4, counts: { tolerated: 0, 'not-exercised': 1 } })
    expect(toTerminal(report)).toMatch(/no test passed with them: records.content-type=charset/)
  })

  it('a behaviour with which some tests are skipped is tolerated by the other tests, and the report says so', async () => {
    const report = await toleranceOf(skipping("<testcase name='good'/>"), session)
    expect(report).toMatchObject({ exit: 0, counts: { tolerated: 1 } })
    expect(toTerminal(report)).toMatch(/some tests were skipped.*: records.content-type=charset/)
  })
})

describe('the end of a session', () => {
  it('a session ends with code 5 when its time is used up, and reports the runs so far', async () => {
    let now = 0
    const time = { now: () => (now += 1000), after: systemClock.after }
    const report = await toleranceOf(shellClient(agents), { budget: 10_000, time })
    expect(report).toMatchObject({ exit: 5, stopped: { code: 5 } })
    expect(report.runs.map(({ name }) => name)).toContain('baseline-2')
    expect(report.counts['not-run']).toBeGreaterThan(0)
  })

  it('an interrupted session ends with code 130, and reports its findings so far', async () => {
    const stop = new AbortController()
    const report = await toleranceOf(shellClient(`${head}; ! echo "$H" | grep -q charset`), {
      only: ['records.content-type=*', 'http.headers=*'],
      stop: stop.signal,
      onCause: () => stop.abort(),
    })
    expect(report).toMatchObject({ exit: 130, stopped: { code: 130 }, counts: { intolerant: 1 } })
    expect(behavioursIn(report)).toEqual([['records.content-type=charset']])
  })

  it('a session whose tests ignore the address of the fake ends with code 4 and with advice', async () => {
    const report = await toleranceOf(['true'])
    expect(report).toMatchObject({ exit: 4, runs: [{ name: 'baseline-1', calls: 0 }] })
    expect(report.stopped?.reason).toMatch(/UNDERSTUDY_URL/)
  })

  it.each([
    ['a folder', '.', 'is a folder: name the JUnit report'],
    ['a file that the command does not write', 'reprot.xml', /did not write .*reprot\.xml: name/],
    ['another document', 'report.xml', 'report.xml is not a JUnit report: it has no `testsuite`'],
    ['an incomplete document', 'half.xml', 'half.xml is not a JUnit report: it is not well-formed'],
  ])(
    'a session whose `--results` names %s ends with code 3 and the reason',
    async (_, results, reason) => {
      const documents = 'echo "<html></html>" > report.xml; echo "<testsuite>" > half.xml'
      const report = await toleranceOf(shellClient(`${agents}; ${documents}`), { results })
      expect(report.exit).toBe(3)
      expect(report.stopped?.reason).toMatch(reason)
    },
  )

  it('a first run that fails is reported with its assertion instead of the end of its output', async () => {
    const report = await toleranceOf(
      shellClient(`curl -s "$U/api/agents"; echo
echo '  ● the list shows a date'; echo '    AssertionError: expected 1 to be 2'
for i in $(seq 99); do echo "cleaning up $i"; done; exit 1`),
    )
    expect(report.exit).toBe(3)
    expect(report.stopped?.reason).toMatch(/the list shows a date\s+AssertionError: expected 1/)
    expect(report.stopped?.reason).not.toContain('cleaning up 99')
  })

  it('a session whose tests fail under the profile itself ends with code 3 and their output', async () => {
    const report = await toleranceOf(
      shellClient('curl -s "$U/api/agents"; echo; echo "it broke"; exit 2'),
    )
    expect(report.exit).toBe(3)
    expect(report.stopped?.reason).toMatch(
      /must pass under the profile `documented` first.*code 2.*it broke/s,
    )
  })
})

describe('the faults', () => {
  const conversation = `C=$(curl -s "$U/api/conversations?size=1" -H "$A" | sed 's/.*"items":\\[{"id":"\\([^"]*\\)".*/\\1/')`

  it.runIf(isProving)(
    'a client that does not resume a stream is found, and a client that retries refused reads passes',
    async () => {
      const client = shellClient(
        `${conversation}; curl -sf --retry 2 "$U/api/agents" -H "$A" > /dev/null; ${turn(`{"q":"hi","conversation_id":"'"$C"'"}`)}`,
      )
      const report = await toleranceOf(client, {
        only: ['fault:cut-in-event', 'fault:rate-limited-once', 'fault:unknown-fields'],
      })
      expect(behavioursIn(report)).toEqual([['fault:cut-in-event']])
      expect(report.counts).toMatchObject({ tolerated: 2, intolerant: 1 })
    },
  )

  it('a cut in a turn without a conversation is not a finding, because no client can resume such a turn', async () => {
    const report = await toleranceOf(shellClient(turn('{"q":"hi"}')), { only: ['fault:cut-*'] })
    expect(report).toMatchObject({ exit: 4, findings: [], counts: { intolerant: 0, unfair: 4 } })
  })
})
