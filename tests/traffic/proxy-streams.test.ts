import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { RecordedExchange } from '../../contract/exchange.ts'
import { proxyBefore } from '../support/raw-upstream.ts'

const eventStream = { 'content-type': 'text/event-stream' }
const frame = (number: number) => `id: ${number}\nevent: step\ndata: {"cursor":${number}}\n\n`

/** A target whose streams the test writes. */
async function scripted(options: object = {}) {
  const responses: ServerResponse[] = []
  const waiting: ((response: ServerResponse) => void)[] = []
  const proxy = await proxyBefore((_, outgoing) => {
    outgoing.writeHead(200, eventStream)
    outgoing.flushHeaders()
    const waiter = waiting.shift()
    if (waiter === undefined) responses.push(outgoing)
    else waiter(outgoing)
  }, options)
  const next = () =>
    new Promise<ServerResponse>((resolve) => {
      const ready = responses.shift()
      if (ready === undefined) waiting.push(resolve)
      else resolve(ready)
    })
  return { ...proxy, next }
}

test('each frame passes the proxy when it is sent, and the headers pass before the first frame', async () => {
  const { url, next } = await scripted()
  const response = await fetch(`${url}/api/react`, { method: 'POST' })
  const stream = await next()
  const reader = response.body?.getReader()
  for (let number = 1; number <= 5; number++) {
    // The next frame is only written after this one has arrived.
    stream.write(frame(number))
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe(frame(number))
  }
  stream.end()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
})

test('a client that leaves a stream ends the request of the proxy to the target', async () => {
  const { url, next, openExchanges, journal } = await scripted()
  const leaving = new AbortController()
  const response = await fetch(`${url}/api/react`, { method: 'POST', signal: leaving.signal })
  const stream = await next()
  stream.write(frame(1))
  await response.body?.getReader().read()
  const closed = once(stream, 'close')
  leaving.abort()
  await closed
  expect(stream.writableFinished).toBe(false)
  await expect.poll(openExchanges).toBe(0)
  expect(journal.entries().map(({ deliveries }) => deliveries?.state)).toEqual(['left'])
})

test('a client that leaves before the response starts ends the request of the proxy to the target', async () => {
  let arrived: ((response: ServerResponse) => void) | undefined
  const arriving = new Promise<ServerResponse>((resolve) => (arrived = resolve))
  const { url, openExchanges } = await proxyBefore((_, outgoing) => arrived?.(outgoing))
  const leaving = new AbortController()
  const response = fetch(`${url}/api/react`, { method: 'POST', signal: leaving.signal })
  const outgoing = await arriving
  const closed = once(outgoing, 'close')
  leaving.abort()
  await expect(response).rejects.toThrow('aborted')
  await closed
  await expect.poll(openExchanges).toBe(0)
})

test('the option keepReading reads a stream to its end after its client has left', async () => {
  const passed: string[] = []
  const { url, next, openExchanges } = await scripted({
    keepReading: true,
    onExchange: ({ frames = [], ended }: RecordedExchange) =>
      passed.push(ended, ...frames.map(({ text }) => text)),
  })
  const leaving = new AbortController()
  const response = await fetch(`${url}/api/react`, { method: 'POST', signal: leaving.signal })
  const stream = await next()
  stream.write(frame(1))
  await response.body?.getReader().read()
  leaving.abort()
  stream.write(frame(2))
  stream.end(frame(3))
  await once(stream, 'close')
  expect(stream.writableFinished).toBe(true)
  await expect.poll(openExchanges).toBe(0)
  expect(passed).toEqual(['cut', frame(1), frame(2), frame(3)])
})

test('a stream that the target breaks also breaks at the client, after all sent data', async () => {
  const { url, next, journal } = await scripted()
  const sent = request(`${url}/api/react`, { method: 'POST' })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const stream = await next()
  const received: string[] = []
  response.on('data', (chunk: Buffer) => received.push(chunk.toString()))
  stream.write(frame(1))
  await expect.poll(() => received).toEqual([frame(1)])
  const errors: (string | undefined)[] = []
  for (const emitter of [sent, response])
    emitter.on('error', ({ code }: NodeJS.ErrnoException) => errors.push(code))
  stream.socket?.resetAndDestroy()
  await expect.poll(() => errors).toContain('ECONNRESET')
  await expect
    .poll(() => journal.entries().map(({ deliveries }) => deliveries?.state))
    .toEqual(['cut'])
})

test('a connection that the target breaks before it responds also breaks at the client', async () => {
  const { url, journal } = await proxyBefore((_, outgoing) => outgoing.socket?.resetAndDestroy())
  await expect(fetch(`${url}/api/agents`)).rejects.toThrow('fetch failed')
  expect(journal.entries().map(({ status, explanation }) => [status, explanation])).toEqual([
    [undefined, expect.stringContaining('closed the connection before it responded.')],
  ])
})

test('the proxy slows down a target to the speed of a client that does not read', async () => {
  const { url, next } = await scripted()
  const sent = request(`${url}/api/react`, { method: 'POST' })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.pause()
  const stream = await next()
  // The target stops when all buffers on the way are full, so no `drain` follows.
  const block = Buffer.alloc(1024 * 1024, 'x')
  let written = 0
  const isBlocked = () =>
    new Promise<boolean>((resolve) => {
      if (stream.write(block)) return resolve(false)
      const timer = setTimeout(() => resolve(true), 500)
      stream.once('drain', () => {
        clearTimeout(timer)
        resolve(false)
      })
    })
  while (!(await isBlocked())) {
    written++
    expect(written).toBeLessThan(64)
  }
  let received = 0
  response.on('data', (chunk: Buffer) => (received += chunk.length))
  response.resume()
  stream.end()
  await once(response, 'end')
  expect(received).toBe((written + 1) * block.length)
})
