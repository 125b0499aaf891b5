import { expect, test } from 'vitest'
import {
  openRewritingProxy,
  otherKeyPrefix,
  rewriteJson,
  rewritingFetch,
} from '../support/rewriting-proxy.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const login = (fetch: (request: Request) => Promise<Response>, baseUrl: string) =>
  fetch(
    new Request(`${baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: target.email, password: target.password }),
    }),
  )

test('a rewritten response keeps its status and headers', async () => {
  const { fake } = virtualFake()
  const fetch = rewritingFetch((request) => fake.fetch(request), {
    response: (answer, { path }) =>
      path === '/api/auth/login' ? rewriteJson(answer, () => ({ data: 1 })) : undefined,
  })
  const response = await login(fetch, target.baseUrl)
  expect([response.status, await response.json()]).toEqual([200, { data: 1 }])
  expect(response.headers.get('content-type')).toContain('application/json')
})

test('a proxy on a port rewrites the events of a stream', async () => {
  const { fake } = virtualFake()
  const { url, close } = await listen(fake)
  const proxy = await openRewritingProxy(url, {
    event: (lines) =>
      /^event: step$/m.test(lines) ? '' : lines.replace('event: answer', 'event: reply'),
  })
  const { access_token: token } = (await (await login(fetch, proxy.url)).json()) as {
    access_token: string
  }
  const response = await fetch(`${proxy.url}/api/react`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ q: 'What can you help me with?' }),
  })
  const text = await response.text()
  await proxy.close()
  await close()
  expect(text).toContain('event: reply')
  expect(text).toContain('event: end')
  expect(text).not.toMatch(/event: (answer|step)$/m)
})

test('a key with another prefix authenticates behind a proxy that rewrites the prefix', async () => {
  const { fake } = virtualFake()
  const fetch = rewritingFetch((request) => fake.fetch(request), otherKeyPrefix('fim_'))
  const { access_token: token } = (await (await login(fetch, target.baseUrl)).json()) as {
    access_token: string
  }
  const keys = (credential: string, body?: object) =>
    fetch(
      new Request(`${target.baseUrl}/api/me/api-keys`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
        body: body ? JSON.stringify(body) : null,
      }),
    )
  const created = await (await keys(token, { name: 'one' })).text()
  const [key = ''] = /fim_[\w-]{20,}/.exec(created) ?? []
  expect(created).not.toContain('svc_')
  expect([(await keys(key)).status, (await keys(key.replace('fim_', 'svc_'))).status]).toEqual([
    200, 401,
  ])
})
