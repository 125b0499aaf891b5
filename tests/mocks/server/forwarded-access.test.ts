import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { haproxy } from '../../support/haproxy.ts'
import { replicaStarter } from '../../support/replicas.ts'
import { type Ready, start } from '../../support/start-serve.ts'

async function serve(...flags: string[]) {
  const server = await start('--json', ...flags)
  onTestFinished(async () => void (await server.stop()))
  const ready = JSON.parse(server.output) as Ready & { readonly listening?: string }
  const url = ready.listening ?? ready.url
  return async (headers: Record<string, string>) =>
    (await fetch(`${url}/__control/clock`, { headers })).status
}

/** The status of a request with these headers; `fetch` would not send another `Host`. */
async function statusAt(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const asked = get(`${url}/__control/clock`, { headers })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

describe('the control API behind a proxy on the same machine', () => {
  it('the control API needs a token for a request that a proxy forwards from another machine', async () => {
    const status = await serve()
    for (const name of ['x-forwarded-for', 'x-real-ip']) {
      expect(await status({ [name]: '203.0.113.9' })).toBe(403)
      expect(await status({ [name]: '2001:db8::1' })).toBe(403)
      expect(await status({ [name]: 'unknown' })).toBe(403)
    }
    expect(await status({ forwarded: 'for=203.0.113.9;proto=https' })).toBe(403)
    expect(await status({ forwarded: 'for=127.0.0.1, for="[2001:db8::1]:5000"' })).toBe(403)
  })

  it('a forged forwarded address does not make a sender local if the proxy adds the real address', async () => {
    const status = await serve()
    for (const claim of ['127.0.0.1', '::1', 'localhost'])
      expect(await status({ 'x-forwarded-for': `${claim}, 203.0.113.9` })).toBe(403)
  })

  it('the control API behind a proxy accepts a request from this machine', async () => {
    const status = await serve()
    for (const address of ['127.0.0.1', '::1', '[::1]:5000', '127.0.0.1:5000', '::ffff:127.0.0.1'])
      expect([address, await status({ 'x-forwarded-for': address })]).toEqual([address, 200])
    expect(await status({ forwarded: 'for="[::1]:80";proto=http, for=127.0.0.1' })).toBe(200)
  })

  it('forged forwarded headers do not open the control API of a public server, and do not replace its token', async () => {
    const forged = {
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'localhost',
      forwarded: 'for=127.0.0.1;host=localhost',
      'x-real-ip': '127.0.0.1',
    }
    const proxied = await serve('--public-url', 'https://demo.example.com')
    expect(await proxied(forged)).toBe(403)
    const guarded = await serve('--control-token', 'a-token')
    expect(await guarded(forged)).toBe(401)
    expect(await guarded({ ...forged, authorization: 'Bearer a-token' })).toBe(200)
  })
})

describe.skipIf(haproxy === undefined)('the control API behind HAProxy', () => {
  const { startReplica, balance } = replicaStarter()

  it('behind HAProxy, the control API refuses foreign hosts, foreign pages and other machines as without HAProxy', async () => {
    const replica = await startReplica('a')
    const { url } = await balance([replica, { ...replica, name: 'b' }, { ...replica, name: 'c' }])
    const status = (headers: Record<string, string>) => statusAt(url, headers)
    expect(await status({})).toBe(200)
    expect(await status({ host: 'evil.test' })).toBe(403)
    expect(await status({ origin: 'http://evil.test' })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    // HAProxy adds the address that it sees.
    expect(await status({ 'x-forwarded-for': '203.0.113.9' })).toBe(403)
  })
})
