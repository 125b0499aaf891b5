import { expect, it } from 'vitest'
import type { Core } from '../../../mocks/core.ts'
import { bundlePage, kilobytes, loadedOf } from '../../support/page-size.ts'
import { demo } from '../../support/transports.ts'

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

/** The most that a page with the fake and the handlers for MSW may load, in KB of gzip. */
const budget = 350

it('a page with createFake loads everything at once, within its budget', async () => {
  const bundle = await bundlePage(
    'createFake',
    page('createFake', 'agent-understudy', 'agent-understudy/msw'),
  )
  const { play } = (await import(/* @vite-ignore */ bundle.url)) as {
    play(fixture: unknown): Pick<Core, 'fetch'>
  }
  expect(kilobytes(bundle, bundle.atOnce)).toBeLessThan(budget)
  await firstCalls(play(demo))
  expect(loadedOf('createFake')).toEqual(bundle.atOnce)
})

it('a page bundles no YAML, no faker, no @msw/data and no Node modules', async () => {
  const sources = page('createFake', './entries/index.ts', './entries/msw.ts')
  const { inputs } = await bundlePage('clean', sources)
  expect(inputs.length).toBeGreaterThan(100)
  expect(
    inputs.filter((path) => /node_modules\/(yaml|@faker-js|@msw|msw)\/|^node:/.test(path)),
  ).toEqual([])
})
