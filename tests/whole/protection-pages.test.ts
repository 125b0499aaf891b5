import { describe, expect, it } from 'vitest'
import { moved, opened, serving, token } from '../support/raw-caller.ts'

describe('a web page in a browser on the same machine', () => {
  it.each([
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://localhost:3000' },
    { origin: 'http://127.0.0.1' },
    { 'sec-fetch-site': 'cross-site' },
  ])(
    'a web page on the same machine cannot use the control API from another origin: %j',
    async (headers) => {
      await using served = await serving()
      expect(await served.move(headers)).toEqual([403, 0])
      const { status, headers: answered } = await served.call('GET /__control/clock', headers)
      expect([status, answered['access-control-allow-origin']]).toEqual([403, undefined])
    },
  )

  it('a web page on the same machine can use the control API of its own server', async () => {
    await using served = await serving()
    expect(await served.move({ origin: served.url, 'sec-fetch-site': 'same-origin' })).toEqual(
      moved,
    )
    const publicUrl = 'https://demo.example.com'
    await using proxied = await serving({ control: { token, publicUrl } })
    expect(await proxied.move({ ...opened, origin: publicUrl })).toEqual(moved)
  })

  it.each([
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])(
    'a web page on the same machine cannot send a body to the control API as "%s"',
    async (contentType) => {
      await using served = await serving()
      expect(await served.move({ 'content-type': contentType })).toEqual([415, 0])
    },
  )

  it('a web page on the same machine may omit the content type only if it sends no body', async () => {
    await using served = await serving()
    const untyped = await served.call('POST /__control/clock', {}, '{"advance":"1h"}')
    expect(untyped.status).toBe(415)
    expect((await served.call('POST /__control/clock', {}, '')).status).toBe(422)
  })

  it('a web page on the same machine gets no response to a CORS preflight', async () => {
    await using served = await serving()
    const { status, headers } = await served.call('OPTIONS /__control/clock', {
      origin: 'https://evil.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    })
    expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined])
    expect(headers).not.toHaveProperty('access-control-allow-headers')
  })

  it('a web page on the same machine can use the control API if its origin is allowed, and reads responses and errors', async () => {
    const origin = 'http://localhost:3000'
    await using served = await serving({ control: { token, origins: [`${origin}/`] } })
    const asked = { 'access-control-request-headers': 'authorization,content-type' }
    const preflight = await served.call('OPTIONS /__control/clock', { origin, ...asked })
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization,content-type',
    })
    const page = { origin, 'sec-fetch-site': 'cross-site' }
    expect(await served.move({ ...page, ...opened })).toEqual(moved)
    const refused = await served.call('GET /__control/clock', page)
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, origin])
    expect(await served.move({ ...opened, origin: 'http://localhost:3001' })).toEqual([403, 0])
  })
})
