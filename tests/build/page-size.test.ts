import { expect, it } from 'vitest'
import type { Core } from '../../mocks/core.ts'
import { bundlePage, kilobytes, loadedOf } from '../support/page-size.ts'
import { demo } from '../support/transports.ts'

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

const isEngine = (chunk: string) => /^(pattern-engine|expressions|own-operations)-/.test(chunk)

/** The current sizes of pages, in KB of gzip. The test fails if one grows by more than a tenth. */
const today = [
  { make: 'createCore', entry: 'agent-understudy/core', onLoad: 62, firstCalls: 104, all: 234 },
  { make: 'createFake', entry: 'agent-understudy', onLoad: 114, firstCalls: 139, all: 235 },
]
const enginesToday = 60
const withRoom = (figure: number) => figure * 1.1

it.each(today)('a page with $make stays within its budget', async ({ make, entry, ...figures }) => {
  const bundle = await bundlePage(make, page(make, entry, 'agent-understudy/msw'))
  const chunks = [...bundle.chunks.keys()]
  const engines = chunks.filter(isEngine)
  const others = chunks.filter((chunk) => !isEngine(chunk))
  expect(engines).toHaveLength(3)
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
  // Only a page whose scripts have patterns, or whose profile has answers or operations, loads these.
  expect([...loadedOf(make)].filter(isEngine)).toEqual([])
  expect(kilobytes(bundle, engines)).toBeLessThan(withRoom(enginesToday))
})

it('a page bundles no YAML, no faker, no @msw/data and no Node modules', async () => {
  const sources = page('createFake', './entries/index.ts', './entries/msw.ts')
  const { inputs } = await bundlePage('clean', sources)
  expect(inputs.length).toBeGreaterThan(100)
  expect(
    inputs.filter((path) => /node_modules\/(yaml|@faker-js|@msw|msw)\/|^node:/.test(path)),
  ).toEqual([])
})

const hasExpressions = (name: string) =>
  [...loadedOf(name)].some((chunk) => chunk.startsWith('expressions-'))

it('a page loads the engine of expressions with the first call that needs an answer of a profile', async () => {
  const sources = `
    import { createFake, readProfile } from 'agent-understudy'
    export const play = (fixture, profile) =>
      createFake({ fixture, profile: readProfile(profile), speed: Infinity })
  `
  const bundle = await bundlePage('answers', sources)
  const { play } = (await import(/* @vite-ignore */ bundle.url)) as {
    play(fixture: unknown, profile: unknown): Pick<Core, 'fetch'>
  }
  const fake = play(demo, { answers: { 'GET /api/agents': { body: 'items[*].name' } } })
  await firstCalls(fake)
  expect(hasExpressions('answers')).toBe(false)
  const request = new Request('http://platform.test/api/agents')
  expect((await fake.fetch(request)).status).toBe(401)
  expect(hasExpressions('answers')).toBe(true)
})
