import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { listen } from '../../../mocks/adapters/node.ts'
import { createFake } from '../../../mocks/fake.ts'
import { recordsOf } from '../created-records.ts'
import { shippedFixture } from '../virtual-fake.ts'
import type { AttackMeans, AttackOn } from './hostile-answers.ts'

const fixture = await shippedFixture('demo')

/**
 * A correct platform, except for requests for which `attackOn` returns an attack. `sent` counts the
 * bytes of attacks before compression.
 */
export async function hostileTarget(attackOn: AttackOn) {
  const fake = createFake({ fixture, speed: Number.POSITIVE_INFINITY })
  const before = recordsOf(fake)
  const { url: upstream, close: closeFake } = await listen(fake)
  const seen = { attacks: 0, sent: 0, requests: 0 }
  const server = createServer((asked, answer) => {
    seen.requests += 1
    answer.on('error', () => undefined)
    const attack = attackOn(asked)
    if (attack === undefined) return forward(upstream, asked, answer)
    seen.attacks += 1
    attack(answer, {
      count: (bytes) => void (seen.sent += bytes),
      forward: (change) => forward(upstream, asked, answer, change),
    })
    asked.resume()
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

function forward(
  upstream: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  change?: Parameters<AttackMeans['forward']>[0],
): void {
  const { method, headers } = asked
  const outgoing = request(upstream + asked.url, { method, headers }, (answered) => {
    const { statusCode = 502 } = answered
    if (change === undefined) {
      answer.writeHead(statusCode, answered.headers)
      answered.pipe(answer)
    } else {
      const { 'content-length': _, ...head } = answered.headers
      answer.writeHead(statusCode, head)
      void text(answered).then(
        (body) => answer.end(change(body)),
        () => answer.destroy(),
      )
    }
  })
  outgoing.on('error', () => answer.destroy())
  answer.on('close', () => outgoing.destroy())
  asked.pipe(outgoing)
}
