import { bundlePage, kilobytes, loadedOf } from '../../../tests/support/page-size.ts'
import { demoFixture } from '../in-process.ts'
import type { Measure } from '../measure.ts'

const source = `
  import { createFake } from 'agent-understudy'
  export { handlers } from 'agent-understudy/msw'
  export const createPage = (fixture) => createFake({ fixture })
`

type Page = { createPage(fixture: object): { fetch(request: Request): Promise<Response> } }

/** Measures the JavaScript that a browser loads until an app with Understudy has its first list. */
export const page: Measure = async () => {
  const bundle = await bundlePage('bench', source)
  const { createPage } = (await import(bundle.url)) as Page
  const atStart = kilobytes(bundle, bundle.atOnce)
  const fake = createPage(demoFixture)
  const { email, password } = { email: 'demo@example.com', password: 'demo-password' }
  const login = new Request('http://platform.test/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token } = (await (await fake.fetch(login)).json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const list = await fake.fetch(new Request('http://platform.test/api/conversations', { headers }))
  if (list.status !== 200) throw new Error(`The list failed: ${list.status} ${await list.text()}`)
  const loadedSize = kilobytes(bundle, loadedOf('bench'))
  const all = kilobytes(bundle, bundle.chunks.keys())
  return [
    {
      title: 'Page',
      about:
        'KB of gzipped JavaScript of a page with `createFake` and `handlers`, without MSW itself.',
      columns: ['', 'at start', 'after sign-in and a list', 'all'],
      rows: [['understudy', ...[atStart, loadedSize, all].map((size) => size.toFixed(1))]],
      bounds: [
        {
          text: 'KB after sign-in and a list',
          value: loadedSize,
          limit: { atMost: 350 },
        },
      ],
    },
  ]
}
