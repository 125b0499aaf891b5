import { afterAll, describe, expect, it } from 'vitest'
import { probes } from '../../contract/probes/all-probes.ts'
import { drawn, isProving } from '../../support/proving.ts'
import { falseFindings, isEqual, type PlantedClient, sessionOf } from './planted.ts'
import { realClients, tolerantClient } from './real-clients.ts'

const mostPairRuns = 40

describe('a client that fails as real clients do', () => {
  it.each(drawn(realClients, 1))(
    '$name is found, with every option that breaks it',
    async (client) => {
      const report = await sessionOf(client)
      expect(report.stopped).toBeNull()
      const found = report.findings.map(({ behaviours }) => behaviours.join(' with '))
      expect(found.toSorted()).toEqual(client.breaksOn.toSorted())
      expect(await falseFindings(client, report)).toEqual([])
    },
  )
})

/** Two options that break a client only together. */
const pairs = [
  ['records.timestamps=naive', 'records.empty-fields=absent'],
  ['records.timestamps=offset', 'lists.page-beyond-end=missing'],
  ['login.token-type=Bearer', 'auth.challenge=bearer'],
  ['events.line-ends=crlf', 'events.data-space=no'],
  ['events.comments=yes', 'events.line-ends=crlf'],
  ['records.content-type=charset', 'http.headers=fixed'],
  ['refresh.shape=access-only', 'errors.invalid-token-status=403'],
  ['errors.invalid-token-status=400', 'http.trailing-slash=redirect'],
  ['lists.page-beyond-end=last', 'records.content-type=charset'],
  ['keys.creation-status=200', 'errors.wrong-method=404'],
] as const

/** A client that breaks if it sees both options. */
function breakOnBoth(ids: readonly string[]): PlantedClient {
  const looks = ids.map((id) => {
    const [choice = '', option = ''] = id.split('=')
    return { ...probes[choice], shown: probes[choice]?.shows[option] }
  })
  return {
    name: ids.join(' with '),
    fake: Object.assign({}, ...looks.map(({ options }) => options)) as object,
    async run(mounted) {
      const seen: boolean[] = []
      for (const { look, shown } of looks) seen.push(isEqual(await look?.(mounted), shown))
      if (seen.every(Boolean)) throw new Error('both at once')
    },
  }
}

describe('a client that only breaks on two options together', () => {
  const rates = { clients: 0, attributed: 0, mostRuns: 0 }
  afterAll(() => {
    const { clients, attributed, mostRuns } = rates
    process.stdout.write(
      `pairs: ${attributed} of ${clients} with the right picks, at most ${mostRuns} runs for pairs\n`,
    )
  })

  it.each(drawn(pairs, 1))(
    'a client that breaks only on %s together with %s is found by runs of pairs, and neither option is blamed alone',
    async (...ids) => {
      const client = breakOnBoth(ids)
      const report = await sessionOf(client, { pairs: true })
      expect(report.stopped).toBeNull()
      const found = report.findings.map(({ behaviours }) => behaviours.toSorted())
      rates.clients += 1
      const ran = report.runs.filter(({ purpose }) => purpose === 'pairs').length
      rates.mostRuns = Math.max(rates.mostRuns, ran)
      expect(ran).toBeLessThanOrEqual(mostPairRuns)
      expect(await falseFindings(client, report)).toEqual([])
      expect(found).toEqual([ids.toSorted()])
      rates.attributed += 1
    },
  )
})

describe('a tolerant client', () => {
  it.each(isProving ? ['one', 'two', 'three'] : ['one'])(
    'a tolerant client that does the work of an app passes with the seed %s, in at most eight runs',
    async (seed) => {
      const report = await sessionOf(tolerantClient, { seed })
      expect(report).toMatchObject({ exit: 0, stopped: null, findings: [] })
      expect(report.runs.length).toBeLessThanOrEqual(8)
      expect(report.counts.reached).toBeGreaterThan(40)
    },
  )

  it.runIf(isProving)('a tolerant client survives all faults that clients can handle', async () => {
    const report = await sessionOf({ ...tolerantClient, overHttp: true }, { faults: true })
    expect(report).toMatchObject({ exit: 0, stopped: null, findings: [] })
    const verdicts = report.behaviours.filter(({ id }) => id.startsWith('fault:'))
    expect(verdicts.filter(({ verdict }) => verdict === 'tolerated').length).toBeGreaterThan(25)
  })
})
