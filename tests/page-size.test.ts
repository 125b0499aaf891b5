import { expect, it } from 'vitest'
import type { Core } from '../mocks/core.ts'
import { bundlePage, kilobytes, loadedOf } from './page-size.ts'
import { demo } from './transports.ts'

/** A page that mounts a fake in MSW, from a package such as `agent-understudy`. */
const page = (make: string, entry: string, msw: string) => `
  import { ${make} } from '${entry}'
  export { handlers } from '${msw}'
  export const play = (fixture) => ${make}({ fixture, speed: Infinity })
`

/** Signs in and reads a list and one of its records, like an app on start. */
async function firstCalls({ fetch }: Pick<Core, 'fetch'>): Promise<void> {
  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(new Request(`http://platform.test${path}`, init))
    expect(response.status).toBe(200)
    return (await response.json()) as { access_token: string; items: { id: string }[] }
  }
  const { access_token } = await call('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password: 'demo-password' }),
  })
  const headers = { authorization: `Bearer ${access_token}` }
  const { items } = await call('/api/conversations', { headers })
  await call(`/api/conversations/${items[0]?.id}`, { headers })
}

const isEngine = (chunk: string) => chunk.startsWith('pattern-engine-')

/** The current sizes of pages, in KB of gzip. The test fails if one grows by more than a tenth. */
const today = [
  { make: 'createCore', entry: 'agent-understudy/core', onLoad: 49, firstCalls: 86, all: 169 },
  { make: 'createFake', entry: 'agent-understudy', onLoad: 88, firstCalls: 110, all: 169 },
]
const engineToday = 47
const withRoom = (figure: number) => figure * 1.1

it.each(today)('a page with $make stays within its budget', async ({ make, entry, ...figures }) => {
  const bundle = await bundlePage(make, page(make, entry, 'agent-understudy/msw'))
  const [engine = '', ...others] = [...bundle.chunks.keys()].toSorted(
    (a, b) => Number(isEngine(b)) - Number(isEngine(a)),
  )
  const { play } = (await import(/* @vite-ignore */ bundle.url)) as {
    play(fixture: unknown): Pick<Core, 'fetch'>
  }
  expect(loadedOf(make)).toEqual(bundle.atOnce)
  const onLoad = kilobytes(bundle, bundle.atOnce)
  await firstCalls(play(demo))
  const firstList = kilobytes(bundle, loadedOf(make))
  const all = kilobytes(bundle, others)
  expect(onLoad).toBeLessThan(withRoom(figures.onLoad))
  expect(firstList).toBeLessThan(withRoom(figures.firstCalls))
  expect(all).toBeLessThan(withRoom(figures.all))
  // Only a page whose own scripts have patterns loads the engine.
  expect(loadedOf(make)).not.toContain(engine)
  expect(kilobytes(bundle, [engine])).toBeLessThan(withRoom(engineToday))
})

it('a page bundles no YAML, no faker, no @msw/data and no Node modules', async () => {
  const sources = page('createFake', './entries/index.ts', './entries/msw.ts')
  const { inputs } = await bundlePage('clean', sources)
  expect(inputs.length).toBeGreaterThan(100)
  expect(
    inputs.filter((path) => /node_modules\/(yaml|@faker-js|@msw|msw)\/|^node:/.test(path)),
  ).toEqual([])
})
