import { describe, expect, it } from 'vitest'
import { createClient } from '../../client/create-client.ts'
import type { TurnOptions } from '../../client/streams/read-turn.ts'
import type { SweepClient } from '../../mocks/sweep/run-turn.ts'
import { sweep } from '../../mocks/sweep/sweep.ts'
import { gather, instantClock, placeless } from '../support/client-of.ts'
import { drawn, isProving, sampleSeed } from '../support/proving.ts'
import { shipped, shippedTurns, waysToSweep } from '../support/shipped-turns.ts'
import { shortStory } from '../support/short-story.ts'

/**
 * The client as a sweep runs it. Cursors are ignored, because some deployments send them only in
 * replays.
 */
const sweptClient =
  (options: TurnOptions = {}): SweepClient =>
  async ({ baseUrl, fetch, token, path, body, conversation_id }) => {
    const session = { accessToken: token }
    const client = createClient({ baseUrl, fetch, session, systemClock: instantClock })
    const mode = path.replace('/api/', '') as 'react' | 'dag' | 'auto'
    const question = {
      q: body['q'] ?? '',
      conversationId: conversation_id,
      agentId: body['agent_id'],
    }
    return (await gather(client[mode](question, options))).map(placeless)
  }

const seed = String(sampleSeed)

const shortest = {
  ...shortStory,
  pace: { by: 'word' as const, size: 1, every: 100 },
  script: [{ think: 'Hm.' }, { answer: 'One two.' }],
}

describe.each(drawn(Object.entries(waysToSweep), 1))(
  'the client whose turn is cut %s',
  (_way, options) => {
    it('the client receives every event of a short turn that is cut at any position', async () => {
      const fake = { ...options.fake, scenarios: [shortest], seed }
      const question = { q: 'Tell me' }
      const sample = isProving ? {} : { sample: 60 }
      const { cuts } = await sweep({ ...options, ...sample, fake, question, client: sweptClient() })
      expect(cuts).toBeGreaterThanOrEqual(sample.sample ?? 200)
    })

    it(`the client receives every event of shipped turns that are cut at random positions: seed ${seed}`, async () => {
      for (const { scenario, scenarios, question } of drawn(shippedTurns, 3)) {
        const fake = { ...shipped, ...options.fake, scenarios, seed: `${scenario} ${seed}` }
        const found = await sweep({ ...options, fake, question, client: sweptClient(), sample: 1 })
        expect(found.cuts).toBe(1)
      }
    })
  },
)
