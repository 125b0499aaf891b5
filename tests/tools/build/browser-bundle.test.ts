import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** The code of a page without a server, which uses the fake, and scripts as plain data. */
const page = `
  import { createFake } from './entries/index.ts'
  import scenarios from './generated/scenarios.json'
  globalThis.play = (fixture) => createFake({ fixture, scenarios, speed: Infinity })
`

async function bundle() {
  const { metafile, outputFiles } = await build({
    stdin: { contents: page, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  return { inputs: Object.keys(metafile.inputs), text: outputFiles[0]?.text ?? '' }
}

it('the fake and its scripts bundle for browsers, without YAML, faker or Node modules', async () => {
  const { inputs, text } = await bundle()
  expect(inputs).toContain('mocks/fake.ts')
  expect(inputs).toContain('mocks/platform/chat/script-runner.ts')
  expect(
    inputs.filter((path) =>
      /node_modules\/(yaml|@faker-js|@msw\/data)\/|^(authoring|cli|fixtures)\//.test(path),
    ),
  ).toEqual([])
  expect(text).not.toMatch(/["']node:|\bprocess\.|\bBuffer\./)
})

it('a bundled fake plays a script', async () => {
  const { text } = await bundle()
  await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)
  const { demo } = await import('../../support/transports.ts')
  type Fetched = { fetch(request: Request): Promise<Response> }
  const { play } = globalThis as unknown as { play: (fixture: unknown) => Fetched }
  const fake = play(demo)
  const post = (path: string, body: object, headers = {}) =>
    fake.fetch(
      new Request(`http://platform.test${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  const login = { email: 'demo@example.com', password: 'demo-password' }
  const { access_token } = (await (await post('/api/auth/login', login)).json()) as {
    access_token: string
  }
  const turn = await post(
    '/api/react',
    { q: 'Where is my order?' },
    { authorization: `Bearer ${access_token}` },
  )
  expect(await turn.text()).toMatch(/event: done[\s\S]*event: end\n/)
})
