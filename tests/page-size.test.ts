import { expect, it } from 'vitest'
import type { Core } from '../mocks/core.ts'
import { bundlePage, kilobytes, loadedOf } from './page-size.ts'
import { demo } from './transports.ts'

const page = (make: string, entry: string) => `
  import { ${make} } from './entries/${entry}.ts'
  export { handlers } from './entries/msw.ts'
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

// Budgets in KB of gzip: `atOnce` on load, `first` after the first calls, `all` in total, without the
// pattern engine, which only scripts of an app use. A page with everything that a first list needs
// takes at most 100 KB.
it.each([
  { make: 'createCore', entry: 'core', atOnce: 85, first: 90, all: 200 },
  { make: 'createFake', entry: 'index', atOnce: 105, first: 112, all: 200 },
])(
  'a page with $make stays within its budget and loads parts on first use',
  async ({ make, entry, atOnce, first, all }) => {
    const bundle = await bundlePage(make, page(make, entry))
    expect(kilobytes(bundle, bundle.atOnce)).toBeLessThan(atOnce)
    const [engine, ...others] = [...bundle.chunks.keys()].toSorted(
      (a, b) => Number(isEngine(b)) - Number(isEngine(a)),
    )
    expect(kilobytes(bundle, others)).toBeLessThan(all)
    expect(kilobytes(bundle, [engine ?? ''])).toBeLessThan(48)
    expect(bundle.atOnce).not.toContain(engine)

    const { play } = (await import(/* @vite-ignore */ bundle.url)) as {
      play(fixture: unknown): Pick<Core, 'fetch'>
    }
    expect(loadedOf(make)).toEqual(bundle.atOnce)
    await firstCalls(play(demo))
    expect(loadedOf(make).size).toBeGreaterThan(bundle.atOnce.size)
    expect(kilobytes(bundle, loadedOf(make))).toBeLessThan(first)
  },
)

it('a page bundles no YAML, no faker, no @msw/data and no Node modules', async () => {
  const { inputs } = await bundlePage('clean', page('createFake', 'index'))
  expect(inputs.length).toBeGreaterThan(100)
  expect(
    inputs.filter((path) => /node_modules\/(yaml|@faker-js|@msw|msw)\/|^node:/.test(path)),
  ).toEqual([])
})
