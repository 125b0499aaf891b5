import { onTestFinished } from 'vitest'
import { listen } from '../../mocks/adapters/node.ts'
import { createTurnFake } from '../../mocks/turn-fake.ts'
import { createTestFake, type TestFakeOptions } from '../../testing/test-fake.ts'
import { createFakeTurns, type FakeTurnsOptions } from '../../traffic/fake-turns/fake-turns.ts'
import type { ProxyOptions } from '../../traffic/proxy/proxy.ts'
import { proxyTo } from '../support/raw-upstream.ts'
import { type Reader, readerOf } from '../support/stream-reader.ts'

/** Serves a deployment until the test ends. */
export async function staging(options: TestFakeOptions = {}) {
  const fake = createTestFake({ seed: 'staging', ...options })
  const { url, close } = await listen(fake)
  onTestFinished(async () => {
    await close()
    fake.close()
  })
  const called = () =>
    fake
      .control()
      .journal.list()
      .map(({ method, path }) => `${method} ${path}`)
  return { url, control: fake.control(), called }
}

type Setup = {
  readonly profile?: string | object
  /** The profile of the fake. Default: the profile of the deployment. */
  readonly played?: string | object
  readonly speed?: 'max' | number
  readonly options?: FakeTurnsOptions
  readonly proxy?: Partial<ProxyOptions>
}

/** A proxy that plays turns with a fake, in front of a deployment. */
export async function fakedStaging({ profile = 'documented', ...setup }: Setup = {}) {
  const deployment = await staging({ profile })
  const fake = createTestFake({
    fixture: 'empty',
    seed: 'proxy',
    profile: setup.played ?? profile,
    speed: setup.speed ?? 'max',
  })
  onTestFinished(() => fake.close())
  const substitute = createFakeTurns(createTurnFake(fake), setup.options)
  const proxy = await proxyTo(deployment.url, { substitute, ...setup.proxy })
  const visit = async (who = 'demo') => visitorOf(proxy.url, deployment.url, who)
  return { deployment, fake, proxy, visit }
}

type Body = Readonly<Record<string, unknown>>

/** Signs a user in through a proxy. */
export async function visitorOf(proxy: string, target: string, who: string) {
  const login = await fetch(`${proxy}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${who}@example.com`, password: `${who}-password` }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  return callerWith(proxy, target, token)
}

/** Calls through the proxy, or directly, with one token. */
export function callerWith(proxy: string, target: string, token: string) {
  const send = (base: string, operation: string, body?: Body, init: RequestInit = {}) => {
    const [method = 'GET', path = ''] = operation.split(' ')
    return fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...init,
    })
  }
  const jsonOf = async (response: Promise<Response>): Promise<{ status: number; json: Body }> => {
    const { status, text } = await response.then(async (one) => ({
      status: one.status,
      text: await one.text(),
    }))
    return { status, json: JSON.parse(text) as Body }
  }
  const newConversation = async (fields: Body = {}) => {
    const { json } = await jsonOf(send(proxy, 'POST /api/conversations', fields))
    return (json['data'] as { id: string }).id
  }
  return {
    token,
    send: (operation: string, body?: Body, init?: RequestInit) =>
      send(proxy, operation, body, init),
    call: (operation: string, body?: Body) => jsonOf(send(proxy, operation, body)),
    callTarget: (operation: string, body?: Body) => jsonOf(send(target, operation, body)),
    newConversation,
    /** Reads a stream. Some deployments only read the credential in the body. */
    async stream(operation: string, body: Body): Promise<Reader> {
      const leaving = new AbortController()
      const { signal } = leaving
      return readerOf(await send(proxy, operation, { token, ...body }, { signal }), leaving)
    },
  }
}
