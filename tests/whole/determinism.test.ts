import { describe, expect, it } from 'vitest'
import { createRandom } from '../../mocks/world/random.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type Mounted, mountInProcess, shippedScenarios } from '../support/transports.ts'
import { newConversation, newKey, signIn, visit } from '../support/visitor.ts'

function draws(seed: string) {
  const random = createRandom(seed)
  return [random.id('a'), random.id('a'), random.fraction('b', 'c'), random.bytes('d', 'e')]
}

describe('the random numbers of a world', () => {
  it('the random numbers of a world are equal for the same seed, and differ for another seed', () => {
    expect(draws('one')).toEqual(draws('one'))
    expect(draws('one')).not.toEqual(draws('two'))
  })

  it('the random numbers for one purpose do not depend on the random numbers for another purpose', () => {
    const [alone, among] = [createRandom('seed'), createRandom('seed')]
    among.id('message', 'x')
    const expected = [alone.id('message', 'y'), alone.id('message', 'y')]
    const first = among.id('message', 'y')
    among.id('turn', 'y')
    expect([first, among.id('message', 'y')]).toEqual(expected)
  })

  it('the random numbers of a world include unique UUIDs of version 4, and fractions over their whole range', () => {
    const random = createRandom('seed')
    const uuids = Array.from({ length: 2000 }, () => random.id('id', 's'))
    expect(new Set(uuids).size).toBe(2000)
    const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
    expect(uuids.filter((uuid) => !form.test(uuid))).toEqual([])
    const fractions = Array.from({ length: 2000 }, () => random.fraction('id', 's'))
    expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...fractions)).toBeLessThan(1)
    const mean = fractions.reduce((sum, one) => sum + one, 0) / fractions.length
    expect(mean).toBeCloseTo(0.5, 1)
  })
})

/** All responses to a short session, byte for byte, including headers. */
async function visitOnce(mounted: Mounted): Promise<string[]> {
  const responseTexts: string[] = []
  const recorded: Mounted = {
    ...mounted,
    async fetch(request) {
      const response = await mounted.fetch(request)
      const text = await response.text()
      responseTexts.push(`${response.status} ${JSON.stringify([...response.headers])} ${text}`)
      return new Response(text === '' ? null : text, response)
    },
  }
  const visitor = await signIn(recorded)
  const { key } = await newKey(visitor)
  const conversation_id = await newConversation(visitor)
  for (const q of ['Where is my order?', 'What does the warranty cover?'])
    await visitor.stream('POST /api/react', { body: { q, conversation_id } })
  await visitor.call(`GET /api/conversations/${conversation_id}`)
  await visitor.stream('POST /api/chat/resume', { body: { conversation_id, cursor: 3 } })
  await visit(recorded, key).call('GET /api/me/api-keys')
  await visitor.call('GET /api/conversations?page=0')
  return responseTexts
}

const moment = Date.parse('2026-11-21T08:00:00.000Z')

function fresh(seed: string, at = moment): Mounted {
  const systemClock = createManualClock(at)
  return mountInProcess({ scenarios: shippedScenarios, seed, systemClock })
}

describe('a fake', () => {
  it('a fake returns the same bytes for the same requests, seed and time', async () => {
    const responseTexts = await visitOnce(fresh('seven'))
    expect(responseTexts.length).toBe(9)
    expect(await visitOnce(fresh('seven'))).toEqual(responseTexts)
  })

  it('a fake returns other bytes for another seed or another time', async () => {
    const responseTexts = await visitOnce(fresh('seven'))
    expect(await visitOnce(fresh('eight'))).not.toEqual(responseTexts)
    expect(await visitOnce(fresh('seven', moment + 1000))).not.toEqual(responseTexts)
  })

  it('a fake plays the same turns in each conversation with any order of requests', async () => {
    const playConversation = async (interleaved: boolean) => {
      const mounted = fresh('seven')
      const visitor = await signIn(mounted)
      const conversation_id = await newConversation(visitor)
      const other = await newConversation(visitor)
      const streams: unknown[] = []
      for (let turn = 0; turn < 2; turn++) {
        if (interleaved)
          await visitor.stream('POST /api/dag', { body: { q: 'Hm', conversation_id: other } })
        const body = { q: 'Where is my order?', conversation_id }
        streams.push(await visitor.stream('POST /api/react', { body }))
      }
      const stored = await visitor.call(`GET /api/conversations/${conversation_id}`)
      return [streams, stored.text]
    }
    expect(await playConversation(true)).toEqual(await playConversation(false))
  })
})
