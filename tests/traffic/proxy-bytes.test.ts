import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { proxyBefore, proxyTo, upstreamOf } from '../support/raw-upstream.ts'

/** Sends a request with node:http, which shows trailers and raw headers. */
async function ask(url: string, options: object = {}, body = ''): Promise<IncomingMessage> {
  const sent = request(url, options)
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

test('a body of any bytes passes the proxy unchanged in both directions', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256)
  const { url } = await proxyBefore((incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/octet-stream' })
    incoming.pipe(outgoing)
  })
  const response = await fetch(`${url}/files`, { method: 'POST', body: bytes })
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
})

test('a compressed body passes the proxy compressed, with its length', async () => {
  const packed = gzipSync('a text '.repeat(1000))
  const { url } = await proxyBefore((_, outgoing) => {
    outgoing.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length })
    outgoing.end(packed)
  })
  const response = await ask(`${url}/api/agents`, { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers['content-length']).toBe(String(packed.length))
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks)).toEqual(packed)
})

test('the query and the escaped characters of a path arrive at the target as they were sent', async () => {
  const { url } = await proxyBefore((incoming, outgoing) => outgoing.end(incoming.url))
  const sent = '/api/a%2Fb/%E2%82%AC?q=1+2&q=%20&flag'
  expect(await text(await ask(url + sent))).toBe(sent)
})

test('headers pass the proxy in their order, with duplicates and the date of the target', async () => {
  const { url } = await proxyBefore((_, outgoing) => {
    outgoing.sendDate = false
    outgoing.writeHead(
      200,
      'Fine',
      [
        ['X-One', 'a'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['Date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
        ['X-Two', 'caf\u00e9'],
      ].flat(),
    )
    outgoing.end()
  })
  const response = await ask(`${url}/`)
  expect(response.statusMessage).toBe('Fine')
  expect(response.rawHeaders.slice(0, 10)).toEqual([
    'X-One',
    'a',
    'Set-Cookie',
    'a=1',
    'Set-Cookie',
    'b=2',
    'Date',
    'Thu, 01 Jan 2026 00:00:00 GMT',
    'X-Two',
    'caf\u00e9',
  ])
})

test('headers that concern a single connection do not pass the proxy', async () => {
  const { url } = await proxyBefore((incoming, outgoing) => {
    outgoing.setHeader('connection', 'x-private')
    outgoing.setHeader('x-private', 'hidden')
    outgoing.end(JSON.stringify(incoming.headers))
  })
  const response = await ask(`${url}/`, {
    headers: { connection: 'x-hop, close', 'x-hop': '1', te: 'trailers', 'x-kept': '2' },
  })
  const received = JSON.parse(await text(response)) as Record<string, string>
  expect(Object.keys(received)).not.toContain('x-hop')
  expect(Object.keys(received)).not.toContain('te')
  expect(received['x-kept']).toBe('2')
  expect(response.headers['x-private']).toBeUndefined()
})

test('trailers of a response pass the proxy', async () => {
  const { url } = await proxyBefore((_, outgoing) => {
    outgoing.writeHead(200, { trailer: 'x-checksum' })
    outgoing.write('data')
    outgoing.addTrailers({ 'x-checksum': 'abc' })
    outgoing.end()
  })
  const response = await ask(`${url}/`)
  expect(await text(response)).toBe('data')
  expect(response.trailers).toEqual({ 'x-checksum': 'abc' })
})

test.each([204, 304])('a response of status %i passes the proxy without body', async (status) => {
  const { url } = await proxyBefore((_, outgoing) => outgoing.writeHead(status).end())
  const response = await ask(`${url}/`)
  expect([response.statusCode, await text(response)]).toEqual([status, ''])
})

test('a HEAD request through the proxy gets the length of the body and no body', async () => {
  const { url } = await proxyBefore((_, outgoing) =>
    outgoing.writeHead(200, { 'content-length': 5000 }).end(),
  )
  const response = await ask(`${url}/`, { method: 'HEAD' })
  expect([response.headers['content-length'], await text(response)]).toEqual(['5000', ''])
})

test('early hints pass the proxy before the response', async () => {
  const { url } = await proxyBefore((_, outgoing) => {
    outgoing.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
    outgoing.end('page')
  })
  const sent = request(`${url}/`)
  const hints = once(sent, 'information')
  sent.end()
  const [{ statusCode, headers }] = (await hints) as [IncomingMessage]
  expect([statusCode, headers.link]).toEqual([103, '</style.css>; rel=preload; as=style'])
})

test('a request body that waits for 100 Continue arrives at the target', async () => {
  const { url } = await proxyBefore((incoming, outgoing) => incoming.pipe(outgoing))
  const sent = request(`${url}/`, { method: 'POST', headers: { expect: '100-continue' } })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.end('at last')
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(await text(response)).toBe('at last')
})

test('the proxy refuses an upgrade to a WebSocket with the reason', async () => {
  const { url } = await proxyBefore((_, outgoing) => outgoing.end('never'))
  const response = await ask(`${url}/ws`, {
    headers: { connection: 'Upgrade', upgrade: 'websocket' },
  })
  expect(response.statusCode).toBe(501)
  expect(await text(response)).toContain('not WebSockets')
})

test('the proxy responds with 502 and the reason if the target is down', async () => {
  const closed = await upstreamOf(() => undefined)
  await new Promise((resolve) => closed.server.close(resolve))
  const { url, journal } = await proxyTo(closed.url)
  const response = await fetch(`${url}/api/agents`, {
    headers: { origin: 'http://localhost:3000' },
  })
  expect(response.status).toBe(502)
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  expect(await response.json()).toEqual({
    success: false,
    error: 'proxy_target_unavailable',
    message: `The target ${closed.url} refused the connection: is it running?`,
  })
  expect(journal.entries().map(({ status, explanation }) => [status, explanation])).toEqual([
    [502, `The target ${closed.url} refused the connection: is it running?`],
  ])
})

test('the proxy responds with 502 if the target does not use HTTP', async () => {
  const raw = createServer((socket) => socket.end('hello\r\n'))
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
  const address = raw.address() as { readonly port: number }
  const { url } = await proxyTo(`http://127.0.0.1:${address.port}`)
  const response = await fetch(`${url}/`)
  raw.close()
  expect(response.status).toBe(502)
  expect(await response.text()).toContain('valid HTTP')
})

test('a response body that is shorter than its declared length also breaks off at the client', async () => {
  const { url } = await proxyBefore((_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': 1000 })
    outgoing.write('the beginning', () => outgoing.socket?.destroy())
  })
  const response = await fetch(`${url}/`)
  await expect(response.text()).rejects.toThrow('terminated')
})

test('the proxy refuses the absolute address of another server, because it is no forward proxy', async () => {
  const { url } = await proxyBefore((_, outgoing) => outgoing.end('never'))
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET http://example.com/ HTTP/1.1\r\nhost: example.com\r\nconnection: close\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
})

test('the proxy keeps running after requests with malformed paths', async () => {
  const { url } = await proxyBefore((_, outgoing) => outgoing.end('fine'))
  const { port } = new URL(url)
  const odd = ['*', '//', '/%', '/\u00ff', '/a|b', '/?#', '/..//', 'x', '/[::]:99999/']
  for (const path of odd) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`, 'latin1')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 (200|400|502) /)
  }
  expect(await (await fetch(url)).text()).toBe('fine')
})

test('requests reach one of several targets by their path prefix, and requests without a prefix get 404', async () => {
  const api = await upstreamOf((incoming, outgoing) => outgoing.end(`api ${incoming.url}`))
  const files = await upstreamOf((incoming, outgoing) => outgoing.end(`files ${incoming.url}`))
  const { url } = await proxyTo([`/api=${api.url}/base`, `/api/files=${files.url}`])
  const bodyOf = async (path: string) => (await fetch(url + path)).text()
  expect(await bodyOf('/api/agents?page=2')).toBe('api /base/api/agents?page=2')
  expect(await bodyOf('/api/files/1')).toBe('files /api/files/1')
  expect(await bodyOf('/apis')).toContain('The prefixes are: /api/files, /api.')
})
