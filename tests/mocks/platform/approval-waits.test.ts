import { describe, expect, it } from 'vitest'
import { loadProfile } from '../../../cli/world-data.ts'
import { documented } from '../../../contract/picks.ts'
import { readProfile } from '../../../contract/profile.ts'
import { agent_id, askForRefund, callsIn, q, respond, statusOf } from '../../support/refund.ts'
import { only } from '../../support/stream-reader.ts'
import { mountInProcess, shippedScenarios as scenarios } from '../../support/transports.ts'
import {
  inWorld,
  keyOf,
  newConversation,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'
import { begin, newWorkflow } from '../../support/workflow-tools.ts'
import { chain } from './workflows/drawn-run.ts'

/** The calls that the steps of a scenario's plan make. */
const callsOfPlan = (scenario: string) =>
  scenarios
    .filter(({ name }) => name === scenario)
    .flatMap(({ script }) => script)
    .flatMap((line) => ('plan' in line ? line.plan.steps : []))
    .flatMap((step) => step.calls ?? [])

const mounted = (picks: object = {}, speed = Infinity) =>
  mountInProcess({ scenarios, speed, profile: readProfile({ picks }) })

describe('a turn that waits for an approval', () => {
  it('a turn that waited for an approval continues with the same pauses as without an approval', async () => {
    const place = mounted({}, 1)
    const { clock, store } = place.fake.world()
    clock.freeze()
    const visitor = visit(place, keyOf(place, 'full'))
    const conversation_id = await newConversation(visitor, { agent_id })
    const reader = await visitor.read('POST /api/react', { body: { q, conversation_id } })
    clock.advance(60_000)
    const { confirmation_id: id } = await reader.untilEvent('awaiting_confirmation')
    clock.advance(3_600_000)
    const decided = clock.now()
    await respond(visitor, String(id), { decision: 'approve' })
    clock.advance(60_000)
    const [transcript] = store.transcripts.owned(conversation_id, 'oldest')
    const after = transcript?.events.filter(({ at }) => Date.parse(at) >= decided) ?? []
    expect(Date.parse(after[0]?.at ?? '') - decided).toBe(910)
    expect(Date.parse(after.at(-1)?.at ?? '') - decided).toBeLessThan(5000)
  })

  it('a turn that is cancelled while it waits for an approval cancels the approval', async () => {
    const place = mounted({ 'turn.on-disconnect': 'cancels' })
    const visitor = await signIn(place)
    const { reader, id, conversation_id } = await askForRefund(visitor)
    await reader.leave()
    expect(await statusOf(visitor, id)).toBe('expired')
    const { runningTurns: running, store, approvals } = place.fake.world()
    expect([[...running], approvals.size]).toEqual([[], 0])
    expect(store.transcripts.owned(conversation_id, 'oldest')).toEqual([])
  })

  it('an approval expires after two minutes if the deployment is configured so', async () => {
    const place = mounted({ 'approvals.wait': '120s' })
    const { clock } = place.fake.world()
    const visitor = await signIn(place)
    clock.freeze()
    const { reader, id } = await askForRefund(visitor)
    clock.advance(119_999)
    expect(await statusOf(visitor, id)).toBe('pending')
    clock.advance(1)
    expect(await statusOf(visitor, id)).toBe('expired')
    const events = await reader.rest()
    expect(callsIn(events, 'payments_refund').at(-1)).toMatchObject({
      error: 'timed out waiting for confirmation after 120s',
    })
    expect(events.at(-1)?.event).toBe('end')
  })

  it.each(['deleted', 'approved'] as const)(
    'a turn whose approval record was %s by the control API continues: at once, or after the wait if the record is gone',
    async (change) => {
      const place = mounted({ 'approvals.wait': '120s' })
      const visitor = await signIn(place)
      const { reader, id } = await askForRefund(visitor)
      const { records } = place.fake.control()
      if (change === 'deleted') await records.remove('confirmations', id)
      else await records.change('confirmations', id, { status: 'approved' })
      expect(place.fake.world().runningTurns.size).toBe(change === 'deleted' ? 1 : 0)
      if (change === 'deleted') place.fake.world().clock.advance(120_000)
      const events = await reader.rest()
      expect(events.at(-1)?.event).toBe('end')
      expect(String(only(events, 'done')['answer']).includes('RF-7731')).toBe(change === 'approved')
    },
  )

  it('an approval event contains the arguments of its tool call only if the deployment is configured so', async () => {
    const visitor = await signIn(mounted({ 'approvals.arguments': 'empty' }))
    const { id } = await askForRefund(visitor)
    const { json } = await visitor.call(`GET /api/confirmations/${id}`)
    expect(json).toMatchObject({ tool_name: 'payments_refund', arguments: {} })
  })
})

/** A fake with a pending approval that no turn waits for, created now. */
async function withoutTurn(picks: object = {}) {
  const place = mounted(picks)
  const { clock, store } = place.fake.world()
  clock.freeze()
  const visitor = await signIn(place)
  const { id: user_id = '' } =
    store.users.inCreationOrder().find(({ email }) => email === 'demo@example.com') ?? {}
  const { records } = place.fake.control()
  const { id } = await records.add('confirmations', { user_id, tool_name: 'orders_cancel' })
  return { place, clock, visitor, id }
}

describe('an approval that no turn waits for', () => {
  it.each([
    ['24h', 86_400_000],
    ['120s', 120_000],
  ])('an approval that no turn waits for expires after %s, and not earlier', async (wait, ms) => {
    const { place, clock, id } = await withoutTurn({ 'approvals.wait': wait })
    clock.advance(ms - 1)
    expect(await statusOf(await signIn(place), id)).toBe('pending')
    clock.advance(1)
    const expiredAt = clock.iso()
    clock.advance(1000)
    const { json } = await (await signIn(place)).call(`GET /api/confirmations/${id}`)
    expect(json).toMatchObject({ status: 'expired', decided_at: expiredAt, approver_user_id: null })
  })

  it('an approval that no turn waits for is decided within its time, and refuses a decision after it', async () => {
    const inTime = await withoutTurn()
    inTime.clock.advance(3_600_000)
    expect((await respond(inTime.visitor, inTime.id, { decision: 'approve' })).status).toBe(200)
    const late = await withoutTurn()
    late.clock.advance(25 * 3_600_000)
    const visitor = await signIn(late.place)
    expect((await respond(visitor, late.id, { decision: 'approve' })).status).toBe(409)
    expect(await statusOf(visitor, late.id)).toBe('expired')
  })

  it('an approval that no turn waits for stays pending in a fork and in a restored snapshot', async () => {
    const { place, id } = await withoutTurn()
    const control = place.fake.control()
    control.fork('copy')
    await control.restore(structuredClone(control.snapshot()))
    for (const there of [place, inWorld(place, 'copy')])
      expect(await statusOf(await signIn(there), id)).toBe('pending')
  })
})

const deployed = await loadProfile('profiles/deployed-0.8')
const deployedKind = {
  ...deployed,
  picks: { ...deployed.picks, 'workflows.defects': { option: 'kind' } },
} as typeof deployed

describe('a workflow run that waits for a review', () => {
  it.each([
    ['confirmations', 'deleted', documented],
    ['confirmations', 'approved', documented],
    ['workflow_approvals', 'deleted', deployedKind],
    ['workflow_approvals', 'approved', deployedKind],
  ] as const)(
    'a workflow run whose approval in %s was %s as a record continues when the wait is over',
    async (kind, change, profile) => {
      const place = mountInProcess({ profile })
      const { clock } = place.fake.world()
      clock.freeze()
      const visitor = await signIn(place)
      const review = { type: 'humanIntervention', timeout_hours: 1 }
      const workflow = await newWorkflow(visitor, chain({ r: review }))
      const { records } = place.fake.control()
      const listed = () => new Set(records.list(kind, { size: 1000 }).items.map((one) => one.id))
      const before = listed()
      const reader = await begin(visitor, workflow)
      const [id = ''] = listed().difference(before)
      if (change === 'deleted') await records.remove(kind, id)
      else await records.change(kind, id, { status: 'approved' })
      clock.advance(3_600_000)
      const ended = (await reader.rest()).at(-2)
      expect(ended?.event).toBe(change === 'approved' ? 'run_completed' : 'run_failed')
    },
  )
})

describe('the time limit of a review', () => {
  it('a review with a time limit of a quarter of an hour expires after 15 minutes', async () => {
    const place = mountInProcess()
    const { clock, store } = place.fake.world()
    clock.freeze()
    const visitor = await signIn(place)
    const review = { type: 'humanIntervention', title: 'Soon', timeout_hours: 0.25 }
    await begin(visitor, await newWorkflow(visitor, chain({ r: review })))
    const status = () =>
      [...store.confirmations.values()].find(({ arguments: given }) => given['title'] === 'Soon')
        ?.status
    clock.advance(14 * 60_000)
    expect(status()).toBe('pending')
    clock.advance(60_000)
    expect(status()).toBe('expired')
  })
})

describe('a workflow run after the decision of a review', () => {
  it.each([
    ['deleted', 'DELETE', undefined],
    ['deactivated', 'PUT', { is_active: false }],
    ['edited', 'PUT', { blueprint: chain({}, { said: 'later' }) }],
  ])(
    'a workflow run keeps what a nested workflow returned before a review, if it was %s meanwhile',
    async (_, method, body) => {
      const place = mountInProcess()
      const visitor = await signIn(place)
      const nested = await newWorkflow(visitor, chain({}, { said: 'first' }))
      const nodes = {
        w: { type: 'subWorkflow', workflow_id: nested },
        r: { type: 'humanIntervention' },
      }
      const workflow = await newWorkflow(visitor, chain(nodes, { of: 'w.output' }))
      const { confirmations } = place.fake.world().store
      const before = new Set([...confirmations.values()].map(({ id }) => id))
      const reader = await begin(visitor, workflow)
      const review = [...confirmations.values()].find(({ id }) => !before.has(id))
      expect((await visitor.call(`${method} /api/workflows/${nested}`, { body })).status).toBe(200)
      await respond(visitor, review?.id ?? '', { decision: 'approve' })
      const events = await reader.rest()
      expect(events.at(-2)).toMatchObject({
        event: 'run_completed',
        data: { outputs: { of: { said: 'first' } } },
      })
    },
  )
})

/** The demo fixture with an agent that always needs approvals; returns a visitor who owns it. */
async function asking(name: string) {
  const place = mountInProcess({ scenarios })
  const { agents } = place.fake.world().store
  const agent = [...agents.values()].find((one) => one.name === name)
  if (agent === undefined) throw new Error(`There is no agent ${name}.`)
  agents.update(agent, { require_confirmation_for_all: true })
  return { visitor: await signIn(place), agent_id: agent.id }
}

/** Decides each approval of a stream in order; returns the events and the tools. */
async function decideAll(
  visitor: Visitor,
  operation: string,
  body: object,
  decisions: readonly string[],
) {
  const reader = await visitor.read(operation, { body })
  let seen = await reader.until(1)
  const questions = () => seen.filter(({ event }) => event === 'awaiting_confirmation')
  for (const [index, decision] of decisions.entries()) {
    while (questions().length <= index) seen = await reader.until(seen.length + 1)
    const id = String(questions()[index]?.data['confirmation_id'])
    await respond(visitor, id, { decision })
  }
  const events = await reader.rest()
  seen = events
  return { events, tools: questions().map(({ data }) => data['tool_name']) }
}

describe('an agent that needs an approval for every call', () => {
  it('an agent that needs an approval for every call requests approvals of parallel calls one after the other', async () => {
    const { visitor, agent_id: id } = await asking('Sales Assistant')
    const body = { q: 'Compare the Team and Enterprise plans for 200 sensors', agent_id: id }
    const { events, tools } = await decideAll(visitor, 'POST /api/react', body, [
      'approve',
      'approve',
    ])
    expect(new Set(tools).size).toBe(2)
    expect(events.at(-1)?.event).toBe('end')
  })

  it('an agent that needs an approval for every call makes no more calls after a rejection', async () => {
    const { visitor, agent_id: id } = await asking('Incident Responder')
    const body = { q: 'Are readings delayed in Frankfurt right now?', agent_id: id }
    const decisions = ['approve', 'reject']
    const { events, tools } = await decideAll(visitor, 'POST /api/react', body, decisions)
    expect(tools).toEqual(['metrics_query', 'logs_count'])
    expect(only(events, 'done')['answer']).toContain('I did not run `logs_count`')
  })

  it('an agent requests approvals within the steps of a plan, and parallel steps continue after a decision', async () => {
    const { visitor, agent_id: id } = await asking('Research Analyst')
    const body = { q: 'Which market should we enter next year?', agent_id: id }
    const decisions = Array.from(callsOfPlan('market-scan'), () => 'approve')
    expect(decisions.length).toBeGreaterThan(1)
    const { events } = await decideAll(visitor, 'POST /api/dag', body, decisions)
    expect(only(events, 'done')).toMatchObject({ achieved: true })
  })

  it('an agent with an approval for every call fails the step of a rejected call, and closes all steps', async () => {
    const { visitor, agent_id: id } = await asking('Research Analyst')
    const body = { q: 'Which market should we enter next year?', agent_id: id }
    const decisions = Array.from(callsOfPlan('market-scan'), (_, index) =>
      index === 0 ? 'reject' : 'approve',
    )
    const { events } = await decideAll(visitor, 'POST /api/dag', body, decisions)
    const steps = (what: string) =>
      events.filter(({ event, data }) => event === 'step_progress' && data['event'] === what)
    const ends = steps('completed').map(({ data }) => data['status'])
    expect(ends).toHaveLength(steps('started').length)
    expect(ends.filter((status) => status === 'failed')).toHaveLength(1)
    const phases = events.filter(({ event }) => event === 'phase').map(({ data }) => data)
    expect(phases.at(-1)).toMatchObject({ name: 'analyzing', status: 'done', achieved: false })
    expect(only(events, 'done')).toMatchObject({ achieved: false })
  })
})
