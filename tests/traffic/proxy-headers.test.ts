import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { rewriteKinds } from '../../traffic/proxy/rewrite-headers.ts'
import { privateCertificate } from '../support/private-ca.ts'
import { proxyBefore, proxyTo, upstreamOf } from '../support/raw-upstream.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Sends headers that `fetch` would not send. Returns the headers of the response. */
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Headers>((resolve, reject) => {
    const sent = request(url, { headers, method }, (response) => {
      response.resume()
      resolve(response.headers)
    })
    sent.on('error', reject)
    sent.end()
  })

/** A target that stores the received headers, and responds with the headers of `answer`. */
async function recorded(
  answer: (own: string) => Record<string, string | string[]>,
  options: object = {},
) {
  const received: Headers[] = []
  const proxy = await proxyBefore((incoming, outgoing) => {
    received.push(incoming.headers)
    outgoing.writeHead(200, answer(`http://${incoming.headers.host}`)).end()
  }, options)
  return { ...proxy, received }
}

test('the target receives its own host, and its own origin in place of the origin of the proxy', async () => {
  const { url, upstream, received } = await recorded(() => ({}))
  await ask(`${url}/api/agents`, { origin: url, referer: `${url}/chat?x=1` })
  expect(received[0]).toMatchObject({
    host: new URL(upstream).host,
    origin: upstream,
    referer: `${upstream}/chat?x=1`,
  })
})

test('a page of this machine gets CORS access if the target grants it to the rewritten origin', async () => {
  const { url, received } = await recorded(
    () => ({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-credentials': 'true',
      vary: 'Accept',
    }),
    { origin: 'https://app.example.com' },
  )
  const headers = await ask(`${url}/api/agents`, { origin: 'http://localhost:3000' }, 'OPTIONS')
  expect(received[0]?.['origin']).toBe('https://app.example.com')
  expect(headers).toMatchObject({
    'access-control-allow-origin': 'http://localhost:3000',
    'access-control-allow-credentials': 'true',
    vary: 'Accept, Origin',
  })
})

test('a page of another site gets no CORS access through the proxy', async () => {
  const { url, received } = await recorded(
    () => ({
      'access-control-allow-origin': 'https://app.example.com',
    }),
    { origin: 'https://app.example.com' },
  )
  const headers = await ask(`${url}/api/agents`, { origin: 'https://evil.example' })
  expect(received[0]?.['origin']).toBe('https://evil.example')
  expect(headers['access-control-allow-origin']).toBe('https://app.example.com')
})

test('redirects and cookies of the target are rewritten so that they work at the proxy', async () => {
  const { url } = await recorded((own) => ({
    location: `${own}/login?next=%2F`,
    'set-cookie': [
      'session=1; Domain=platform.example; Path=/; Secure; HttpOnly; SameSite=None',
      '__Host-id=2; Path=/; Secure',
    ],
  }))
  const headers = await ask(`${url}/`)
  expect(headers['location']).toBe(`${url}/login?next=%2F`)
  expect(headers['set-cookie']).toEqual([
    'session=1; Path=/; HttpOnly; SameSite=Lax',
    '__Host-id=2; Path=/; Secure',
  ])
})

test('a redirect of the target to another server passes the proxy unchanged', async () => {
  const { url } = await recorded(() => ({ location: 'https://login.example/authorize' }))
  expect((await ask(`${url}/`))['location']).toBe('https://login.example/authorize')
})

test('the proxy requests streams without compression, and other bodies as the client does', async () => {
  const { url, received } = await recorded(() => ({}))
  await ask(`${url}/api/react`, { 'accept-encoding': 'gzip' }, 'POST')
  await ask(`${url}/api/agents`, { 'accept-encoding': 'gzip' })
  expect(received.map((headers) => headers['accept-encoding'])).toEqual(['identity', 'gzip'])
})

test('each rewrite of headers by the proxy can be switched off', async () => {
  const { url, upstream, received } = await recorded(
    () => ({
      location: `${upstreamOfTest}/x`,
      'set-cookie': ['a=1; Secure'],
      'access-control-allow-origin': 'http://localhost:3000',
    }),
    { keep: rewriteKinds },
  )
  const upstreamOfTest = upstream
  const headers = await ask(
    `${url}/api/react`,
    { origin: 'http://localhost:3000', referer: `${url}/a`, 'accept-encoding': 'gzip' },
    'POST',
  )
  expect(received[0]).toMatchObject({
    host: new URL(url).host,
    origin: 'http://localhost:3000',
    referer: `${url}/a`,
    'accept-encoding': 'gzip',
  })
  expect(headers).toMatchObject({
    location: `${upstream}/x`,
    'set-cookie': ['a=1; Secure'],
    'access-control-allow-origin': 'http://localhost:3000',
  })
})

test('the table in the docs names every rewrite of headers by the proxy', () => {
  const page = readFileSync('docs/proxy.md', 'utf8')
  const named = [...page.matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name)
  expect(named).toEqual([...rewriteKinds])
})

test('a target with a private CA is reached with the certificate of the CA, and otherwise the error names --ca', async () => {
  const { key, cert } = privateCertificate()
  const secure = createTlsServer({ key, cert }, (_, outgoing) => outgoing.end('secret place'))
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    secure.closeAllConnections()
    secure.close()
  })
  const address = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`
  const trusting = await proxyTo(address, { ca: [cert] })
  expect(await (await fetch(trusting.url)).text()).toBe('secret place')
  const other = await proxyTo(address)
  const refused = await fetch(other.url)
  expect([refused.status, await refused.text()]).toEqual([
    502,
    expect.stringContaining('is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): name its CA with --ca.'),
  ])
})

test('a target is reached through the proxy of the environment, unless the environment excludes it', async () => {
  const tunnels: string[] = []
  const target = await upstreamOf((_, outgoing) => outgoing.end('reached'))
  const tunnel = createServer((incoming, outgoing) => {
    tunnels.push(incoming.url ?? '')
    outgoing.end('forwarded')
  })
  tunnel.on('connect', ({ url = '' }, socket) => {
    tunnels.push(url)
    const onward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
  })
  await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    tunnel.closeAllConnections()
    tunnel.close()
  })
  const http = `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}`
  const through = await proxyTo(target.url, { through: { http } })
  expect(await (await fetch(through.url)).text()).toBe('reached')
  expect(tunnels).toEqual([new URL(target.url).host])
  const direct = await proxyTo(target.url, { through: { http, except: '127.0.0.1' } })
  expect(await (await fetch(direct.url)).text()).toBe('reached')
  expect(tunnels).toHaveLength(1)
})

test('the base path of a target is removed from redirects, also without a scheme, and added to the referer', async () => {
  let referer: string | undefined
  let location = ''
  const { url: upstream } = await upstreamOf((incoming, outgoing) => {
    referer = incoming.headers.referer
    outgoing.writeHead(200, { location }).end()
  })
  const { url } = await proxyTo(`${upstream}/platform`)
  const rewritten = async (given: string) => {
    location = given
    return (await ask(`${url}/api/agents`, { referer: `${url}/chat?x=1` }))['location']
  }
  const { host } = new URL(upstream)
  expect(await rewritten(`//${host}/platform/login`)).toBe(`${url}/login`)
  expect(await rewritten(`${upstream}/platform?x=1`)).toBe(`${url}/?x=1`)
  expect(await rewritten('/platform?x=1')).toBe('/?x=1')
  expect(await rewritten('/platform#top')).toBe('/#top')
  expect(await rewritten('/platforms')).toBe('/platforms')
  expect(await rewritten(`//${host}0/platform`)).toBe(`//${host}0/platform`)
  expect(referer).toBe(`${upstream}/platform/chat?x=1`)
})

test('paths in redirects and cookies of a target lose its base path', async () => {
  const answers: Record<string, string | string[]>[] = [
    {
      location: '/platform/login',
      'set-cookie': ['sid=1; Path=/platform', 'x=2; Path=/platform/a'],
    },
    { location: '/elsewhere?next=/platform', 'set-cookie': 'sid=1; Path=/' },
    { location: '//cdn.example.com/platform' },
  ]
  const { url: upstream } = await upstreamOf((_, outgoing) =>
    outgoing.writeHead(200, answers.shift() ?? {}).end(),
  )
  const { url } = await proxyTo(`${upstream}/platform`)
  const first = await ask(`${url}/api/agents`)
  expect([first['location'], first['set-cookie']]).toEqual([
    '/login',
    ['sid=1; Path=/', 'x=2; Path=/a'],
  ])
  const second = await ask(`${url}/api/agents`)
  expect([second['location'], second['set-cookie']]).toEqual([
    '/elsewhere?next=/platform',
    ['sid=1; Path=/'],
  ])
  expect((await ask(`${url}/api/agents`))['location']).toBe('//cdn.example.com/platform')
})
