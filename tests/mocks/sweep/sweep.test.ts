import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { createFake, type Fake } from '../../../mocks/fake.ts'
import type { SweepClient, SweptTurn } from '../../../mocks/sweep/run-turn.ts'
import { sweep, type SweepOptions } from '../../../mocks/sweep/sweep.ts'
import { SweepError } from '../../../mocks/sweep/sweep-error.ts'
import { drawn, sampleSeed } from '../../support/proving.ts'
import { resumingClient, type Wrong } from '../../support/resuming-client.ts'
import { shipped, shippedDeployed, shippedTurns, waysToSweep } from '../../support/shipped-turns.ts'
import { shortStory } from '../../support/short-story.ts'

const seed = String(sampleSeed)

describe(`shipped turns, cut at positions drawn with seed ${seed},`, () => {
  it.each(drawn(Object.entries(waysToSweep), 1))(
    `shipped turns, cut at positions drawn with seed ${seed}, are received completely %s`,
    async (_way, options) => {
      for (const { scenario, scenarios, question, isLong } of drawn(shippedTurns, 2)) {
        const fake = { ...shipped, ...options.fake, scenarios, seed: `${scenario} ${seed}` }
        const client = resumingClient()
        const sample = isLong ? 1 : 2
        expect((await sweep({ ...options, fake, question, client, sample })).cuts).toBe(sample)
      }
    },
  )
})

/** A turn with few events. */
const shortest = {
  ...shortStory,
  pace: { by: 'word' as const, size: 1, every: 100 },
  script: [{ think: 'Hm.' }, { answer: 'One two.' }],
}
const storyFake = { ...shipped, scenarios: [shortest] }

const story: Omit<SweepOptions, 'client'> = {
  fake: storyFake,
  question: { q: 'Tell me' },
}

/** The error message of a failing sweep. */
async function findings(options: SweepOptions): Promise<SweepError> {
  const error: unknown = await sweep(options).catch((thrown: unknown) => thrown)
  if (error instanceof SweepError) return error
  throw new Error(`It found nothing, but gave ${String(error)}`)
}

/** The problem that a sweep found for a reset after this event. */
const problemAfter = (event: string, { failures }: SweepError) =>
  failures.find(({ cut }) => cut.startsWith(`connection reset after ${event}`))?.problem

it.each(['event', 'name', 'type'])(
  'a sweep does not compare the event that ends a stream if the client has its name in the field `%s`',
  async (field) => {
    const correct = resumingClient()
    const client: SweepClient = async (turn) =>
      ((await correct(turn)) as readonly { readonly event: string; readonly data: unknown }[]).map(
        ({ event, data }) => ({ [field]: event, data }),
      )
    expect((await sweep({ ...story, client, sample: 3 })).cuts).toBe(3)
  },
)

/** What a sweep of every position detects. `npm test` draws one, because each takes a second. */
const detections: Readonly<Record<string, () => Promise<void>>> = {
  'a client that resumes one cursor too late, and names the position': async () => {
    const error = await findings({ ...story, client: resumingClient({ shift: 1 }) })
    expect(problemAfter('event 5', error)).toMatch(/^a gap: 1 event missing before event 7: /)
    expect(error.message).toContain('(seed `understudy`)')
    expect(error.message).toContain('- connection reset inside `data:` of event 2 (`step`), byte 1')
  },
  'a client that resumes one cursor too early': async () => {
    const error = await findings({ ...story, client: resumingClient({ shift: -1 }) })
    expect(problemAfter('event 5', error)).toMatch(
      /^a duplicate: event 5 was repeated as event 6: /,
    )
  },
  'a client that keeps duplicates of a replay from the start': async () => {
    const fake = { ...shippedDeployed, scenarios: [shortest] }
    const client = resumingClient({ keepsRepeats: true })
    const error = await findings({ ...story, fake, turn: 'ended', client })
    expect(problemAfter('event 3', error)).toMatch(
      /^a duplicate: event 1 was repeated as event 4: /,
    )
  },
  'a platform whose resume skips an event': async () => {
    const error = await findings({
      ...story,
      fake: () => skipping('"cursor":7'),
      client: resumingClient(),
    })
    expect(problemAfter('event 3', error)).toMatch(/^a gap: 1 event missing before event 9: /)
    expect(problemAfter('event 8', error)).toBeUndefined()
  },
  'that nothing was cut': async () => {
    const error = await findings({ ...story, fake: () => unharmed(), client: resumingClient() })
    expect(problemAfter('event 3', error)).toMatch(/^the cut had no effect: \d+ bytes arrived/)
  },
  'a client that fails when its stream breaks': async () => {
    const error = await findings({ ...story, client: clientWithoutResume })
    expect(problemAfter('event 3', error)).toMatch(/^the client failed: /)
    const closed = error.failures.find(({ cut }) => cut.startsWith('stream ended after event 3'))
    expect(closed?.problem).toMatch(/missing at the end: .* as event 4, got nothing$/)
  },
}

/** Clients that fail only with other chunks or with a cut resume, and the runs that show it. */
const intolerant: readonly (readonly [name: string, wrong: Wrong, runs: RegExp])[] = [
  ['decodes each chunk by itself', { decodesChunks: true }, /^split (inside char|after each byte)/],
  [
    'needs CR and LF in one chunk',
    { readsChunk: (text) => text.replaceAll('\r\n', '\n').replaceAll('\r', ' ') },
    /^sent with CRLF line ends and split between CR and LF$/,
  ],
  ['knows only LF', { readsChunk: (text) => text.replaceAll('\r', ' ') }, /^sent with CRLF/],
  [
    'expects lines to end with their chunk',
    { readsChunk: (text) => (text.endsWith('\n') ? text : `${text}\n`) },
    /(split inside characters|split after each (byte|colon)|split between CR and LF)$/,
  ],
  [
    'loses the cursor if the resume breaks, too',
    { keepsFirstCursor: true },
    /and the resume (reset|ended) (after its first event|before its `resume_done`)/,
  ],
]

describe('a stream in pieces, and a resume that is cut', () => {
  const wide = { ...shortest, script: [{ answer: 'Grüße für fünf €.' }] }
  const options = { ...story, fake: { ...shipped, scenarios: [wide] }, sample: 0 }

  it.each(intolerant)('a client that %s fails only in the expected runs', async (...one) => {
    const [, wrong, runs] = one
    const { failures } = await findings({ ...options, client: resumingClient(wrong) })
    for (const { cut } of failures) expect(cut).toMatch(runs)
  })

  it('a correct client receives the whole turn in any chunks, and also if its resumed stream is cut anywhere', async () => {
    const right = resumingClient()
    const requests: number[] = []
    const client: SweepClient = (turn) => {
      const at = requests.push(0) - 1
      const fetch: typeof turn.fetch = (...sent) => {
        requests[at]! += 1
        return turn.fetch(...sent)
      }
      return right({ ...turn, fetch })
    }
    for (const turn of ['running', 'ended'] as const) {
      requests.length = 0
      await sweep({ ...options, turn, client })
      // One uncut run, five stages of a resume (each reset and ended), and seven kinds of pieces.
      expect(requests).toEqual([1, 3, 3, 3, 3, 3, 3, 4, 4, 3, 3, ...Array<number>(7).fill(1)])
    }
  })
})

describe('a sweep', () => {
  it('a sweep cuts at every position, and reports what the client receives without a cut', async () => {
    const { cuts, seen } = await sweep({ ...story, client: resumingClient() })
    // Per event and way of cutting: one cut after the event, at least eight by bytes, and four by its
    // fields.
    expect(cuts).toBeGreaterThan(2 * 12 * seen.length)
    expect(seen).toContainEqual({
      event: 'answer',
      data: expect.objectContaining({ text: 'One' }),
    })
    const names = seen.map((one) => (one as { event: string }).event).join(' ')
    expect(names).toMatch(/^(step )+(answer ){4}done suggestions title$/)
  })

  it.each(drawn(Object.entries(detections), 1))('a sweep detects %s', (_what, detect) => {
    expect.hasAssertions()
    return detect()
  })

  it('a sweep reports a client that does not end within the timeout', async () => {
    const right = resumingClient()
    let turns = 0
    const client: SweepClient = (turn) => (turns++ === 0 ? right(turn) : new Promise(() => {}))
    const error = await findings({ ...story, client, sample: 2, timeoutMs: 10 })
    // Two cuts, ten cuts of the resume, and six kinds of pieces, because no character has several
    // bytes.
    expect(error.failures).toHaveLength(18)
    expect(error.failures[0]?.problem).toContain('did not end within 10 ms')
  })

  it('a sweep requires a turn to cut', async () => {
    const silent = sweep({ ...story, client: async () => [] })
    await expect(silent).rejects.toThrow('the client reported no events of it')
    const nothing = sweep({ ...story, client: async () => undefined })
    await expect(nothing).rejects.toThrow('the client reported no events of it')
    const stranger = { q: 'Tell me', email: 'nobody@example.com' }
    const locked = sweep({ ...story, question: stranger, client: resumingClient() })
    await expect(locked).rejects.toThrow('Failed to prepare a turn: POST /api/auth/login returned')
  })

  it('a sweep accepts a fixture of its own, and asks its question as a user of this fixture', async () => {
    const user = { email: 'ada@acme.test', password: 'ada-password' }
    const fake = { fixture: { users: [user] }, scenarios: [shortest] }
    const question = { q: 'Tell me', ...user }
    const { cuts } = await sweep({ fake, question, client: resumingClient(), sample: 1 })
    expect(cuts).toBe(1)
  })

  it('a sweep finds the id of the conversation, whatever a deployment calls it', async () => {
    const ids: unknown[] = []
    const right = resumingClient()
    const client: SweepClient = (turn) => {
      ids.push(turn.conversation_id, turn.body['conversation_id'])
      return right(turn)
    }
    const profile = readProfile({ picks: { 'conversations.created-shape': 'id' } })
    await sweep({ ...story, fake: { ...storyFake, profile }, client, sample: 1 })
    expect(new Set(ids)).toEqual(new Set([expect.stringMatching(/./)]))
    const answers = { 'POST /api/conversations': { record: '{ made: id }' } }
    const unknown = { ...storyFake, profile: readProfile({ answers }) }
    await expect(sweep({ ...story, fake: unknown, client })).rejects.toThrow(
      'Failed to prepare a turn: POST /api/conversations returned no id.',
    )
  })

  it.each([-1, 2.5, Number.NaN, 'ten'])('a sweep refuses the sample %s', async (sample) => {
    const options = { ...story, client: resumingClient(), sample: sample as number }
    await expect(sweep(options)).rejects.toThrow(
      `\`sample\` takes a whole number of 0 or more, not ${sample}.`,
    )
  })

  it('a sweep works with the client of an app that reports the resulting state or text', async () => {
    const right = resumingClient()
    const count = async (turn: SweptTurn) => [await right(turn)].flat().length
    const state: SweepClient = async (turn) => ({ events: await count(turn) })
    const ofState = await sweep({ ...story, client: state, sample: 20 })
    expect(ofState).toMatchObject({ cuts: 20, seen: [{ events: expect.any(Number) }] })
    const text: SweepClient = async (turn) => `${await count(turn)} events`
    const ofText = await sweep({ ...story, client: text, sample: 1 })
    expect(ofText.seen).toEqual([expect.stringMatching(/^\d+ events$/)])
  })
})

/** Reads a turn without interruption. */
const clientWithoutResume: SweepClient = async ({ fetch, baseUrl, path, body }) => {
  const headers = { 'content-type': 'application/json' }
  const content = JSON.stringify(body)
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body: content })
  return (await response.text()).split('\n\n').filter((frame) => !/^$|event: end/.test(frame))
}

/** A fake whose replays skip an event. */
function skipping(event: string): Fake {
  const fake = createFake(storyFake)
  return {
    ...fake,
    async fetch(request) {
      const response = await fake.fetch(request)
      if (!request.url.endsWith('/api/chat/resume')) return response
      const text = new TextDecoderStream()
      const without = new TransformStream<string, string>({
        transform(chunk, controller) {
          const frames = chunk.split(/(?<=\n\n)/).filter((frame) => !frame.includes(event))
          controller.enqueue(frames.join(''))
        },
      })
      const body = response.body
        ?.pipeThrough(text as ReadableWritablePair<string, Uint8Array>)
        .pipeThrough(without)
        .pipeThrough(new TextEncoderStream())
      return new Response(body ?? null, response)
    },
  }
}

/** A fake that ignores faults. */
function unharmed(): Fake {
  const fake = createFake(storyFake)
  return {
    ...fake,
    fetch(request) {
      fake.world().faults.clear()
      return fake.fetch(request)
    },
  }
}
