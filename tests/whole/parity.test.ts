import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds, operations } from '../../contract/operations.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { differences, heardAt } from './parity/differences.ts'
import { frozenFake } from './parity/frozen.ts'
import { journey } from './parity/journey.ts'
import { mountsPage } from './parity/mounts-page.ts'
import { type MountName, nodeWays, openPageWays, stock, type Way } from './parity/mounts.ts'
import { recording } from './parity/record.ts'
import { drawn, isProving } from '../support/proving.ts'

/** The operations of the journey: `npm test` draws some, beside one whose stream is cancelled. */
const visited = [...new Set(['workflow-runs.read' as const, ...drawn(operationIds, 25)])]
const fake = frozenFake(stock)
const recorder = recording({ fake, baseUrl: 'http://platform.test', fetch: fake.fetch })
await journey(recorder, visited)
const asks = recorder.asks()
/** The responses in process, with which every other mount is compared. */
const inProcessAnswers = await nodeWays['in-process fetch'].replay(asks)

/** Runs the journey through one mount: the received and the expected response of each request. */
async function travel(mount: MountName, way: Way) {
  const heard = await way.replay(asks)
  return asks.map((ask, at) => {
    const answer = inProcessAnswers[at]
    if (answer === undefined) throw new Error(`There is no response in process to request ${at}.`)
    const request = `${ask.method} ${ask.path}, request ${at} of the journey`
    return {
      seen: { request, ...heard[at] },
      expected: { request, ...heardAt(mount, answer, ask) },
    }
  })
}

/** Timeout of a journey on a busy machine, in milliseconds. */
const patience = 120_000

describe('the journey of the parity tests', () => {
  it.runIf(isProving)('the journey of the parity tests has more than 700 requests', () => {
    expect(asks.length).toBeGreaterThan(700)
  })

  it('the journey of the parity tests calls every operation with success', () => {
    const answered = new Set(
      asks.flatMap(({ method, path }, at) => {
        const status = inProcessAnswers[at]?.status ?? 0
        return status >= 200 && status < 300 ? [`${method} ${path}`] : []
      }),
    )
    const silent = visited.filter((id) => {
      const { method, path } = operations[id]
      const called = path.replaceAll(/\{\w+\}/g, '[^/]+')
      const pattern = new RegExp(`^${method} /w/${id}${called}(\\?|$)`)
      return ![...answered].some((one) => pattern.test(one))
    })
    expect(silent).toEqual([])
  })

  it('the journey of the parity tests has every kind of response: complete, cancelled, truncated, and none', () => {
    expect(new Set(inProcessAnswers.map(({ ended }) => ended))).toEqual(
      new Set(['closed', 'left', 'broken', 'unanswered']),
    )
  })

  it.runIf(isProving)('the journey of the parity tests has every status', () => {
    expect(new Set(inProcessAnswers.map(({ status }) => status))).toEqual(
      new Set([0, 200, 201, 204, 400, 401, 403, 404, 405, 409, 422, 429]),
    )
  })

  it('the journey of the parity tests has a case of every documented difference', () => {
    const idle = differences.filter(({ heard }) =>
      asks.every((ask, at) => {
        const answer = inProcessAnswers[at]
        return answer === undefined || heard(answer, ask) === answer
      }),
    )
    expect(idle.map(({ what }) => what)).toEqual([])
  })
})

/** A journey takes seconds, so `npm test` draws one of the other mounts. */
const inNode = ['in-process fetch', 'Node HTTP', 'MSW in Node'] as const
const inPages = ['fetch in a page', 'MSW in a page', 'HTTP from a page'] as const
const mounts: readonly MountName[] = drawn(
  foundBrowser === undefined ? inNode : [...inNode, ...inPages],
  1,
)

describe('a fake with a fixed seed and a frozen clock', () => {
  it.each(inNode.filter((name) => mounts.includes(name)))(
    'a fake with a fixed seed and a frozen clock sends the same bytes over %s',
    async (name) => {
      for (const { seen, expected } of await travel(name, nodeWays[name]))
        expect(seen).toEqual(expected)
    },
    patience,
  )

  const drawnPages = inPages.filter((name) => mounts.includes(name))
  describe.skipIf(drawnPages.length === 0)('a fake in Chromium', () => {
    let opened: Awaited<ReturnType<typeof openPageWays>>
    beforeAll(async () => {
      opened = await openPageWays()
    }, patience)
    afterAll(() => opened?.close())

    it.each(drawnPages)(
      'a fake with a fixed seed and a frozen clock sends the same bytes over %s',
      async (name) => {
        for (const { seen, expected } of await travel(name, opened.ways[name]))
          expect(seen).toEqual(expected)
      },
      patience,
    )
  })
})

it('the mounts of a fake differ exactly as docs/mounts.md says', async () => {
  await expect(mountsPage()).toMatchFileSnapshot('../../docs/mounts.md')
})
