import { describe, expect, it } from 'vitest'
import type { TurnOutline } from '../../../contract/control/director.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { askForRefund } from '../../support/refund.ts'
import { shortStory } from '../../support/short-story.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { describeTransports, mountInProcess, shippedScenarios } from '../../support/transports.ts'
import { newConversation, signIn, visit } from '../../support/visitor.ts'

const start = Date.parse('2026-11-21T08:00:00.000Z')

/** A fake with a manual clock, a visitor, and a function that starts a turn. */
async function begin(speed = 1) {
  const systemClock = createManualClock(start)
  const mounted = mountInProcess({ scenarios: [shortStory], speed, systemClock })
  const visitor = await signIn(mounted)
  const { director } = mounted.fake.control()
  const ask = (q = 'Tell me') => visitor.read('POST /api/react', { body: { q } })
  /** The outline of the only running turn. */
  const outline = (): TurnOutline => director.outline(director.state().turns[0]?.id ?? '')
  return { ...mounted, systemClock, visitor, director, ask, outline }
}

const textsOf = (parts: TurnOutline['sent']) => parts.map(({ kind, text }) => `${kind}: ${text}`)

const joined = ({ sent, upcoming }: TurnOutline) =>
  [...sent, ...upcoming].map(({ text }) => text).join('')

const asideOf = (text: string) => [text, { aside: true }] as const

describe('a text of the director as an aside', () => {
  it('an aside of the director is sent before the next line, and then the script continues', async () => {
    const { systemClock, director, ask } = await begin()
    const stream = await ask()
    systemClock.pass(200)
    director.say('One moment.', { aside: true })
    systemClock.pass(60_000)
    expect(answerIn(await stream.rest())).toBe('One moment.\n\nThat is the end.')
  })

  it.each([
    ['two asides', [asideOf('A.'), asideOf('B.')], 'A.\n\nB.\n\nThat is the end.'],
    ['an aside after a text that ends the script', ['Stop.', asideOf('B.')], 'Stop.\n\nB.'],
    ['a text that ends the script after an aside', [asideOf('A.'), 'Stop.'], 'Stop.'],
    ['two texts that end the script', ['Stop.', 'No.'], 'No.'],
  ] as const)(
    'if the director gives %s, before a turn or during the turn, no text is lost unless another text replaces it',
    async (_, texts, answer) => {
      for (const isRunning of [true, false]) {
        const { systemClock, director, ask } = await begin()
        const say = () => {
          for (const text of texts)
            if (typeof text === 'string') director.say(text)
            else director.say(...text)
        }
        if (!isRunning) say()
        const stream = await ask()
        systemClock.pass(200)
        if (isRunning) say()
        systemClock.pass(60_000)
        expect(answerIn(await stream.rest())).toBe(answer)
        expect(director.state().waiting).toBeNull()
      }
    },
  )

  it('an aside that waits for the next turn stays when the director lists scripts, and is cancelled with them', async () => {
    const { director, ask } = await begin(Infinity)
    director.say('Good morning.', { aside: true })
    expect(director.next('short-story')).toMatchObject({
      waiting: { say: 'Good morning.', aside: true },
      queue: ['short-story'],
    })
    expect(answerIn(await (await ask('Hm')).rest())).toBe('Good morning.\n\nThat is the end.')
    director.say('Good evening.', { aside: true })
    expect(director.next(null)).toMatchObject({ waiting: null, queue: [] })
  })

  it('an aside that the director gives before a turn comes first in the answer, even if a script is selected', async () => {
    const { director, ask } = await begin(Infinity)
    director.next('short-story')
    director.say('Good morning.', { aside: true })
    expect(director.state()).toMatchObject({
      waiting: { say: 'Good morning.', aside: true },
      queue: ['short-story'],
    })
    expect(answerIn(await (await ask('What is the weather?')).rest())).toBe(
      'Good morning.\n\nThat is the end.',
    )
    expect(director.state()).toMatchObject({ waiting: null, queue: [] })
  })
})

describe('the list of turns of a director', () => {
  it('the next turns play the scripts that the director listed, and a text in between does not end the list', async () => {
    const { fake, director, ask } = await begin(Infinity)
    const { scenarios } = fake.control()
    await scenarios.add({ ...shortStory, name: 'own', script: [{ answer: 'My own.' }] })
    director.next(['own', 'short-story', 'own'])
    expect(director.state()).toMatchObject({
      waiting: { next: 'own' },
      queue: ['short-story', 'own'],
    })
    const answers: string[] = []
    const play = async () => answers.push(answerIn(await (await ask('Hm')).rest()))
    await play()
    director.say('In between.')
    for (let left = 3; left > 0; left--) await play()
    expect(answers).toEqual(['My own.', 'In between.', 'That is the end.', 'My own.'])
    expect(director.state()).toMatchObject({ waiting: null, queue: [] })
  })

  it('the list of scripts of the director is part of a snapshot, and is cancelled as a whole', async () => {
    const { fake, director } = await begin()
    director.next(['short-story', 'short-story'])
    const taken = fake.control().snapshot()
    expect(director.next(null)).toMatchObject({ waiting: null, queue: [] })
    await fake.control().restore(taken)
    expect(director.state()).toMatchObject({
      waiting: { next: 'short-story' },
      queue: ['short-story'],
    })
    expect(() => director.next(['short-story', 'short-stroy'])).toThrow('`short-story`')
  })
})

describe('the outline of a running turn', () => {
  it('at every step, the sent and the upcoming events in the outline of a turn together are the complete turn', async () => {
    const { director, ask, outline } = await begin()
    const stream = await ask()
    director.pause()
    const whole = textsOf(outline().upcoming)
    expect(whole).toContain('answer: That is the end.')
    expect(whole.at(-1)).toBe('event: End of the turn')
    const all = joined(outline())
    for (; director.state().turns.length > 0; director.step()) expect(joined(outline())).toBe(all)
    expect(answerIn(await stream.rest())).toBe('That is the end.')
  })

  it('the first upcoming entry in the outline of a turn is due at the time of the next event', async () => {
    const { systemClock, director, ask, outline } = await begin()
    await ask()
    systemClock.pass(200)
    for (let left = 2; left > 0; left--) {
      const [turn] = director.state().turns
      expect(outline().upcoming[0]?.at).toBe(turn?.next_beat_at)
      director.skip()
    }
  })

  it('the outline of a turn that sends an aside contains the whole line after the aside', async () => {
    const { director, ask, outline } = await begin()
    await ask()
    director.pause()
    const aside = 'One moment, please: a colleague looks at it.'
    director.say(aside, { aside: true })
    const sentText = () => textsOf(outline().sent).join(' ')
    let scripted: readonly string[] = []
    while (!sentText().includes('One')) {
      scripted = textsOf(outline().upcoming).filter((text) => text !== `answer: ${aside}`)
      director.step()
    }
    director.step()
    expect(sentText()).not.toContain('looks at it.')
    expect(textsOf(outline().upcoming)).toEqual(scripted)
  })

  it('the outline of a turn keeps all upcoming events when a text is injected during a line', async () => {
    const { visitor, director, outline } = await begin()
    const conversation_id = await newConversation(visitor)
    await visitor.read('POST /api/react', { body: { q: 'Tell me', conversation_id } })
    director.pause()
    while (outline().sent.at(-1)?.kind !== 'answer') director.step()
    const before = textsOf(outline().upcoming)
    expect(before[0]).toMatch(/^answer: /)
    const body = { conversation_id, content: 'Quickly' }
    await visitor.call('POST /api/chat/inject', { body })
    expect(textsOf(outline().upcoming)).toEqual(before)
  })

  it('once a text of the director has replaced the rest of a script, the outline lists only texts of the director', async () => {
    const { systemClock, director, ask, outline } = await begin()
    await ask()
    systemClock.pass(200)
    director.say('I am needed elsewhere.')
    director.say('Goodbye.', { aside: true })
    expect(textsOf(outline().upcoming)).toEqual([
      'answer: I am needed elsewhere.',
      'answer: Goodbye.',
    ])
  })

  it('the outline of a turn that waits for an approval assumes an approval, and changes after a rejection', async () => {
    const systemClock = createManualClock(start)
    const mounted = mountInProcess({ scenarios: shippedScenarios, systemClock })
    const visitor = await signIn(mounted)
    const { id } = await askForRefund(visitor)
    const { director } = mounted.fake.control()
    director.speed(1)
    const outline = () => director.outline(director.state().turns[0]?.id ?? '')
    expect(outline().sent.at(-1)?.kind).toBe('approval')
    const answer = () => outline().upcoming.find(({ kind }) => kind === 'answer')?.text
    expect(answer()).not.toContain('not approved')
    await visitor.call(`POST /api/confirmations/${id}/respond`, { body: { decision: 'reject' } })
    expect(answer()).toContain('not approved')
  })

  it('reading the outline of a running turn does not change the turn', async () => {
    const answers = await Promise.all(
      [true, false].map(async (looks) => {
        const systemClock = createManualClock(start)
        const mounted = mountInProcess({ scenarios: shippedScenarios, speed: 1, systemClock })
        const visitor = await signIn(mounted)
        const { director } = mounted.fake.control()
        const body = { q: 'Write the commissioning protocol' }
        const stream = await visitor.read('POST /api/react', { body })
        if (looks) director.outline(director.state().turns[0]?.id ?? '')
        systemClock.pass(3_600_000)
        return answerIn(await stream.rest())
      }),
    )
    expect(answers[0]).toBe(answers[1])
    expect(answers[0]?.length).toBeGreaterThan(100)
  })
})

it('a step of the director sends exactly one event', async () => {
  const { director, ask } = await begin()
  const stream = await ask()
  const counts: number[] = []
  for (let { turns } = director.state(); turns.length > 0; { turns } = director.step())
    counts.push(turns[0]?.events ?? 0)
  expect(counts.length).toBeGreaterThan(5)
  expect(counts).toEqual(counts.map((_, index) => (counts[0] ?? 0) + index))
  expect((await stream.rest()).at(-1)?.event).toBe('end')
})

describeTransports('the teleprompter over the control API', (mount) => {
  it('the control API of the director lists a turn with its question, its script and its outline', async () => {
    const mounted = await mount({ scenarios: [shortStory], speed: 1 })
    const call = visit(mounted)
    await call.call('POST /__control/director', { body: { pause: true } })
    await (await signIn(mounted)).read('POST /api/react', { body: { q: 'Tell me' } })
    const { json } = await call.call<{ turns: { id: string }[] }>('GET /__control/director')
    const [turn] = json.turns
    expect(turn).toMatchObject({ question: 'Tell me', script: 'short-story' })
    const path = `GET /__control/director/turns/${turn?.id}`
    const outline = (await call.call<TurnOutline>(path)).json
    expect(outline.upcoming.at(-1)).toMatchObject({ kind: 'event', text: 'End of the turn' })
    const wrong = await call.call<{ error: string }>('GET /__control/director/turns/none')
    expect([wrong.status, wrong.json.error]).toEqual([
      404,
      'No turn `none` is running. GET director lists running turns.',
    ])
    const script = await call.call('GET /__control/scenarios/short-story')
    expect(script.json).toMatchObject({ name: 'short-story', script: shortStory.script })
    expect((await call.call('GET /__control/scenarios/none')).status).toBe(404)
    const sentText = await call.call('POST /__control/director', {
      body: { say: 'One moment.', aside: true },
    })
    expect(sentText.status).toBe(200)
  })
})
