import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../../../contract/events.ts'
import { readProfile } from '../../../contract/profile.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { Snapshot } from '../../../contract/snapshot.ts'
import type { FakeOptions } from '../../../mocks/fake-options.ts'
import { decideApproval } from '../../../mocks/platform/approvals/decide-approval.ts'
import type { World } from '../../../mocks/world/world.ts'
import { takeSnapshot } from '../../../mocks/world/snapshot.ts'
import { askForRefund, respond } from '../../support/refund.ts'
import { seeded } from '../../support/seeded.ts'
import { answerIn, type SeenEvent } from '../../support/stream-reader.ts'
import { demo, type Mounted, mountInProcess, shippedScenarios } from '../../support/transports.ts'
import { inWorld, newConversation, signIn, type Visitor } from '../../support/visitor.ts'
import { isProving } from '../../support/proving.ts'

const start = Date.parse('2026-11-21T08:00:00.000Z')
const seed = Number(process.env['UNDERSTUDY_SEED'] ?? 1)
const draw = seeded(seed)

/** Changes of a turn while it runs, by the number of the event after which they are made. */
type Change = {
  readonly at: number
  readonly apply: (mounted: Mounted, conversation: string) => unknown
}

const isRunning = ({ runningTurns }: World) => runningTurns.size > 0

/** Approves a pending confirmation, or runs the next timer. */
function proceed(world: World): void {
  const [confirmation] = world.approvals.keys()
  if (confirmation === undefined) world.clock.step()
  else decideApproval(world, confirmation, 'approve', null, 'of course')
}

/** The events of the newest stored turn of a world. */
const storedEvents = ({ store }: World, conversation: string): readonly StoredEvent[] =>
  store.transcripts.owned(conversation, 'oldest').at(-1)?.events ?? []

type Played = {
  readonly conversation: string
  readonly events: readonly StoredEvent[]
  readonly steps: number
  readonly snapshots: readonly Snapshot[]
}

/** Plays a script on a frozen clock, and takes a snapshot before each of the wanted steps. */
async function play(
  name: string,
  changes: readonly Change[] = [],
  wanted: ReadonlySet<number> = new Set(),
): Promise<Played> {
  const mounted = mountInProcess({ speed: 1, scenarios: shippedScenarios })
  const { fake } = mounted
  const world = fake.world()
  fake.clock.freeze(start)
  const visitor = await signIn(mounted)
  const conversation = await newConversation(visitor)
  fake.control().director.next(name)
  const script = shippedScenarios.find((one) => one.name === name)
  const endpoint = [script?.match.endpoint].flat()[0] ?? 'react'
  const agent = demo.agents.find((one) => one.name === script?.match.agent)?.id
  const body = { q: 'Anything', conversation_id: conversation, agent_id: agent ?? null }
  const { body: stream } = await visitor.open(`POST /api/${endpoint}`, { body })
  const snapshots: Snapshot[] = []
  let steps = 0
  for (; isRunning(world); steps++) {
    for (const change of changes) if (change.at === steps) await change.apply(mounted, conversation)
    if (wanted.has(steps)) snapshots.push(takeSnapshot(world))
    proceed(world)
  }
  await stream?.cancel()
  fake.close()
  return { conversation, steps, snapshots, events: storedEvents(world, conversation) }
}

/** Plays a script again, with snapshots at the step `first` and at some random later steps. */
async function playWithSnapshots(
  name: string,
  count: number,
  first = 0,
  changes: readonly Change[] = [],
): Promise<Played> {
  const { steps } = await play(name, changes)
  const later = Array.from({ length: count }, () => first + draw(steps - first))
  return play(name, changes, new Set([first, ...later]))
}

/** Restores a snapshot of a running turn in another fake, and plays the turn to its end. */
async function finish(document: Snapshot, conversation: string): Promise<readonly StoredEvent[]> {
  const { fake } = mountInProcess({ speed: 1, scenarios: shippedScenarios })
  const control = fake.control()
  await control.restore(structuredClone(document))
  const world = fake.world()
  // The first request continues the running turn.
  await fake.fetch(new Request('http://platform.test/__control/director'))
  while (isRunning(world)) proceed(world)
  fake.close()
  return storedEvents(world, conversation)
}

const namesOf = (events: readonly SeenEvent[]) => events.map(({ event }) => event)

const names = shippedScenarios.map(({ name }) => name)

describe('a turn of a loaded world', () => {
  it.each(isProving ? names : Array.from({ length: 5 }, () => names[draw(names.length)] ?? ''))(
    'a turn that is interrupted after any event sends the same events as without an interruption: %s',
    async (name) => {
      const count = isProving ? 20 : 2
      const { conversation, snapshots, events } = await playWithSnapshots(name, count)
      expect([events.at(-1)?.event, snapshots.length > 0]).toEqual(['end', true])
      for (const snapshot of snapshots) expect(await finish(snapshot, conversation)).toEqual(events)
    },
    isProving ? 120_000 : undefined,
  )
  it.each([
    ['a change of speed', ({ fake }) => fake.control().director.speed(3)],
    ['a text of the director', ({ fake }) => fake.control().director.say('That is all.')],
    [
      'an injected text',
      async (mounted, conversation_id) => {
        const visitor = await signIn(mounted)
        const body = { conversation_id, content: 'Only the last quarter' }
        await visitor.call('POST /api/chat/inject', { body })
      },
    ],
    [
      'a recalled text',
      async (mounted, conversation_id) => {
        const visitor = await signIn(mounted)
        const body = { conversation_id, content: 'Only the last quarter' }
        const { json } = await visitor.call<{ id: string }>('POST /api/chat/inject', { body })
        const recall = { conversation_id, inject_id: json.id }
        await visitor.call('POST /api/chat/inject/recall', { body: recall })
      },
    ],
  ] satisfies [string, Change['apply']][])(
    'a turn that is interrupted after %s sends the same events as without an interruption',
    async (_, apply) => {
      const changes = [{ at: 4, apply }]
      const played = await playWithSnapshots('renvoyer-capteurs', 2, 5, changes)
      const { conversation, events, snapshots } = played
      for (const snapshot of snapshots) expect(await finish(snapshot, conversation)).toEqual(events)
    },
  )

  it.each([
    [
      'an injected text',
      (visitor, _, conversation_id) =>
        visitor.call('POST /api/chat/inject', { body: { conversation_id, content: 'Lions' } }),
    ],
    ['a text of the director', (_, { fake }) => fake.control().director.say('Stop.')],
  ] satisfies [string, (visitor: Visitor, ...on: Parameters<Change['apply']>) => unknown][])(
    '%s that comes during a pause is also played after the pause in a fork of the world',
    async (_, apply) => {
      const { mounted, visitor, conversation_id } = await startScript({
        name: 'pausing',
        match: { endpoint: 'react' },
        on_inject: [{ answer: 'Noted. ' }],
        script: [{ answer: 'First. ' }, { pause: 10_000 }, { answer: 'Second.' }],
      })
      mounted.fake.clock.advance('2s')
      await apply(visitor, mounted, conversation_id)
      const [own, forked] = finishInFork(mounted, conversation_id)
      expect(own?.at(-1)?.event).toBe('end')
      expect(forked).toEqual(own)
    },
  )

  it('a turn whose script draws the reason of its routing continues with the same random values', async () => {
    const { mounted, conversation_id } = await startScript(
      {
        name: 'drawing',
        match: { endpoint: 'react' },
        routing: 'Because of {{faker.reason}}',
        values: { 'faker.reason': ['rain', 'snow', 'wind'], 'faker.word': ['a', 'b', 'c', 'd'] },
        pace: { jitter: 0.5 },
        script: [{ answer: 'Hello {{faker.word}} and {{faker.word#2}}.' }, { answer: 'Goodbye.' }],
      },
      'auto',
    )
    mounted.fake.clock.advance(300)
    const [own, forked] = finishInFork(mounted, conversation_id)
    expect([own?.at(0)?.event, own?.at(-1)?.event]).toEqual(['routing', 'end'])
    expect(forked).toEqual(own)
  })

  it('a turn that waits for an approval still waits in the loaded world, and continues after the decision', async () => {
    const there = mountInProcess({ speed: 1, scenarios: shippedScenarios })
    const { conversation_id, id, document } = await waitingTurn()
    await there.fake.control().restore(document)
    const visitor = await signIn(there)
    there.fake.clock.advance('5s')
    expect(there.fake.control().director.state().turns).toMatchObject([{ awaiting: id }])
    expect((await respond(visitor, id, { decision: 'approve' })).status).toBe(200)
    there.fake.clock.advance('1m')
    const body = { conversation_id, cursor: -1 }
    const events = await visitor.stream('POST /api/chat/resume', { body })
    const requests = events.filter(({ event }) => event === 'awaiting_confirmation')
    expect(requests.length).toBe(1)
    expect(namesOf(events)).toContain('done')
  })

  it('an approval that expired while its world was not loaded refuses a decision with 409, and its turn ends', async () => {
    const there = mountInProcess({ speed: 1, scenarios: shippedScenarios })
    const { conversation_id, id, document } = await waitingTurn()
    await there.fake.control().restore({
      ...document,
      time: { ...document.time, now: document.time.now + 7 * 86_400_000 },
    })
    const visitor = await signIn(there)
    there.fake.clock.advance('1m')
    expect((await respond(visitor, id, { decision: 'approve' })).status).toBe(409)
    const body = { conversation_id, cursor: -1 }
    const events = await visitor.stream('POST /api/chat/resume', { body })
    expect(namesOf(events)).toContain('done')
  })

  it('a turn that is restored without its script ends after its stored events, and its approval expires', async () => {
    const there = mountInProcess({ speed: 1, scenarios: shippedScenarios })
    const { conversation_id, id, document } = await waitingTurn()
    for (const turn of Object.values(document.tables.turns ?? {})) delete turn.playing
    await there.fake.control().restore(document)
    const visitor = await signIn(there)
    const confirmation = await visitor.call(`GET /api/confirmations/${id}`)
    expect(confirmation.json).toMatchObject({ status: 'expired' })
    const body = { conversation_id, cursor: -1 }
    const events = await visitor.stream('POST /api/chat/resume', { body })
    expect(events.at(-2)?.event).toBe('awaiting_confirmation')
    expect(events.at(-1)?.event).toBe('resume_done')
  })

  it('a restored turn whose stored events do not match its script ends after the stored events', async () => {
    const there = mountInProcess({ speed: 1, scenarios: shippedScenarios })
    const { conversation_id, document } = await waitingTurn()
    for (const { playing } of Object.values(document.tables.turns ?? {}))
      if (playing !== undefined) playing.script.script = [{ answer: 'Something else' }]
    await there.fake.control().restore(document)
    const visitor = await signIn(there)
    const body = { conversation_id, cursor: -1 }
    const events = await visitor.stream('POST /api/chat/resume', { body })
    expect(events.at(-2)?.event).toBe('awaiting_confirmation')
    expect(there.fake.control().director.state().turns).toEqual([])
  })

  it('a restored turn, which has no client, is cancelled if the profile cancels turns on a disconnect', async () => {
    const profile = readProfile({ picks: { 'turn.on-disconnect': 'cancels' } })
    const there = mountInProcess({ speed: 1, scenarios: shippedScenarios })
    const { conversation_id, document } = await waitingTurn({ profile })
    await there.fake.control().restore(document)
    const visitor = await signIn(there)
    const body = { conversation_id, cursor: -1 }
    expect((await visitor.call('POST /api/chat/resume', { body })).status).toBe(404)
    expect(there.fake.control().director.state().turns).toEqual([])
  })

  it('a running turn continues separately in its world and in a fork of the world', async () => {
    const mounted = mountInProcess({ speed: 1, scenarios: shippedScenarios })
    const { id, conversation_id } = await askForRefund(await signIn(mounted))
    mounted.fake.control().fork('copy')
    const copy = inWorld(mounted, 'copy')
    const decisions = [
      [mounted, 'reject'],
      [copy, 'approve'],
    ] as const
    for (const [there, decision] of decisions) await respond(await signIn(there), id, { decision })
    const answers = [mounted, copy].map(async (there) => {
      const body = { conversation_id, cursor: -1 }
      return (await signIn(there)).read('POST /api/chat/resume', { body })
    })
    mounted.fake.clock.advance('1m')
    mounted.fake.control('copy').clock.advance('1m')
    const [own, other] = await Promise.all(answers.map(async (reader) => (await reader).rest()))
    expect(namesOf(own ?? [])).toContain('done')
    expect(namesOf(other ?? [])).toContain('done')
    expect(answerIn(other ?? [])).not.toBe(answerIn(own ?? []))
  })
})

/** A turn with a script, in a fake with a frozen clock. */
async function startScript(script: Scenario, endpoint = 'react') {
  const mounted = mountInProcess({ scenarios: [script], speed: 1 })
  mounted.fake.clock.freeze(start)
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  await visitor.open(`POST /api/${endpoint}`, { body: { q: 'Tell me', conversation_id } })
  return { mounted, visitor, conversation_id }
}

/** The stored events of a running turn: of its world, and of a fork of the world. */
function finishInFork({ fake }: Mounted, conversation: string) {
  fake.control().fork('copy')
  return ['default', 'copy'].map((name) => {
    fake.control(name).clock.advance('1h')
    return storedEvents(fake.world(name), conversation)
  })
}

/** A snapshot of a world whose turn waits for an approval. */
async function waitingTurn(options: Partial<FakeOptions> = {}) {
  const here = mountInProcess({ speed: Infinity, scenarios: shippedScenarios, ...options })
  here.fake.clock.freeze()
  const { id, conversation_id } = await askForRefund(await signIn(here))
  const document = here.fake.control().snapshot()
  here.fake.close()
  return { id, conversation_id, document: structuredClone(document) }
}
