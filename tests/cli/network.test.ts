import { once } from 'node:events'
import { Agent, createServer, request as ask } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conform } from '../../cli/conform.ts'
import { configureNetwork } from '../../cli/conform/target-run.ts'
import { createFake } from '../../mocks/fake.ts'
import { type Listening, listen } from '../../mocks/adapters/node.ts'
import { shippedFixture } from '../support/virtual-fake.ts'
import { isProving } from '../support/proving.ts'
import { privateCertificate } from '../support/private-ca.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { file } = temporaryFolder()
const user = ['--email', 'demo@example.com', '--password', 'demo-password']
const some = ['--plan', 'smoke', '--only', 'lists.*', '--only', 'login.*']

let platform: Listening
beforeAll(async () => {
  const fake = createFake({ fixture: await shippedFixture('demo'), speed: Infinity })
  platform = await listen(fake)
})
afterAll(() => platform.close())

async function run(...args: readonly string[]) {
  let output = ''
  const io = {
    stdout: { write: (text: string) => void (output += text) },
    stderr: { write: () => 0 },
  }
  return { code: await conform([...user, ...some, ...args], io), output }
}

const trusted = () => getCACertificates('default').toSorted()

async function opened(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Forwards a request to the platform. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, path: string) {
  const { method, headers } = incoming
  const onwards = ask(`${platform.url}${path}`, { method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
    answer.pipe(outgoing)
  })
  incoming.pipe(onwards)
}

// A separate agent: the global one uses the proxy of a run.
const agent = new Agent()

const { key, cert } = privateCertificate()
const front = createSecureServer({ key, cert }, (incoming, outgoing) =>
  forward(incoming, outgoing, incoming.url ?? ''),
)

const asked: { readonly to: string | undefined; readonly by: string | undefined }[] = []
const proxy = createServer().on('connect', ({ url = '', headers }, socket) => {
  asked.push({ to: url, by: headers['proxy-authorization'] })
  // A name that only the proxy can resolve.
  const isNamed = url.startsWith('platform.invalid:')
  const { port } = new URL(isNamed ? platform.url : `tcp://${url}`)
  const onwards = connect(Number(port), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    onwards.pipe(socket).pipe(onwards)
  })
  socket.on('error', () => onwards.destroy())
  onwards.on('error', () => socket.destroy())
})

let secure: string
let port: number
beforeAll(async () => {
  secure = `https://127.0.0.1:${await opened(front)}`
  port = await opened(proxy)
})
afterAll(() => void front.close())
afterAll(() => void proxy.close())

describe('a deployment with a certificate of a private CA', () => {
  it('a deployment with a certificate of a private CA is checked with --ca, and is unreachable without this flag', async () => {
    const ca = await file('ca.pem', `A comment.\n${cert}`)
    expect(await run('--base-url', secure)).toMatchObject({
      code: 4,
      output: expect.stringMatching(
        /self-signed certificate \(\w+\); trust its issuer with --ca FILE/,
      ),
    })
    expect(await run('--base-url', secure, '--ca', ca)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Green.'),
    })
  })

  it('a private CA that --ca names is trusted only while the command runs', async () => {
    const before = trusted()
    configureNetwork({ ca: await file('ca.pem', cert) }, secure, {})()
    expect(trusted()).toEqual(before)
  })

  it('a CA file without a certificate is refused', async () => {
    const none = await file('none.pem', 'nothing')
    const broken = await file('broken.pem', cert.replace(/\n[^-]+\n/, '\nTUlJ\n'))
    const opening = (ca: string) => () => configureNetwork({ ca }, secure, {})
    expect(opening(none)).toThrow(`--ca: ${none} contains no PEM certificate, which begins`)
    expect(opening(broken)).toThrow(`--ca: ${broken} contains an invalid certificate.`)
    expect(opening(join(none, 'x'))).toThrow(`--ca: ${join(none, 'x')} can't be read (ENOTDIR).`)
  })
})

describe('a deployment behind a proxy', () => {
  const target = 'http://platform.invalid'

  it('a deployment behind a proxy is reached with --proxy, and is unreachable without this flag', async () => {
    const way = ['--proxy', `http://qa:word@127.0.0.1:${port}`]
    expect(await run('--base-url', target, ...way)).toMatchObject({ code: 0 })
    expect(new Set(asked.map(({ to }) => to))).toEqual(new Set(['platform.invalid:80']))
    expect(asked[0]?.by).toBe(`Basic ${Buffer.from('qa:word').toString('base64')}`)
    const before = asked.length
    expect(await run('--base-url', target)).toMatchObject({ code: 4 })
    expect(asked.length).toBe(before)
  })

  it('a connection to an https deployment stays encrypted through the proxy', async () => {
    const way = ['--proxy', `http://127.0.0.1:${port}`, '--ca', await file('ca.pem', cert)]
    const before = asked.length
    expect(await run('--base-url', secure, ...way)).toMatchObject({ code: 0 })
    expect(asked[before]?.to).toBe(new URL(secure).host)
  })

  const through = async (url: string, variables: Record<string, string>) => {
    const before = asked.length
    const close = configureNetwork({}, url, variables)
    await fetch(`${url}/api/agents`).catch(() => undefined)
    close()
    return asked.length > before
  }

  it('the variables HTTP_PROXY and NO_PROXY, in upper or lower case, decide whether a proxy is used', async () => {
    const HTTP_PROXY = `http://127.0.0.1:${port}`
    expect(await through(target, { HTTP_PROXY })).toBe(true)
    expect(await through(target, { http_proxy: HTTP_PROXY })).toBe(true)
    expect(await through(target, { HTTP_PROXY, NO_PROXY: '.invalid' })).toBe(false)
    expect(await through(target, { HTTP_PROXY: '' })).toBe(false)
  })

  it('a target on this machine is reached without the proxy that the environment names', async () => {
    const HTTP_PROXY = `http://127.0.0.1:${port}`
    expect(await through(platform.url, { HTTP_PROXY })).toBe(false)
  })

  it('an invalid proxy address is refused without printing it', () => {
    expect(() => configureNetwork({ proxy: 'socks5://me:word@x' }, target, {})).toThrow(
      '--proxy takes an http or https address.',
    )
    expect(() => configureNetwork({}, target, { HTTPS_PROXY: 'nonsense' })).toThrow(
      'HTTP_PROXY and HTTPS_PROXY take an http or https address.',
    )
  })
})

describe('a deployment below a base path', () => {
  it('a deployment below a base path gets no request outside of that path', async () => {
    const outside: string[] = []
    const gateway = createServer((incoming, outgoing) => {
      const { url = '' } = incoming
      if (!url.startsWith('/platform/v2/')) outside.push(url)
      forward(incoming, outgoing, url.replace('/platform/v2', ''))
    })
    const url = `http://127.0.0.1:${await opened(gateway)}/platform/v2/`
    const plan = isProving ? 'turn' : 'smoke'
    const { code, output } = await run('--base-url', url, '--only', '*', '--plan', plan)
    gateway.close()
    expect(outside).toEqual([])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Green.') })
  })
})
