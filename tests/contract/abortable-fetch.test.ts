import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { abortableFetch } from '../../contract/abortable-fetch.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

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
  for (let round = 0; round < 20; round += 1) {
    collectGarbage()
    await setImmediate()
  }
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
  for (let round = 0; round < 20; round += 1) {
    collectGarbage()
    await setImmediate()
  }
  leaving.abort()
  expect(String(await refused)).toContain('abort')
  silent.closeAllConnections()
  silent.close()
})
