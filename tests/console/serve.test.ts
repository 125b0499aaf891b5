import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFake } from '../../mocks/fake.ts'
import { textsAtStart } from '../support/loaded-files.ts'
import { type Ready, start } from '../support/start-serve.ts'
import { demo } from '../support/transports.ts'

const server = { url: '', stop: async () => 0 }
beforeAll(async () => {
  const { output, stop } = await start('--json')
  Object.assign(server, { url: (JSON.parse(output) as Ready).url, stop })
})
afterAll(() => server.stop())

const ask = (path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { accept: 'text/html', ...headers } })

async function scriptPath(): Promise<string> {
  const [, path] =
    /<script [^>]*src="\.(\/console\/[^"]+)"/.exec(await (await ask('/')).text()) ?? []
  if (path === undefined) throw new Error('The page names no script.')
  return path
}

describe('the console of a server', () => {
  it('the console of a server is served at the root, and browsers revalidate it each time', async () => {
    const response = await ask('/')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const etag = response.headers.get('etag') ?? ''
    const again = await ask('/', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('a client that does not accept HTML gets five first calls to try, as plain text', async () => {
    const response = await fetch(server.url)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toContain(`API=${server.url}\n`)
    expect(text.match(/^### `(GET|POST) /gm)).toHaveLength(5)
    expect(text).not.toContain('4010')
  })

  it('the page of the console refers to its files by relative URLs, and browsers cache these files forever', async () => {
    const page = await (await ask('/')).text()
    const links = Array.from(page.matchAll(/(?:src|href)="([^"]+)"/g), ([, link]) => link)
    expect(links.length).toBeGreaterThanOrEqual(3)
    for (const link of links) {
      expect(link).toMatch(/^\.\/console\/[\w.-]+$/)
      const response = await ask(`/${link}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  it('the content security policy of the console allows only its own files, and the style of a report', async () => {
    const { headers } = await ask('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[\w+/]{43}=';/,
    )
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('the files of the console are compressed with gzip if the client accepts it', async () => {
    const path = await scriptPath()
    const plain = await ask(path, { headers: { 'accept-encoding': 'identity' } })
    const bytes = Buffer.from(await plain.arrayBuffer())
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(Number(plain.headers.get('content-length'))).toBe(bytes.length)
    const head = await ask(path, { method: 'HEAD', headers: { 'accept-encoding': 'br, gzip' } })
    expect(head.headers.get('content-encoding')).toBe('gzip')
    expect(Number(head.headers.get('content-length'))).toBeLessThan(bytes.length / 2)
    const packed = await ask(path, { headers: { 'accept-encoding': 'gzip' } })
    expect(Buffer.from(await packed.arrayBuffer())).toEqual(bytes)
    const refused = await ask(path, { headers: { 'accept-encoding': 'gzip;q=0, br' } })
    expect(refused.headers.get('content-encoding')).toBeNull()
  })

  it('the server of a console responds with 404 to all paths that are not files of the console', async () => {
    const notFound = await ask('/console/nothing.js')
    expect(notFound.status).toBe(404)
    expect(await notFound.json()).toMatchObject({ error: 'not_found' })
    expect((await ask('/console/..%2findex.html')).status).toBe(404)
    expect((await ask('/console')).status).toBe(404)
    expect((await ask('/', { method: 'POST' })).status).toBe(404)
  })

  it('a browser at the base URL of a world is redirected to its page in the console, and other clients get 404', async () => {
    const landing = async (path: string) => {
      const { status, headers } = await ask(path, { redirect: 'manual' })
      // A proxy may serve the console below a path such as `/agents`.
      const page = new URL(headers.get('location') ?? '', `http://proxy.test/agents${path}`)
      return [status, page.href, headers.get('vary')]
    }
    const red = [302, 'http://proxy.test/agents/#/?world=red', 'accept']
    expect(await landing('/w/red/')).toEqual(red)
    expect(await landing('/w/red')).toEqual(red)
    const [, encoded = ''] = await landing('/w/a%20+b/')
    expect(encoded).toContain('?world=a%20%2Bb')
    const headers = { accept: '*/*' }
    for (const path of ['/w/red/', '/w/red', '/w/red/api'])
      expect([path, (await ask(path, { headers })).status]).toEqual([path, 404])
    expect((await ask('/w/red/', { method: 'POST' })).status).toBe(404)
    expect((await ask('/w/red/api')).status).toBe(404)
  })

  it('the responses of the API are sandboxed if the server has a console, also below the path of the console', async () => {
    const paths = ['/api/version', '/api/agents', '/console/nothing.js', '/openapi.json']
    for (const path of [...paths, '/__control/choices', '/w/red/__control/clock']) {
      const { headers } = await ask(path)
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        "sandbox; default-src 'none'",
      ])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const fake = createFake({ fixture: demo })
    const inProcess = await fake.fetch(new Request('http://platform.test/api/version'))
    expect(inProcess.headers.get('content-security-policy')).toBeNull()
  })

  it('a fake in process has no console', async () => {
    const fake = createFake({ fixture: demo })
    expect((await fake.fetch(new Request('http://platform.test/'))).status).toBe(404)
  })

  it('the files of the console are not loaded when the server starts', async () => {
    const texts = await textsAtStart()
    expect(texts.filter((text) => text.includes('/__control'))).not.toEqual([])
    expect(texts.filter((text) => text.includes('frame-ancestors'))).toEqual([])
  })
})
