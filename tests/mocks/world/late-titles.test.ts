import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import type { Snapshot } from '../../../contract/snapshot.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { takeSnapshot } from '../../../mocks/world/snapshot.ts'
import { script } from '../../support/play-scripts.ts'
import { type Mounted, mountInProcess } from '../../support/transports.ts'
import { conversationOf, newConversation, signIn } from '../../support/visitor.ts'

const profileOf = (picks: Record<string, unknown>) => ({ profile: readProfile({ picks }) })

/** A fake with the world of a snapshot, in which all unfinished work continues. */
async function restored(snapshot: Snapshot, ...scenarios: Scenario[]): Promise<Mounted> {
  const mounted = mountInProcess({ scenarios, speed: 1 })
  await mounted.fake.control().restore(structuredClone(snapshot))
  await mounted.fetch(new Request('http://platform.test/__control/director'))
  return mounted
}

const late = script([{ answer: 'Yes.' }], { title: 'A generated title' })
const lateTitle = { 'events.title': { 'after-end': 2 }, 'turn.given-title': 'replaced' }

/** A finished turn on a frozen clock, in a conversation that was created with a title. */
async function titled(scenario: Scenario, picks = lateTitle, title = 'Given') {
  const mounted = mountInProcess({ ...profileOf(picks), scenarios: [scenario], speed: 1 })
  const { clock } = mounted.fake.world()
  clock.freeze()
  const visitor = await signIn(mounted)
  const id = await newConversation(visitor, { title })
  const reader = await visitor.read('POST /api/react', { body: { q: 'Tell', conversation_id: id } })
  clock.advance(1000)
  const events = await reader.rest()
  const titleNow = async () => (await conversationOf(visitor, id)).title
  return { mounted, clock, visitor, id, events, titleNow }
}

describe('a title that is due after the end', () => {
  it('a title that is due after the end of the turn replaces the first title later, without an event', async () => {
    const { clock, events, titleNow } = await titled(late)
    expect(events.filter(({ event }) => event === 'title')).toEqual([])
    expect(await titleNow()).toBe('Given')
    clock.advance(2000)
    expect(await titleNow()).toBe('A generated title')
  })

  it('a title that is due after the end of the turn is dropped if a text was injected', async () => {
    const { clock, titleNow } = await titled({
      ...late,
      script: [{ inject: 'Hurry.' }, { answer: 'Yes.' }],
    })
    clock.advance(60_000)
    expect(await titleNow()).toBe('Given')
  })

  it('a title that is due after the end of the turn does not replace a title that the user has set before', async () => {
    const picks = { ...lateTitle, 'turn.given-title': 'kept' }
    const { clock, visitor, id, titleNow } = await titled(late, picks, '')
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { title: 'My own' } })
    clock.advance(2000)
    expect(await titleNow()).toBe('My own')
  })

  it('a title that is due after the end of the turn is stored even if the world is restored before', async () => {
    const { mounted, id } = await titled(late)
    const other = await restored(takeSnapshot(mounted.fake.world()), late)
    other.fake.world().clock.advance(2000)
    expect((await conversationOf(await signIn(other), id)).title).toBe('A generated title')
  })
})

describe('a turn with an injection of its script', () => {
  it('a text that a script injects is stored once, even if its world is loaded while the turn runs', async () => {
    const lines = script([
      { think: 'Hm.' },
      { inject: 'Hurry.' },
      { think: 'Oh.' },
      { answer: 'Well.' },
    ])
    const scenarios = [lines]
    const first = mountInProcess({
      ...profileOf({ 'events.inject': 'by-mode' }),
      scenarios,
      speed: 1,
    })
    const world = first.fake.world()
    world.clock.freeze()
    const visitor = await signIn(first)
    const id = await newConversation(visitor)
    const reader = await visitor.read('POST /api/react', {
      body: { q: 'Tell', conversation_id: id },
    })
    const snapshots: Snapshot[] = []
    do snapshots.push(takeSnapshot(world))
    while (world.runningTurns.size > 0 && world.clock.step())
    await reader.rest()
    const wanted = (await conversationOf(visitor, id)).messages
    expect(wanted.map(({ content }) => content)).toEqual(['Tell', 'Hurry.', 'Well.'])
    for (const snapshot of snapshots) {
      const other = await restored(snapshot, lines)
      const { runningTurns, clock } = other.fake.world()
      while (runningTurns.size > 0) clock.step()
      expect((await conversationOf(await signIn(other), id)).messages).toEqual(wanted)
    }
    expect(snapshots.length).toBeGreaterThan(5)
  })
})
