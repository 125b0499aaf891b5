import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type Listening } from '../mocks/adapters/node.ts'
import { createFake } from '../mocks/fake.ts'
import { dial, heardOn } from './bad-input/raw-client.ts'
import { rawCases } from './bad-input/raw-cases.ts'
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
