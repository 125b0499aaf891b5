import type { Check } from '../../conformance/session/check.ts'
import { assert, skip } from '../../conformance/session/assertions.ts'
import type { Report } from '../../conformance/report/report.ts'
import { runConformance } from '../../conformance/runner/runner.ts'

/** Texts with which a target might break out of a report. */
const attacks = [
  `</script><img src=x onerror="document.title='taken'">`,
  `</pre></style><script>document.title='taken'</script>`,
  `" autofocus onfocus="document.title='taken'`,
  `' onclick='document.title=1`,
  '```\n# taken\n```',
  '| a | b |\n<b>taken</b> [taken](http://evil.test) @everyone',
  '\n::error::taken\r\n::set-output name=x::y',
  '<!-- ]]> &lt;b&gt; %0A::error::',
]
const hostile = attacks.join(' ')

const activeCheck = (id: string, run: (status: number) => void): Check => ({
  id,
  level: 'must',
  rule: 'bodies.json',
  plan: 'smoke',
  run: async (session) => {
    const body = { name: hostile, token: hostile }
    const path = `/api/agents/${encodeURIComponent(hostile)}?q=${hostile.replaceAll(/\s/g, '+')}`
    const exchange = await session.send({
      method: 'POST',
      path,
      bearer: hostile.slice(0, 40).trim(),
      body,
    })
    run(exchange.status)
    assert.equal(exchange.json, 'peace', exchange, 'the body')
  },
})

/** The report of a run against a target that attacks the readers of reports. */
export const hostileReport = (): Promise<Report> =>
  runConformance({
    target: { baseUrl: 'http://target.test' },
    plan: 'core',
    checks: [
      activeCheck('attack.fails', () => {}),
      { ...activeCheck('attack.warns', () => {}), level: 'should' },
      activeCheck('attack.skips', () => skip(`not here: ${hostile}`)),
      activeCheck('attack.crashes', () => {
        throw new TypeError(hostile)
      }),
      { ...activeCheck('attack.observes', () => {}), level: 'observe' },
    ],
    fetch: async () => {
      const headers = { 'x-said': hostile.replaceAll(/[\r\n]/g, ' ') }
      return Response.json({ said: hostile }, { headers })
    },
    sleep: async () => {},
    grace: 0,
    tag: 'test',
  })
