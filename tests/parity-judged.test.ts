import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../conformance/report/report.ts'
import { foundBrowser } from './find-browser.ts'
import { undecided } from './parity/differences.ts'
import { timed } from './parity/frozen.ts'
import { type MountName, nodeWays, openPageWays, type PageMount } from './parity/mounts.ts'

const verdictsOf = ({ results }: Report) =>
  Object.fromEntries(
    results.filter(({ id }) => id !== timed).map(({ id, verdict }) => [id, verdict]),
  )

/** What most mounts are found to be, which is that nothing is wrong. */
const told = nodeWays['in-process fetch'].judge().then(verdictsOf)

/** What a mount is found to be, but for what its page can't see. */
async function expectedAt(mount: MountName) {
  const blind = (undecided[mount] ?? []).map((id) => [id, 'inconclusive'])
  return { ...(await told), ...Object.fromEntries(blind) }
}

/** Milliseconds that a judge may take on a machine that is busy with others. */
const patience = 120_000

// A judge waits for turns for most of its time, and several wait no longer than one.
describe.concurrent('a fake that is judged in full', () => {
  it(
    'fails nothing, and leaves nothing open but what needs a token from elsewhere',
    async () => {
      const rest = Object.entries(await told).filter(
        ([, verdict]) => !['pass', 'observed'].includes(verdict),
      )
      expect(Object.fromEntries(rest)).toEqual({
        'credentials.expired-token-has-a-code-of-the-table': 'skipped',
        'credentials.expired-token-is-rejected': 'skipped',
        'credentials.expired-token-is-token-expired': 'skipped',
      })
    },
    patience,
  )

  it(
    'gets the same verdicts by Node HTTP',
    async () => {
      expect(verdictsOf(await nodeWays['Node HTTP'].judge())).toEqual(await expectedAt('Node HTTP'))
    },
    patience,
  )

  describe.skipIf(foundBrowser === undefined)('in Chromium', () => {
    const names: readonly PageMount[] = ['fetch in a page', 'MSW in a page', 'HTTP from a page']
    let opened: Awaited<ReturnType<typeof openPageWays>>
    beforeAll(async () => {
      opened = await openPageWays()
    }, patience)
    afterAll(() => opened?.close())

    it.each(names)(
      'gets the same verdicts by %s',
      async (name) => {
        expect(verdictsOf(await opened.ways[name].judge())).toEqual(await expectedAt(name))
      },
      patience,
    )
  })
})

describe('a fake that answers for every `fetch` of its process', () => {
  it(
    'gets the same verdicts by MSW in Node',
    async () => {
      expect(verdictsOf(await nodeWays['MSW in Node'].judge())).toEqual(
        await expectedAt('MSW in Node'),
      )
    },
    patience,
  )
})
