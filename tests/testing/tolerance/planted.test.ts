import { afterAll, describe, expect, it } from 'vitest'
import { documented } from '../../../contract/picks.ts'
import { readProfile } from '../../../contract/profile.ts'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import { selectVariants } from '../../../testing/tolerance/tolerance.ts'
import { drawn } from '../../support/proving.ts'
import { signIn, visit } from '../../support/visitor.ts'
import type { Mounted } from '../../support/transports.ts'
import { probes } from '../../contract/probes/all-probes.ts'
import { falseFindings, isEqual, type PlantedClient, sessionOf } from './planted.ts'

type Planted = PlantedClient & { readonly option: string }

/** The default deployment, with the picks under which a choice can be observed. */
const profileUnder = (picks: object = {}) =>
  Object.keys(picks).length === 0 ? documented : readProfile({ name: 'observable', picks })

/** Looks at `chat.query-length` with the lengths that a session plays; returns both statuses. */
async function askAtLength(mounted: Mounted): Promise<readonly number[]> {
  const visitor = await signIn(mounted)
  const ask = async (length: number) => {
    const response = await visitor.open('POST /api/react', { body: { q: 'x'.repeat(length) } })
    await response.text()
    return response.status
  }
  return [await ask(50), await ask(5000)]
}

/** A client that accepts every option of a choice, except this one. */
function insistOn(choice: string, option: string): Planted {
  const probe = probes[choice]
  if (probe === undefined) throw new Error(`${choice} has no probe.`)
  const { look, shows, options, under } = probe
  const accepted = Object.entries(shows).filter(([name]) => name !== option)
  return {
    name: `a client that does not know ${choice}=${option}`,
    option: `${choice}=${option}`,
    fake: options,
    profile: profileUnder(under),
    async run(mounted) {
      const seen = choice === 'chat.query-length' ? await askAtLength(mounted) : await look(mounted)
      // A session needs a request, and a preflight does not count as one.
      await visit(mounted).call('GET /api/version')
      if (!accepted.some(([, shown]) => isEqual(seen, shown)))
        throw new Error(`${choice} is unknown: ${JSON.stringify(seen)}`)
    },
  }
}

const clients = selectVariants(documented, { only: [], faults: false }).variants.flatMap(
  ({ option }) => (option === undefined ? [] : [insistOn(option.choice, option.name)]),
)

const rates = { clients: 0, found: 0, attributed: 0, runs: 0, mostFurther: 0 }
afterAll(() => {
  const { clients: all, found, attributed, runs, mostFurther } = rates
  process.stdout.write(
    `planted clients: ${found} of ${all} found, ${attributed} with the right pick, ${runs} runs, at most ${mostFurther} to find one pick\n`,
  )
})

/** The number of runs that search for a cause; runs that confirm a cause do not count. */
const furtherRuns = ({ runs }: ToleranceReport) =>
  runs.filter(({ purpose }) => purpose === 'bisect' || purpose === 'check').length

const confirmingRuns = ({ runs }: ToleranceReport) =>
  runs.filter(({ purpose }) => purpose === 'confirm').length

describe('a client that does not accept one option of an open choice', () => {
  it('there is a test client for every open option that can be played', () => {
    expect(clients.length).toBeGreaterThan(120)
  })

  it.each(drawn(clients, 2))(
    'a client that does not accept $option is found, and no other option is blamed',
    async (client) => {
      const report = await sessionOf(client)
      expect(report.stopped).toBeNull()
      rates.clients += 1
      rates.runs += report.runs.length
      if (report.findings.some(({ behaviours }) => behaviours.includes(client.option)))
        rates.found += 1
      expect(report.findings.map(({ behaviours }) => behaviours)).toContainEqual([client.option])
      expect(report.exit).toBe(1)
      expect(await falseFindings(client, report)).toEqual([])
      rates.attributed += 1
      if (report.findings.length > 1) return
      rates.mostFurther = Math.max(rates.mostFurther, furtherRuns(report))
      const open = report.behaviours.length
      expect(furtherRuns(report)).toBeLessThanOrEqual(2 * Math.log2(open) + 4)
      expect(confirmingRuns(report)).toBeLessThanOrEqual(10)
      const usual = report.runs.length - furtherRuns(report) - confirmingRuns(report)
      // A client that fails at its first turn needs further runs for the behaviours of turns.
      expect(usual).toBeLessThanOrEqual(9)
    },
    60_000,
  )
})
