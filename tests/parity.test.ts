import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds, operations } from '../contract/operations.ts'
import { foundBrowser } from './find-browser.ts'
import { differences, heardAt } from './parity/differences.ts'
import { frozenFake } from './parity/frozen.ts'
import { journey } from './parity/journey.ts'
import { mountsPage } from './parity/mounts-page.ts'
import { type MountName, nodeWays, openPageWays, stock, type Way } from './parity/mounts.ts'
import { recording } from './parity/record.ts'

const fake = frozenFake(stock)
const recorder = recording({ fake, baseUrl: 'http://platform.test', fetch: fake.fetch })
await journey(recorder)
const asks = recorder.asks()
/** What each request is answered in process, which every other mount is held against. */
const told = await nodeWays['in-process fetch'].replay(asks)

/** A journey through one mount: what is heard of each request, and what is to be heard. */
async function travel(mount: MountName, way: Way) {
  const heard = await way.replay(asks)
  return asks.map((ask, at) => {
    const answer = told[at]
    if (answer === undefined) throw new Error(`Nothing was told of request ${at}.`)
    const request = `${ask.method} ${ask.path}, request ${at} of the journey`
    return {
      seen: { request, ...heard[at] },
      expected: { request, ...heardAt(mount, answer, ask) },
    }
  })
}

/** Milliseconds that a journey may take on a machine that is busy with others. */
const patience = 120_000

describe('the journey', () => {
  it('asks for every operation, and each succeeds', () => {
    expect(asks.length).toBeGreaterThan(700)
    const answered = new Set(
      asks.flatMap(({ method, path }, at) => {
        const status = told[at]?.status ?? 0
        return status >= 200 && status < 300 ? [`${method} ${path}`] : []
      }),
    )
    const silent = operationIds.filter((id) => {
      const { method, path } = operations[id]
      const called = path.replaceAll(/\{\w+\}/g, '[^/]+')
      const pattern = new RegExp(`^${method} /w/${id}${called}(\\?|$)`)
      return ![...answered].some((one) => pattern.test(one))
    })
    expect(silent).toEqual([])
  })

  it('meets every kind of answer: whole, left, broken off, and none', () => {
    expect(new Set(told.map(({ ended }) => ended))).toEqual(
      new Set(['closed', 'left', 'broken', 'unanswered']),
    )
    expect(new Set(told.map(({ status }) => status))).toEqual(
      new Set([0, 200, 201, 204, 400, 401, 403, 404, 405, 409, 422, 429]),
    )
  })

  it('meets every difference that is documented', () => {
    const idle = differences.filter(({ heard }) =>
      asks.every((ask, at) => {
        const answer = told[at]
        return answer === undefined || heard(answer, ask) === answer
      }),
    )
    expect(idle.map(({ what }) => what)).toEqual([])
  })
})

describe('a fake of one seed whose time stands still', () => {
  it.each(['in-process fetch', 'Node HTTP', 'MSW in Node'] as const)(
    'answers with the same bytes by %s',
    async (name) => {
      for (const { seen, expected } of await travel(name, nodeWays[name]))
        expect(seen).toEqual(expected)
    },
    patience,
  )

  describe.skipIf(foundBrowser === undefined)('in Chromium', () => {
    let opened: Awaited<ReturnType<typeof openPageWays>>
    beforeAll(async () => {
      opened = await openPageWays()
    }, patience)
    afterAll(() => opened?.close())

    it.each(['fetch in a page', 'MSW in a page', 'HTTP from a page'] as const)(
      'answers with the same bytes by %s',
      async (name) => {
        for (const { seen, expected } of await travel(name, opened.ways[name]))
          expect(seen).toEqual(expected)
      },
      patience,
    )
  })
})

it('differs between mounts as the documentation says', async () => {
  await expect(mountsPage()).toMatchFileSnapshot('../docs/mounts.md')
})
