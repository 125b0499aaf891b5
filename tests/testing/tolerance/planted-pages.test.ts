import { afterAll, describe, expect, it } from 'vitest'
import { drawn, isProving } from '../../support/proving.ts'
import { falseFindings, sessionOf } from './planted.ts'
import { pageClients } from './planted-pages.ts'

const isFault = (id: string) => id.startsWith('fault:')
/** Pages that a behaviour other than a fault breaks. Sessions without faults are fast. */
const withoutFaults = pageClients.filter(({ breaksAt }) => breaksAt.some((id) => !isFault(id)))

const rates = { pages: 0, found: 0, attributed: 0 }
afterAll(() => {
  const { pages, found, attributed } = rates
  process.stdout.write(
    `planted pages: ${found} of ${pages} found, ${attributed} by their behaviour alone\n`,
  )
})

describe.concurrent('a page with one bug', () => {
  it.each(isProving ? pageClients : drawn(withoutFaults, 1))(
    '$name is found by its behaviour alone, or the report says that no run played it',
    { timeout: 600_000 },
    async (page) => {
      rates.pages += 1
      const report = await sessionOf(page, { faults: isProving })
      const found = report.findings.map(({ behaviours }) => behaviours.join(' with '))
      if (found.length > 0) rates.found += 1
      const expected = isProving ? page.breaksAt : page.breaksAt.filter((id) => !isFault(id))
      expect(report.stopped).toBeNull()
      expect(found.toSorted()).toEqual(expected.toSorted())
      expect(await falseFindings(page, report)).toEqual([])
      const named = page.neverPlayed === undefined ? [] : [page.neverPlayed]
      expect(report.notPlayed).toEqual(expect.arrayContaining(named))
      if (found.length > 0) rates.attributed += 1
    },
  )

  it('at most two of the sixty test pages are broken by a behaviour that no run plays', () => {
    const missed = pageClients.filter(({ neverPlayed }) => neverPlayed !== undefined)
    expect(missed.length).toBeLessThanOrEqual(2)
  })
})
