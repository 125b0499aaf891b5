import { expect, onTestFinished, test, vi } from 'vitest'
import { startProxyWithConsole } from '../../traffic/proxy/proxy.ts'
import { proxyBefore } from '../support/raw-upstream.ts'

const json = { 'content-type': 'application/json' }

async function controlled() {
  const proxy = await proxyBefore((incoming, outgoing) => {
    outgoing.setHeader('content-type', 'application/json')
    incoming.resume()
    incoming.on('end', () => outgoing.end('{"key":"abc_secret_0123456789"}'))
  })
  const control = (path = '', init: RequestInit = {}) => fetch(proxy.control + path, init)
  return { ...proxy, call: control }
}

test('the control API of a proxy has a port of its own, so that the target can have any path', async () => {
  const { url, control, journal } = await controlled()
  expect(new URL(control).port).not.toBe(new URL(url).port)
  expect(await (await fetch(`${url}/__control/faults`)).text()).toContain('abc_secret')
  expect(journal.entries().map(({ path }) => path)).toEqual(['/__control/faults'])
})

test('operations of an API below a path prefix are in the journal of the proxy, and no fake responds to them', async () => {
  const asked: unknown[] = []
  const { url, journal } = await proxyBefore((_, outgoing) => outgoing.end('{}'), {
    substitute: {
      mayAnswer: ({ id, path }) => asked.push([id, path]) < 0,
      answer: () => Promise.resolve(undefined),
    },
  })
  await (await fetch(`${url}/platform/api/react`, { method: 'POST', body: '{}' })).text()
  expect(journal.entries().map(({ endpoint }) => endpoint)).toEqual(['chat.react'])
  expect(asked).toEqual([[undefined, '/platform/api/react']])
})

test('the journal of a proxy lists exchanges, and shows an exchange with masked secrets', async () => {
  const { url, call } = await controlled()
  await fetch(`${url}/api/me/api-keys?ticket=t0p-secret`, {
    method: 'POST',
    headers: { ...json, authorization: 'Bearer abc_0123456789abcdef' },
    body: '{"name":"a key","password":"hunter22"}',
  })
  const { calls, entries } = (await (await call('/journal?status=2xx')).json()) as {
    calls: number
    entries: { number: number; endpoint: string }[]
  }
  expect([calls, entries.map(({ number, endpoint }) => [number, endpoint])]).toEqual([
    1,
    [[1, 'keys.create']],
  ])
  const text = await (await call('/journal/1')).text()
  expect(text).toContain('a key')
  for (const secret of ['t0p-secret', 'hunter22', '0123456789abcdef', 'abc_secret_0123456789'])
    expect(text).not.toContain(secret)
  expect((await call('/journal/2')).status).toBe(404)
})

test('a client can follow the journal of a proxy', async () => {
  const { url, call } = await controlled()
  const stream = await call('/journal?follow')
  await fetch(`${url}/api/agents`)
  const reader = stream.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  expect(new TextDecoder().decode(value)).toMatch(/^id: 1\nevent: call\ndata: \{"number":1,/)
  await reader?.cancel()
})

test('faults of a proxy can be added, listed with their counts, and removed', async () => {
  const { url, call } = await controlled()
  const fault = { id: 'down', effect: { error: { code: 'service_unavailable' } } }
  const added = await call('/faults', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(fault),
  })
  expect([added.status, await added.json()]).toEqual([201, { ids: ['down'] }])
  expect((await fetch(`${url}/api/agents`)).status).toBe(503)
  expect(await (await call('/faults')).json()).toEqual({
    faults: [{ ...fault, met: 1, struck: 1 }],
  })
  expect((await call('/faults/down', { method: 'DELETE' })).status).toBe(204)
  expect((await fetch(`${url}/api/agents`)).status).toBe(200)
  const wrong = await call('/faults', { method: 'POST', headers: json, body: '{"efect":{}}' })
  expect(wrong.status).toBe(422)
})

test('the status of a proxy names its targets and its counts', async () => {
  const { url, call, upstream } = await controlled()
  await fetch(`${url}/api/agents`)
  expect(await (await call()).json()).toEqual({
    url,
    targets: [{ prefix: '/', url: `${upstream}/` }],
    calls: 1,
    open: 0,
    faults: 0,
    faults_refused: null,
    recording: null,
    checks: false,
    judged: 0,
    findings: 0,
  })
})

test('pages of other origins and foreign host names have no access to the control API of a proxy', async () => {
  const { control } = await controlled()
  const { request } = await import('node:http')
  // `fetch` of Node does not send these headers.
  const statusOf = (headers: Readonly<Record<string, string>>, method = 'GET') =>
    new Promise((resolve) => {
      request(`${control}/journal`, { headers, method }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).end()
    })
  const { origin, host } = new URL(control)
  expect(await statusOf({ origin: 'https://evil.example' })).toBe(403)
  expect(await statusOf({ origin: 'https://evil.example' }, 'OPTIONS')).toBe(403)
  expect(await statusOf({ host: 'evil.example' })).toBe(403)
  expect(await statusOf({ host: 'evil.example', origin: 'http://evil.example' })).toBe(403)
  expect(await statusOf({ host, 'sec-fetch-site': 'cross-site' })).toBe(403)
  // A page of another port of this machine.
  expect(await statusOf({ host, 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await statusOf({ host, origin, 'sec-fetch-site': 'same-origin' })).toBe(200)
})

test('the control API of a proxy keeps its responses out of caches, and no browser shows them as a page', async () => {
  const { call } = await controlled()
  for (const path of ['', '/journal', '/journal?follow', '/nothing']) {
    const { headers, body } = await call(path)
    await body?.cancel()
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-cache, no-store'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox;/)
  }
})

test('a proxy that is started in code has no console, and names the address of its control API', async () => {
  const { control } = await controlled()
  const response = await fetch(new URL('/', control), { headers: { accept: 'text/html' } })
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: 'This port only has the control API of the proxy: its paths begin with /__control.' },
  ])
  expect((await fetch(`${control}/recording`)).status).toBe(404)
})

/** A recording that is never read to its end. */
async function* endless() {
  yield '{}\n'
  await new Promise(() => undefined)
}

test('two clients can read a recording at the same time, and a third client when one of the two has left', async () => {
  const to = 'http://127.0.0.1:9'
  const recording = { file: 'folder/session.har', soFar: endless }
  const { control, close } = await startProxyWithConsole({ to }, { recording })
  onTestFinished(close)
  expect(await (await fetch(control)).json()).toMatchObject({ recording: 'session.har' })
  const read = () => fetch(`${control}/recording`)
  const readers = await Promise.all([read(), read()])
  const refused = await read()
  expect([refused.status, await refused.text()]).toEqual([
    503,
    '{"error":"2 clients read this recording: close one first."}',
  ])
  await readers[0]?.body?.cancel()
  await expect.poll(async () => (await read()).status).toBe(200)
})

test('a proxy stores each violation of a rule once, with its count', async () => {
  const { url, control } = await proxyBefore(
    (_, outgoing) => outgoing.writeHead(200, json).end('{"items":[]}'),
    {
      judge: ({ operation, text }) => [{ rule: 'bodies', message: `${operation}: ${text}` }],
    },
  )
  for (let call = 0; call < 3; call++) await (await fetch(`${url}/api/agents`)).text()
  await expect
    .poll(async () => (await fetch(`${control}/findings`)).json())
    .toEqual({
      judged: 3,
      findings: [
        {
          rule: 'bodies',
          message: 'agents.list: {"items":[]}',
          count: 3,
          first: 1,
          operation: 'agents.list',
        },
      ],
    })
})

test('a long recording is read without a warning of Node, such as one about too many listeners', async () => {
  const line = `${'x'.repeat(1024 * 1024)}\n`
  async function* soFar() {
    for (let number = 0; number < 20; number++) yield line
  }
  const warn = vi.spyOn(process, 'emitWarning')
  onTestFinished(() => warn.mockRestore())
  const recording = { file: 'session.har', soFar }
  const proxy = await startProxyWithConsole({ to: 'http://127.0.0.1:1' }, { recording })
  onTestFinished(() => proxy.close())
  const text = await (await fetch(`${proxy.control}/recording`)).text()
  expect(text).toHaveLength(20 * line.length)
  expect(warn).not.toHaveBeenCalled()
})
