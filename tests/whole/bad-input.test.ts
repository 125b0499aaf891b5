import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { listen, type Listening } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import { slowClientCases } from './bad-input/slow-client-cases.ts'
import { dial, readResponses } from './bad-input/raw-client.ts'
import { rawCases } from './bad-input/raw-cases.ts'
import { shortStory } from '../support/short-story.ts'
import { demo } from '../support/transports.ts'

const after = 'GET /api/agents HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

describe('a malformed or unusual request gets the documented response', () => {
  const crashes: unknown[] = []
  let server: Listening
  let port: number
  beforeAll(async () => {
    const fake = createFake({ fixture: demo, onCrash: (error) => crashes.push(error) })
    server = await listen(fake)
    port = Number(new URL(server.url).port)
  })
  afterAll(() => server.close())

  describe.each(Object.entries(rawCases))('requests: %s', (_, cases) => {
    it.each(cases)(
      'a malformed or unusual request gets the documented response: $what',
      async ({ sent, gets, closes }) => {
        const socket = await dial(port)
        socket.write(sent)
        // A connection that stays open accepts one more request, which then closes it.
        const answers = await readResponses(socket, closes ? undefined : after)
        expect(answers.map(({ status }) => status)).toEqual(closes ? gets : [...gets, 401])
        expect(crashes).toEqual([])
      },
    )
  })
})

/** A turn of 64 MiB: more than all buffers on its way can hold. */
const endless: Scenario = {
  ...shortStory,
  pace: { by: 'word', size: 1, every: 0 },
  script: [{ answer: Array.from({ length: 4096 }, () => 'x'.repeat(16_383)).join(' ') }],
}

describe('a slow or unresponsive client does not block the server', () => {
  it.each(slowClientCases)(
    'a slow or unresponsive client does not block the server: $what',
    async ({ limits, prove }) => {
      const crashes: unknown[] = []
      const onCrash = (error: unknown) => crashes.push(error)
      const fake = createFake({ fixture: demo, scenarios: [endless], speed: Infinity, onCrash })
      const listening = await listen(fake, { limits: limits ?? {} })
      const token = fake.world().keyring.valueOf(demo.showcase.keys['full'] ?? '')
      const body = JSON.stringify({ q: 'Tell me', token })
      const longTurn = `POST /api/react HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      const port = Number(new URL(listening.url).port)
      try {
        await prove({ ...listening, fake, port, longTurn })
        expect((await fetch(`${listening.url}/__control/health`)).status).toBe(200)
        expect(crashes).toEqual([])
      } finally {
        await listening.close()
      }
    },
  )
})
