import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listen, type Listening } from '../../../mocks/adapters/node.ts'
import { createFake } from '../../../mocks/fake.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { demo } from '../../support/transports.ts'

const answer = 'Grüße aus Köln – 東京 🎉'
const scenario: Scenario = {
  name: 'greeting',
  match: { endpoint: ['react'], query: ['greet'] },
  script: [{ answer }],
}

let server: Listening
afterEach(() => server.close())

/** Starts a fake; returns the text of a turn's request, and a function that sends it raw. */
async function begin(version: '1.0' | '1.1') {
  const fake = createFake({ fixture: demo, scenarios: [scenario], speed: Infinity })
  server = await listen(fake)
  const key = fake.world().keyring.valueOf(demo.showcase.keys['full'] ?? '')
  const body = JSON.stringify({ q: 'greet' })
  const request = (connection: 'close' | 'keep-alive') =>
    [
      `POST /api/react HTTP/${version}`,
      `host: 127.0.0.1`,
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      `connection: ${connection}`,
      '',
      body,
    ].join('\r\n')
  const send = async (text: string) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.write(text)
    await once(socket, 'close')
    return Buffer.concat(parts)
  }
  return { request, send }
}

/** Reads one response with chunks by the rules of HTTP/1.1. */
function readChunks(response: Buffer) {
  let at = response.indexOf('\r\n\r\n') + 4
  const chunks: Buffer[] = []
  for (;;) {
    const end = response.indexOf('\r\n', at)
    const length = Number.parseInt(response.toString('latin1', at, end), 16)
    const chunk = response.subarray(end + 2, end + 2 + length)
    expect(response.toString('latin1', end + 2 + length, end + 4 + length)).toBe('\r\n')
    at = end + 4 + length
    if (length === 0) return { chunks, rest: response.subarray(at) }
    chunks.push(chunk)
  }
}

describe('the chunks of a stream over HTTP', () => {
  it('the chunk lengths of an HTTP stream are in bytes, and the connection accepts a request after the stream', async () => {
    const { request, send } = await begin('1.1')
    const first = readChunks(await send(request('keep-alive') + request('close')))
    const second = readChunks(first.rest)
    for (const { chunks } of [first, second]) {
      const text = Buffer.concat(chunks).toString()
      expect(text).toContain('Köln')
      expect(text).toContain('🎉')
      expect(text).toMatch(/event: end\ndata: .*\n\n$/)
    }
    expect(second.rest.length).toBe(0)
  })

  it('the events of a stream that are due at the same time are sent as one chunk', async () => {
    const { request, send } = await begin('1.1')
    const { chunks } = readChunks(await send(request('close')))
    expect(chunks).toHaveLength(1)
  })

  it('a client of HTTP/1.0 gets a stream without chunks, which ends with the connection', async () => {
    const { request, send } = await begin('1.0')
    const response = (await send(request('close'))).toString()
    expect(response).not.toContain('transfer-encoding')
    const [, body = ''] = response.split(/\r\n\r\n(.*)/s)
    expect(body).toMatch(/^(id|event|data): /)
    expect(body).toMatch(/event: end\ndata: .*\n\n$/)
  })
})
