import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abortableFetch } from '../../contract/abortable-fetch.ts'
import { followRedirects, toResponse } from '../../mocks/fetch.ts'
import { connectWorld } from '../../testing/fake-world.ts'

setFlagsFromString('--expose-gc')
const runCollector = runInNewContext('gc') as () => void

/** Collects objects that nothing refers to, also those that others only free in a later round. */
async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    runCollector()
    await setImmediate()
  }
}

const server = createServer((_, response) => response.write('first'))
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('an aborted request ends its response, although its `Request` could have been garbage-collected', async () => {
  const leaving = new AbortController()
  const open = () => abortableFetch(new Request(url, { signal: leaving.signal }))
  const reader = (await open()).body?.getReader()
  await reader?.read()
  await collectGarbage()
  leaving.abort()
  await expect(reader?.read()).rejects.toThrow('abort')
})

it('a request that is aborted before its response arrives is refused after a garbage collection', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const leaving = new AbortController()
  const open = () =>
    abortableFetch(new Request(`http://127.0.0.1:${port}/`, { signal: leaving.signal }))
  const refused = open().catch((error: unknown) => error)
  await collectGarbage()
  leaving.abort()
  expect(String(await refused)).toContain('abort')
  silent.closeAllConnections()
  silent.close()
})

/** Answers with a stream that sends one piece, and then nothing. */
async function answer(request: Request): Promise<Response> {
  const pieces = [Promise.resolve('first'), new Promise<never>(() => {})]
  const pull = async () => new TextEncoder().encode(await pieces.shift())
  return toResponse({ status: 200, headers: {}, body: { pull, cancel() {} } }, request)
}

async function redirect(request: Request): Promise<Response> {
  return request.url.endsWith('/old')
    ? new Response(null, { status: 307, headers: { location: '/new' } })
    : answer(request)
}

describe('a copy of a request', () => {
  const connection = { url: 'http://fake.test', fetch: answer }
  const ways: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    'in a world of a fake': (request) => connectWorld(connection, 'default').fetch(request),
    'after a redirect': (request) => followRedirects(request, redirect),
  }

  it.each(Object.entries(ways))(
    'an aborted request ends the response to its copy %s, although it could have been garbage-collected',
    async (_, send) => {
      const leaving = new AbortController()
      const open = () => send(new Request('http://fake.test/old', { signal: leaving.signal }))
      const reader = (await open()).body?.getReader()
      await reader?.read()
      await collectGarbage()
      leaving.abort()
      await expect(reader?.read()).rejects.toThrow('abort')
    },
  )
})
