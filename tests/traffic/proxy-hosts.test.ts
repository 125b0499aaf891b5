import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { proxyBefore, proxyTo, upstreamOf } from '../support/raw-upstream.ts'

/** Sends a request with exactly these headers and this path. */
async function ask(url: string, path = '/api/agents', headers: readonly string[] = []) {
  const { host } = new URL(url)
  const named = headers.some((name) => name.toLowerCase() === 'host')
  const sent = request(url, {
    path,
    headers: [...(named ? [] : ['host', host]), ...headers],
    setHost: false,
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk)
  const { statusCode: status, statusMessage: reason, headers: received } = response
  return { status, reason, text, code: received['x-understudy-proxy'] }
}

/** A proxy in front of a target that responds with the path that it received. */
async function echoing(options: object = {}) {
  const explanations: string[] = []
  const proxy = await proxyBefore((incoming, outgoing) => outgoing.end(incoming.url), {
    ...options,
    onRefused: (explanation) => explanations.push(explanation),
  })
  return { ...proxy, explanations }
}

test('a page whose host name was made to resolve to this machine does not reach the deployment', async () => {
  const { url, explanations, journal } = await echoing()
  const headers = ['host', 'evil.example:4020', 'origin', 'http://evil.example:4020']
  const refused = await ask(url, '/api/agents', headers)
  expect([refused.status, refused.code]).toEqual([403, 'proxy_unknown_host'])
  expect(refused.text).toContain('does not know the host `evil.example`')
  expect(refused.text).toContain('`--allow-host NAME`')
  await ask(url, '/api/agents', headers)
  expect(explanations).toEqual([expect.stringContaining('`evil.example`')])
  expect(journal.entries()).toEqual([])
})

test.each([
  'localhost:4020',
  'LOCALHOST',
  '127.0.0.1',
  '[::1]:4020',
  '192.168.1.20:4020',
  'host.docker.internal:4020',
])('a proxy accepts requests for the host %s if host.docker.internal is allowed', async (host) => {
  const { url, explanations } = await echoing({ allowHosts: ['host.docker.internal'] })
  expect(await ask(url, '/api/agents', ['host', host])).toMatchObject({ status: 200 })
  expect(explanations).toEqual([])
})

test.each(['http://app.test', 'app.test:4020', '*', ''])(
  'a proxy refuses to allow the host %j, which is not a host name',
  async (name) => {
    await expect(proxyTo('http://127.0.0.1:9', { allowHosts: [name] })).rejects.toThrow(
      `without a scheme and a port, not \`${name}\`.`,
    )
  },
)

test('the proxy responds with 400 to a request with two Host headers', async () => {
  const { url } = await echoing()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.end('GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) answer += String(chunk)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('several `Host` headers')
})

test.each(['//[', '//[/__control', 'http://'])(
  'the control API refuses the address %s as a bad request or an unknown path',
  async (path) => {
    const { control } = await echoing()
    const { status } = await ask(control, path)
    expect([400, 404]).toContain(status)
  },
)

test.each([
  '/api/../admin',
  '/api/%2e%2E/admin',
  '/api/x/../../admin',
  '/api/..%2fadmin',
  '/api/..\\admin',
])('the path %s does not leave the prefix of its target', async (path) => {
  const { url: api } = await upstreamOf((incoming, outgoing) => outgoing.end(`api ${incoming.url}`))
  const { url } = await proxyTo([`/api=${api}`, `/other=${api}/base`])
  expect(await ask(url, path)).toMatchObject({ status: 400, code: 'proxy_bad_request' })
  expect(await ask(url, path.replace('/api', '/other'))).toMatchObject({ status: 400 })
})

test('a path with dots that stays below its target passes unchanged', async () => {
  const { url } = await echoing()
  for (const path of ['/api/../admin', '/api/a..b', '/api/%2e%2e'])
    expect(await ask(url, path)).toMatchObject({ status: 200, text: path })
})

/** A proxy in front of a server that sends these bytes. */
async function rawTarget(answer: string) {
  const server = createServer((socket) => socket.on('data', () => socket.end(answer, 'latin1')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return proxyTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

test('a target that changes the protocol gets 502 with an explanation at the client', async () => {
  const { url } = await rawTarget('HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  const { status, code, text } = await ask(url)
  expect([status, code]).toEqual([502, 'proxy_target_unavailable'])
  expect(text).toContain('switched protocols with status 101')
})

test.each(['caf\u00e9', 'a\u0001b', '\u00e4\u00b8\u00ad'])(
  'a response with the reason phrase %j reaches the client',
  async (reason) => {
    const { url } = await rawTarget(`HTTP/1.1 200 ${reason}\r\ncontent-length: 2\r\n\r\nok`)
    expect(await ask(url)).toMatchObject({ status: 200, text: 'ok' })
  },
)
