import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { Snapshot } from '../../../contract/snapshot.ts'
import { ControlError } from '../../../mocks/control/control-error.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { askForRefund, respond, statusOf } from '../../support/refund.ts'
import { shortStory } from '../../support/short-story.ts'
import {
  demo,
  empty,
  type Mounted,
  mountInProcess,
  shippedScenarios,
} from '../../support/transports.ts'
import {
  login,
  newConversation,
  newKey,
  type Session,
  signIn,
  visit,
} from '../../support/visitor.ts'

const start = Date.parse('2026-11-21T08:00:00.000Z')
const scenarios = [shortStory, ...shippedScenarios]

/** A fake that shares only its seed, its scenarios and the time with another. */
const elsewhere = (fixture = demo) =>
  mountInProcess({
    fixture,
    scenarios,
    seed: 'seven',
    speed: 1,
    systemClock: createManualClock(start),
  })

/** A document as parsed from a file. */
const filed = (document: Snapshot): unknown => JSON.parse(JSON.stringify(document))

/** All responses, byte for byte, except for headers for developers. */
async function answersTo(
  mounted: Mounted,
  calls: (recorded: Mounted) => Promise<unknown>,
): Promise<string[]> {
  const responseTexts: string[] = []
  const recorded: Mounted = {
    ...mounted,
    async fetch(request) {
      const response = await mounted.fetch(request)
      const text = await response.text()
      const headers = [...response.headers].filter(([name]) => name !== 'x-understudy-explain')
      responseTexts.push(`${response.status} ${JSON.stringify(headers)} ${text}`)
      return new Response(text === '' ? null : text, response)
    },
  }
  await calls(recorded)
  return responseTexts
}

/** Requests that create some data of every kind that a world stores. */
async function live(mounted: Mounted) {
  const { clock } = mounted.fake.control()
  mounted.fake.control().director.speed('max')
  const visitor = await signIn(mounted)
  const session = await login(mounted)
  const { key, id } = await newKey(visitor, { name: 'A busy key' })
  const conversation_id = await newConversation(visitor, { title: 'Long talk' })
  for (const q of ['Tell me', 'Where is my order?'])
    await visitor.stream('POST /api/react', { body: { q, conversation_id } })
  await visit(mounted, key).call('GET /api/agents')
  await mounted.fake.control().scenarios.add({ ...shortStory, name: 'own', title: 'My own' })
  await mounted.fake.control().play({ name: 'one', picks: { 'errors.envelope': 'detail' } })
  mounted.fake.control().faults.add({
    match: { endpoint: 'agents.list', nth: 2 },
    effect: { error: { code: 'internal_error' } },
  })
  await visit(mounted, key).call('GET /api/agents')
  clock.advance('90s')
  clock.freeze()
  return { key, keyId: id, session, conversation_id, token: session.access_token }
}

/** Requests whose responses depend on all earlier ones. */
const goOn =
  ({ key, session, conversation_id, token }: Awaited<ReturnType<typeof live>>) =>
  async (mounted: Mounted) => {
    const visitor = visit(mounted, token)
    await visit(mounted, key).call('GET /api/agents')
    await visitor.call('GET /api/me/api-keys')
    await visitor.stream('POST /api/react', { body: { q: 'Tell me', conversation_id } })
    await visitor.stream('POST /api/chat/resume', { body: { conversation_id, cursor: -1 } })
    await visitor.call(`GET /api/conversations/${conversation_id}`)
    await newConversation(visitor)
    await newKey(visitor)
    const { refresh_token } = session
    const refresh = { body: { refresh_token } }
    await visit(mounted).call<Session>('POST /api/auth/refresh', refresh)
    await visit(mounted).call<Session>('POST /api/auth/refresh', refresh)
    await visitor.call('GET /api/conversations/nope')
    await visitor.call('GET /api/me/usage')
    await visitor.call('GET /api/admin/audit-log')
  }

describe('a snapshot', () => {
  it('a snapshot restored over another fixture gives the same responses to the same requests', async () => {
    const here = elsewhere()
    here.fake.control().clock.freeze()
    const life = await live(here)
    const document = filed(here.fake.control().snapshot())
    const expected = await answersTo(here, goOn(life))
    const there = elsewhere(empty)
    await there.fake.control().restore(document)
    expect(await answersTo(there, goOn(life))).toEqual(expected)
    // The responses depend on earlier requests, for example on an applied fault or a used token.
    expect(expected.map((responseTexts) => Number(responseTexts.slice(0, 3)))).toEqual([
      500, 200, 200, 200, 200, 200, 201, 200, 401, 404, 200, 200,
    ])
    expect(await answersTo(elsewhere(), goOn(life))).not.toEqual(expected)
  })

  it('a snapshot contains all changes of a world, and no credential', async () => {
    const { fake, ...mounted } = elsewhere()
    fake.control().clock.freeze()
    const { key, session } = await live({ fake, ...mounted })
    const document = fake.control().snapshot()
    expect(document).toMatchObject({
      understudy: 'snapshot',
      version: 1,
      world: 'default',
      seed: 'seven',
      time: { frozen: true, scale: 1, now: fake.clock.now() },
      profile: { name: 'one', picks: { 'errors.envelope': 'detail' } },
      speed: 'max',
      scenarios: [{ name: 'own' }],
    })
    const text = JSON.stringify(document)
    for (const secret of [key, session.access_token, session.refresh_token])
      expect(text).not.toContain(secret)
  })

  it('a snapshot of a restored world equals the restored snapshot', async () => {
    const here = elsewhere()
    here.fake.control().clock.freeze()
    await live(here)
    const document = filed(here.fake.control().snapshot())
    const there = elsewhere(empty)
    await there.fake.control().restore(document)
    expect(filed(there.fake.control().snapshot())).toEqual(document)
  })

  it('a snapshot contains a running turn, which continues in the restored world', async () => {
    const here = elsewhere()
    const visitor = await signIn(here)
    const { access_token } = await login(here)
    here.fake.clock.freeze()
    const conversation_id = await newConversation(visitor)
    const stream = await visitor.read('POST /api/react', {
      body: { q: 'Tell me', conversation_id },
    })
    here.fake.clock.advance(500)
    const seen = await stream.until(4)
    const document = filed(here.fake.control().snapshot())
    const there = elsewhere()
    await there.fake.control().restore(document)
    const again = visit(there, access_token)
    const body = { conversation_id, cursor: -1 }
    const resumed = await again.read('POST /api/chat/resume', { body })
    expect(await resumed.until(4)).toEqual(seen)
    there.fake.clock.advance('1h')
    here.fake.clock.advance('1h')
    expect((await resumed.rest()).slice(0, -1)).toEqual((await stream.rest()).slice(0, -1))
  })

  it.each([
    ['is running', 500],
    ['has ended', 60_000],
  ])(
    'a snapshot with a turn that violates the contract and %s is restored with all its events',
    async (_, passed) => {
      const odd: Scenario = {
        name: 'odd',
        match: { endpoint: 'react' },
        script: [{ violate: { 'brand-new': 'text' } }, { pause: 5000 }, { answer: 'Hm.' }],
      }
      const here = mountInProcess({ scenarios: [odd], speed: 1 })
      here.fake.clock.freeze()
      const visitor = await signIn(here)
      const conversation_id = await newConversation(visitor)
      await visitor.open('POST /api/react', { body: { q: 'Hi', conversation_id } })
      here.fake.clock.advance(passed)
      const document = filed(here.fake.control().snapshot())
      const there = elsewhere(empty)
      await there.fake.control().restore(document)
      here.fake.clock.advance('1h')
      there.fake.clock.advance('1h')
      const [own, restored] = [here, there].map(({ fake }) => fake.control().snapshot().fixture)
      expect(JSON.stringify(own?.transcripts)).toContain('brand-new')
      expect(restored?.transcripts).toEqual(own?.transcripts)
    },
  )

  it('a reset of a world returns to the snapshot that was restored into it, without its faults', async () => {
    const here = elsewhere()
    here.fake.clock.freeze()
    const life = await live(here)
    const document = filed(here.fake.control().snapshot()) as Snapshot
    await newConversation(visit(here, life.token))
    await here.fake.control().restore(document)
    const { size } = here.fake.world().store.conversations
    await newConversation(visit(here, life.token))
    here.fake.control().reset()
    expect(here.fake.world().store.conversations.size).toBe(size)
    const { faults: _faults, 'fault-counts': _counts, ...tables } = document.tables
    expect(filed(here.fake.control().snapshot())).toEqual({ ...document, tables })
  })

  it('a reset of a restored world brings back the faults of its fake', async () => {
    const { fake } = mountInProcess({ faults: [{ id: 'slow', effect: { latency: 1 } }] })
    const control = fake.control()
    await control.restore(filed(control.snapshot()))
    control.faults.clear()
    control.reset()
    expect(control.faults.list()).toMatchObject([{ id: 'slow' }])
  })

  it('a reset returns to a restored turn that waits for its approval, also if the approval was decided since', async () => {
    const mounted = mountInProcess({ scenarios: shippedScenarios })
    const visitor = await signIn(mounted)
    const { id } = await askForRefund(visitor)
    const control = mounted.fake.control()
    await control.restore(filed(control.snapshot()))
    await respond(visitor, id, { decision: 'approve' })
    control.reset()
    expect(control.director.state().turns).toMatchObject([{ awaiting: id }])
    expect(await statusOf(visitor, id)).toBe('pending')
  })

  it('after a world is reset to its snapshot, new records get ids that were not used before', async () => {
    const here = elsewhere()
    const before = await newConversation(await signIn(here))
    await here.fake.control().restore(filed(here.fake.control().snapshot()))
    here.fake.control().reset()
    const after = await newConversation(await signIn(here))
    expect(after).not.toBe(before)
    const ids = [...here.fake.world().store.conversations.values()].map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([before, after]))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('a restored snapshot counts as memory of its world until the world is deleted', async () => {
    const { fake } = elsewhere()
    const taken = filed(fake.control().snapshot())
    const before = fake.control('red').about().weight
    await fake.control('red').restore(taken)
    const { weight } = fake.control('red').about()
    expect(weight - before).toBeGreaterThan(JSON.stringify(taken).length / 2)
    fake.control('red').reset()
    expect(fake.control('red').about().weight).toBe(weight)
    fake.control('red').delete()
    expect(fake.control('red').about().weight).toBeLessThan(weight / 10)
  })

  it('a snapshot with its journal restores every call with its frames, and contains no secret', async () => {
    const mounted = elsewhere()
    const { key, token } = await live(mounted)
    const before = mounted.fake.control()
    expect(before.snapshot()).not.toHaveProperty('journal')
    const document = JSON.stringify(before.snapshot({ journal: true }))
    expect(document).toContain('/api/react')
    for (const secret of [key, token]) expect(document).not.toContain(secret)

    const after = elsewhere().fake.control()
    await after.restore(JSON.parse(document))
    expect(after.journal.list()).toEqual(before.journal.list())
    for (const { number } of before.journal.list()) {
      // The current profile of the world determines `relied_on`, which may thus differ.
      const { relied_on: _, ...call } = after.journal.read(number)
      expect(before.journal.read(number)).toMatchObject(call)
    }
    expect(JSON.stringify(after.snapshot({ journal: true }).journal)).toBe(
      JSON.stringify(before.snapshot({ journal: true }).journal),
    )
  })

  it.each([
    ['another document', { hello: 'world' }, 'This is not a snapshot'],
    ['an older one', { understudy: 'snapshot', version: 0 }, 'has version 0; this release reads'],
    ['a newer one', { understudy: 'snapshot', version: 2 }, 'has version 2; this release reads'],
    ['a list', [], 'This is not a snapshot'],
  ])('a snapshot is refused for %s, and the world stays unchanged', async (_, document, says) => {
    const { fake } = elsewhere()
    fake.clock.freeze()
    await expect(fake.control().restore(document)).rejects.toThrow(says)
    await expect(fake.control().restore(document)).rejects.toBeInstanceOf(ControlError)
    expect(fake.clock.iso()).toBe('2026-11-21T08:00:00.000Z')
  })

  it.each([
    [
      'fixture.users.0.email',
      (taken: Snapshot) => Reflect.deleteProperty(taken.fixture.users[0] ?? {}, 'email'),
    ],
    ['time.scale', (taken: Snapshot) => Object.assign(taken.time, { scale: -1 })],
    ['extra', (taken: Snapshot) => Object.assign(taken, { extra: true })],
    ['at `profile`', (taken: Snapshot) => Reflect.deleteProperty(taken, 'profile')],
    [
      'errors.envelope',
      (taken: Snapshot) =>
        Object.assign(taken, { profile: { picks: { 'errors.envelope': 'none' } } }),
    ],
  ])('a snapshot that is damaged at %s is refused with the position', async (place, damage) => {
    const { fake } = elsewhere()
    const taken = structuredClone(fake.control().snapshot())
    damage(taken)
    await expect(fake.control().restore(taken)).rejects.toThrow(place)
  })
})
