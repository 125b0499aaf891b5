import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { listen, type Listening } from '../mocks/adapters/node.ts'
import { createFake } from '../mocks/fake.ts'
import { heldCases } from './bad-input/held-cases.ts'
import { dial, heardOn } from './bad-input/raw-client.ts'
import { rawCases } from './bad-input/raw-cases.ts'
import { shortStory } from './short-story.ts'
import { demo } from './transports.ts'

const after = 'GET /api/agents HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

describe('what no client should send', () => {
  const crashes: unknown[] = []
  let server: Listening
  let port: number
  beforeAll(async () => {
    const fake = createFake({ fixture: demo, onCrash: (error) => crashes.push(error) })
    server = await listen(fake)
    port = Number(new URL(server.url).port)
  })
  afterAll(() => server.close())

  describe.each(Object.entries(rawCases))('%s', (_, cases) => {
    it.each(cases)('$what', async ({ sent, gets, closes }) => {
      const socket = await dial(port)
      socket.write(sent)
      // Where the connection goes on, it takes one request more, and is done then.
      const answers = await heardOn(socket, closes ? undefined : after)
      expect(answers.map(({ status }) => status)).toEqual(closes ? gets : [...gets, 401])
      expect(crashes).toEqual([])
    })
  })
})

/** A turn of 64 MiB, more than all buffers on its way hold. */
const endless: Scenario = {
  ...shortStory,
  pace: { by: 'word', size: 1, every: 0 },
  script: [{ answer: Array.from({ length: 4096 }, () => 'x'.repeat(16_383)).join(' ') }],
}

describe('who holds a server up', () => {
  it.each(heldCases)('$what', async ({ limits, prove }) => {
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
  })
})
