import { setupWorker } from 'msw/browser'
import type { Target } from '../../../conformance/session/test-session.ts'
import type { Report } from '../../../conformance/report/report.ts'
import { runConformance } from '../../../conformance/runner/runner.ts'
import { handlers } from '../../../entries/msw.ts'
import type { Fake } from '../../../mocks/fake.ts'
import { frozenFake, checkedFake, openConformanceServer, type Stock } from './frozen.ts'
import { type Ask, fromLatin1, type Heard } from './exchange.ts'
import { type Fetch, replay } from './replay.ts'

const { origin } = globalThis as unknown as { readonly origin: string }

/** Mounts a fake in the service worker while `use` runs. */
async function mocked<T>(fake: Fake, use: (call: Fetch) => Promise<T>): Promise<T> {
  const worker = setupWorker(...handlers(fake, { baseUrl: origin }))
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
  try {
    return await use((request) => fetch(request))
  } finally {
    worker.stop()
    fake.close()
  }
}

const runSuite = (call: Fetch, target: Target): Promise<Report> =>
  runConformance({ ...openConformanceServer(), target, fetch: call })

type Replaying = { readonly stock: Stock; readonly asks: readonly Ask[] }
type RemoteReplaying = { readonly baseUrl: string; readonly asks: readonly Ask[] }
type SuiteRun = { readonly stock: Stock; readonly target: Target }

/** The functions of the page that the parity tests call. */
const parity = {
  replayInProcess: ({ stock, asks }: Replaying): Promise<readonly Heard[]> =>
    replay(asks, origin, frozenFake(stock).fetch),
  replayMocked: ({ stock, asks }: Replaying): Promise<readonly Heard[]> =>
    mocked(frozenFake(stock), (call) => replay(asks, origin, call)),
  /**
   * Calls a server of another origin. Its control API refuses foreign pages, so `steer` is used
   * instead.
   */
  replayRemote: ({ baseUrl, asks }: RemoteReplaying): Promise<readonly Heard[]> =>
    replay(asks, baseUrl, async (request) => {
      if (!request.url.includes('/__control/')) return fetch(request)
      const { method, url, headers } = request
      const { steer } = globalThis as unknown as { steer(ask: Ask): Promise<Heard> }
      const body = await request.text()
      const path = url.slice(baseUrl.length)
      const heard = await steer({ method, path, headers: [...headers], ...(body && { body }) })
      return new Response(heard.body === '' ? null : fromLatin1(heard.body), {
        ...heard,
        headers: { ...heard.headers },
      })
    }),
  checkInProcess: ({ stock, target }: SuiteRun): Promise<Report> =>
    runSuite(checkedFake(stock).fetch, { ...target, baseUrl: origin }),
  checkMocked: ({ stock, target }: SuiteRun): Promise<Report> =>
    mocked(checkedFake(stock), (call) => runSuite(call, { ...target, baseUrl: origin })),
  checkRemote: (target: Target): Promise<Report> => runSuite((request) => fetch(request), target),
}
Object.assign(globalThis, { parity })

export type Parity = typeof parity
declare global {
  var parity: Parity
}
