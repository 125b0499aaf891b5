import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../conformance/report/report.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { undecided } from './parity/differences.ts'
import { timed } from './parity/frozen.ts'
import { type MountName, nodeWays, openPageWays, type PageMount } from './parity/mounts.ts'
import { drawn, isProving } from '../support/proving.ts'

const verdictsOf = ({ results }: Report) =>
  Object.fromEntries(
    results.filter(({ id }) => id !== timed).map(({ id, verdict }) => [id, verdict]),
  )

/** The expected verdicts of most mounts: no failure. */
const inProcessVerdicts = nodeWays['in-process fetch'].runSuite().then(verdictsOf)

/** The expected verdicts of a mount, without the checks that are not decidable there. */
async function expectedAt(mount: MountName) {
  const blind = (undecided[mount] ?? []).map((id) => [id, 'inconclusive'])
  return { ...(await inProcessVerdicts), ...Object.fromEntries(blind) }
}

/** A run over HTTP and one with MSW take seconds: `npm test` draws one of them. */
const elsewhere = drawn(['Node HTTP', 'MSW in Node'] as const, 1)

/** Timeout of a run on a busy machine, in milliseconds. */
const patience = 600_000

// A run mostly waits for turns, so several parallel runs take no longer than one.
describe.concurrent('a full conformance run against a fake', () => {
  it(
    'a full conformance run against a fake has no failure, and skips only checks that need an external token',
    async () => {
      const rest = Object.entries(await inProcessVerdicts).filter(
        ([, verdict]) => !['pass', 'observed'].includes(verdict),
      )
      expect(Object.fromEntries(rest)).toEqual({
        'credentials.expired-token-has-a-code-of-the-table': 'skipped',
        'credentials.expired-token-is-rejected': 'skipped',
        'credentials.expired-token-is-rejected-everywhere': 'skipped',
        'credentials.expired-token-is-token-expired': 'skipped',
      })
    },
    patience,
  )

  it.runIf(elsewhere.includes('Node HTTP'))(
    'a full conformance run against a fake has the same verdicts over Node HTTP',
    async () => {
      expect(verdictsOf(await nodeWays['Node HTTP'].runSuite())).toEqual(
        await expectedAt('Node HTTP'),
      )
    },
    patience,
  )

  // tests/whole/parity.test.ts compares the bytes of a page in each run.
  describe.runIf(isProving && foundBrowser !== undefined)('a fake in Chromium', () => {
    const names: readonly PageMount[] = ['fetch in a page', 'MSW in a page', 'HTTP from a page']
    let opened: Awaited<ReturnType<typeof openPageWays>>
    beforeAll(async () => {
      opened = await openPageWays()
    }, patience)
    afterAll(() => opened?.close())

    it.each(names)(
      'a full conformance run in Chromium has the same verdicts over %s',
      async (name) => {
        expect(verdictsOf(await opened.ways[name].runSuite())).toEqual(await expectedAt(name))
      },
      patience,
    )
  })
})

describe('a fake that replaces the global `fetch`', () => {
  it.runIf(elsewhere.includes('MSW in Node'))(
    'a full conformance run has the same verdicts under MSW in Node',
    async () => {
      expect(verdictsOf(await nodeWays['MSW in Node'].runSuite())).toEqual(
        await expectedAt('MSW in Node'),
      )
    },
    patience,
  )
})
