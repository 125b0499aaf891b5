import { afterAll, describe, expect, it } from 'vitest'
import { drawn } from '../../support/proving.ts'
import { falseFindings, sessionOf } from './planted.ts'
import { pageClients } from './planted-pages.ts'

const rates = { clients: 0, found: 0, attributed: 0 }
afterAll(() => {
  const { clients, found, attributed } = rates
  process.stdout.write(
    `planted pages: ${found} of ${clients} found, ${attributed} attributed to their behaviour alone\n`,
  )
})

describe.concurrent('pages with one bug', () => {
  it.each(drawn(pageClients, 1))(
    '$name is found among all behaviours, alone',
    { timeout: 600_000 },
    async (client) => {
      rates.clients += 1
      const report = await sessionOf(client, { faults: true })
      const found = report.findings.map(({ behaviours }) => behaviours.join(' with '))
      if (found.some((id) => client.breaksAt.includes(id))) rates.found += 1
      expect(report.stopped).toBeNull()
      expect(found.toSorted()).toEqual(client.breaksAt.toSorted())
      expect(await falseFindings(client, report)).toEqual([])
      rates.attributed += 1
    },
  )
})
