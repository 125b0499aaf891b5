import { describe, expect, it } from 'vitest'
import { drawn, isProving } from '../../support/proving.ts'
import { clientWith, planted } from './network-clients.ts'
import { falseFindings, sessionOf } from './planted.ts'

const clients = planted.map(([...one]) => clientWith(...one))

/** Clients that each combine the mistakes of two clients above. */
const pairs = [
  [0, 11],
  [4, 13],
  [9, 17],
  [6, 18],
].map(([one = 0, other = 0]) => {
  const [[name, breaksAt, habits], [further, alsoAt, more]] = [planted[one]!, planted[other]!]
  return clientWith(`${name}; ${further}`, [...breaksAt, ...alsoAt], { ...habits, ...more })
})

describe.concurrent('clients that networks break', () => {
  const good = { ...clientWith('a good client', [], {}), overHttp: true }

  it.runIf(isProving)('a client without mistakes survives every fault', async () => {
    const report = await sessionOf(good, { only: ['fault:*'] })
    expect(report).toMatchObject({ exit: 0, findings: [] })
    expect(report.counts).toMatchObject({ intolerant: 0, 'not-exercised': 0 })
  })

  it.each(drawn([...clients, ...pairs], 1))(
    '$name is found by a session with all faults, and every finding is true',
    { timeout: 300_000 },
    async (client) => {
      const report = await sessionOf(client, { only: ['fault:*'] })
      const found = report.findings.map(({ behaviours }) => behaviours.toSorted().join(' with '))
      expect(found.toSorted()).toEqual(client.breaksAt.map((id) => `fault:${id}`).toSorted())
      expect(await falseFindings(client, report)).toEqual([])
    },
  )

  const impatient = clientWith('an impatient client', ['unavailable-once'], {
    retries: [429, 502, 504],
  })

  it('a fault that occurs once occurs once in each test, so that a broken client in the second test is found', async () => {
    const patient = clientWith('a good client', [], {})
    const tests = { first: patient.run, second: impatient.run }
    const report = await sessionOf({ ...impatient, tests }, { only: ['fault:*-once'] })
    expect(report.findings).toMatchObject([
      { behaviours: ['fault:unavailable-once'], tests: [{ test: 'second' }] },
    ])
  })

  it('if a test runner retries a test, the retry gets the same fault, so that a broken client is found', async () => {
    const run: typeof impatient.run = (mounted) =>
      impatient.run(mounted).catch(() => impatient.run(mounted))
    const report = await sessionOf({ ...impatient, run }, { only: ['fault:*-once'] })
    expect(report.findings).toMatchObject([{ behaviours: ['fault:unavailable-once'] }])
  })

  it('a report names the classes of behaviour that no run played', async () => {
    const { notPlayed = [] } = await sessionOf(clients[0]!, { only: ['fault:bad-gateway-once'] })
    expect(notPlayed).toContain('streams that break off')
    expect(notPlayed).toContain('compressed responses')
    expect(notPlayed).not.toContain('answers of proxies before the platform')
  })
})
