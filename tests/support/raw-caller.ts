import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import type { FakeOptions } from '../../mocks/fake-options.ts'
import { demo } from './transports.ts'

const secret = 'a secret of our own'
/** A token of the control API, and the header that carries it. */
export const token = 'a-token-of-32-characters-or-so..'
export const opened = { authorization: `Bearer ${token}` }
export const typed = { 'content-type': 'application/json' }

/** A fake that listens, and raw requests that browsers and `fetch` do not allow. */
export async function serving(options: Partial<FakeOptions> = {}, host = '127.0.0.1') {
  const fake = createFake({ fixture: demo, secret, ...options })
  fake.world().clock.freeze()
  const { url, close } = await listen(fake, { host })
  const port = Number(new URL(url).port)

  async function call(operation: string, headers: OutgoingHttpHeaders = {}, body?: string) {
    const [method, path] = operation.split(' ')
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const answer = response.statusCode === 204 ? {} : await json(response)
    return { status: response.statusCode, headers: response.headers, answer }
  }

  /** Tries to advance the clock by an hour; returns the status and whether the clock has changed. */
  async function move(headers: OutgoingHttpHeaders = {}, path = '/__control/clock') {
    const before = fake.world().clock.now()
    const { status } = await call(`POST ${path}`, { ...typed, ...headers }, '{"advance":"1h"}')
    return [status, fake.world().clock.now() - before]
  }
  const key = fake.world().keyring.valueOf(demo.showcase.keys['full'] ?? '')
  const platform = { authorization: `Bearer ${key}` }
  return { fake, url, port, call, move, platform, [Symbol.asyncDispose]: close }
}

/** The result of `move` if the clock was advanced. */
export const moved = [200, 3_600_000]
