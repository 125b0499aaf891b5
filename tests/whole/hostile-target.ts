import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Attack } from './hostile-answers.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import { shippedFixture } from '../support/virtual-fake.ts'
import { recordsOf } from '../support/created-records.ts'

const fixture = await shippedFixture('demo')

/**
 * A correct platform, except for requests for which `attackOn` returns an attack. `sent` counts the
 * bytes of attacks before compression.
 */
export async function hostileTarget(attackOn: (asked: IncomingMessage) => Attack | undefined) {
  const fake = createFake({ fixture, speed: Number.POSITIVE_INFINITY })
  const before = recordsOf(fake)
  const { url: upstream, close: closeFake } = await listen(fake)
  const seen = { attacks: 0, sent: 0, requests: 0 }
  const server = createServer((asked, answer) => {
    seen.requests += 1
    const attack = attackOn(asked)
    if (attack === undefined) return forward(upstream, asked, answer)
    seen.attacks += 1
    asked.resume()
    attack(answer, (bytes) => void (seen.sent += bytes))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    left: () => [...recordsOf(fake)].filter(([id]) => !before.has(id)).map(([, title]) => title),
    async close() {
      server.closeAllConnections()
      server.close()
      await closeFake()
    },
  }
}

function forward(upstream: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = asked
  const outgoing = request(upstream + asked.url, { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(answer)
  })
  outgoing.on('error', () => answer.destroy())
  answer.on('close', () => outgoing.destroy())
  asked.pipe(outgoing)
}
