import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { SweepClient } from '../../mocks/sweep/run-turn.ts'
import { SweepError } from '../../mocks/sweep/sweep-error.ts'
import { sweep } from '../../mocks/sweep/sweep.ts'
import { startProxy } from '../../traffic/proxy/proxy.ts'
import { resumingClient } from '../support/resuming-client.ts'
import { shipped } from '../support/shipped-turns.ts'
import { shortStory } from '../support/short-story.ts'
import { isProving } from '../support/proving.ts'

/** Every position, or a random sample. */
const sample = isProving ? {} : { sample: 25 }

/** Answers a Node request with `fetch`. A broken body breaks the connection. */
async function answer(
  send: typeof fetch,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = method === 'GET' ? null : Buffer.concat(chunks)
  const response = await send(`http://localhost${url}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
    body,
  })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.flushHeaders()
  const reader = response.body?.getReader()
  outgoing.on('close', () => void reader?.cancel().catch(() => undefined))
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      const { value } = read
      await new Promise<void>((resolve) => outgoing.write(value, () => resolve()))
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

/** Runs a client over HTTP through a proxy, in front of the fake whose turns are cut. */
const throughProxy =
  (client: SweepClient, seen: { exchanges: number }): SweepClient =>
  async (turn) => {
    const { url, close } = await serve((...exchange) => void answer(turn.fetch, ...exchange))
    const proxy = await startProxy({ to: url, onExchange: () => void seen.exchanges++ })
    try {
      return await client({ ...turn, fetch, baseUrl: proxy.url })
    } finally {
      await proxy.close()
      close()
    }
  }

async function serve(handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

it('a client whose streams are cut by a proxy receives the whole turn', async () => {
  const seen = { exchanges: 0 }
  const { cuts } = await sweep({
    fake: { ...shipped, scenarios: [shortStory] },
    question: { q: 'Tell me' },
    client: throughProxy(resumingClient(), seen),
    ...sample,
  })
  expect(cuts).toBeGreaterThanOrEqual(25)
  // A turn that is cut before its last event is resumed.
  await expect.poll(() => seen.exchanges).toBeGreaterThan(1.5 * cuts)
}, 300_000)

it('a sweep through a proxy finds a client that loses an event at a cut', async () => {
  const client = throughProxy(resumingClient({ shift: 1 }), { exchanges: 0 })
  const fake = { ...shipped, scenarios: [shortStory] }
  const swept = sweep({ fake, question: { q: 'Tell me' }, client, sample: 10 })
  await expect(swept).rejects.toThrow(SweepError)
})
