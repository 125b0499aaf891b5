import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../conformance/report/report.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { undecided } from './parity/differences.ts'
import { timed } from './parity/frozen.ts'
import {
  type MountName,
  type NodeMount,
  nodeWays,
  openPageWays,
  type PageMount,
} from './parity/mounts.ts'
import { drawn, isProving } from '../support/proving.ts'

const verdictsOf = ({ results }: Report) =>
  Object.fromEntries(
    results.filter(({ id }) => id !== timed).map(({ id, verdict }) => [id, verdict]),
  )

/** The verdicts of a run over a mount, which takes seconds and is run once. */
const runs = new Map<NodeMount, Promise<Readonly<Record<string, string>>>>()
function verdictsAt(mount: NodeMount) {
  const run = runs.get(mount) ?? nodeWays[mount].runSuite().then(verdictsOf)
  runs.set(mount, run)
  return run
}

/** The checks that are not decidable over a mount. */
const blindAt = (mount: MountName) =>
  Object.fromEntries((undecided[mount] ?? []).map((id) => [id, 'inconclusive']))

const expectedAt = async (mount: MountName) => ({
  ...(await verdictsAt('in-process fetch')),
  ...blindAt(mount),
})

/** Timeout of a run on a busy machine, in milliseconds. */
const patience = 600_000

/** The verdicts over a mount, except those of successful checks. */
async function othersAt(mount: NodeMount) {
  const verdicts = Object.entries(await verdictsAt(mount))
  return Object.fromEntries(
    verdicts.filter(([, verdict]) => !['pass', 'observed'].includes(verdict)),
  )
}

/** The verdicts without a token that has expired. */
const withoutToken = {
  'credentials.expired-token-has-a-code-of-the-table': 'skipped',
  'credentials.expired-token-is-rejected': 'skipped',
  'credentials.expired-token-is-rejected-everywhere': 'skipped',
  'credentials.expired-token-is-token-expired': 'skipped',
}

const mounts = drawn(['in-process fetch', 'Node HTTP', 'MSW in Node'] as const, 1)

const fails = 'has no failure, and skips only checks that need an external token'

// A run mostly waits for turns, so several parallel runs take no longer than one.
describe.concurrent('a full conformance run against a fake', () => {
  it.each(mounts.filter((mount) => mount !== 'MSW in Node'))(
    `a full conformance run over %s ${fails}`,
    async (mount) => {
      expect(await othersAt(mount)).toEqual({ ...withoutToken, ...blindAt(mount) })
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
  it.runIf(mounts.includes('MSW in Node'))(
    `a full conformance run over MSW in Node ${fails}`,
    async () => {
      expect(await othersAt('MSW in Node')).toEqual(withoutToken)
    },
    patience,
  )

  it.runIf(isProving).each(['Node HTTP', 'MSW in Node'] as const)(
    'a full conformance run has the same verdicts over %s',
    async (mount) => {
      expect(await verdictsAt(mount)).toEqual(await expectedAt(mount))
    },
    patience,
  )
})
