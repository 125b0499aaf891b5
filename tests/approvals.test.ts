import { describe, expect, it } from 'vitest'
import { readProfile } from '../contract/profile.ts'
import {
  demo,
  describeTransports,
  type Mounted,
  mountInProcess,
  shippedScenarios as scenarios,
} from './transports.ts'
import { answerIn, only, type Reader, type SeenEvent } from './stream-reader.ts'
import { conversationOf, keyOf, newConversation, signIn, visit, type Visitor } from './visitor.ts'

const agent_id = demo.agents.find(({ name }) => name === 'Support Desk')?.id ?? ''
const q = 'Pay back the two crushed gateways of order FH-20388'
const day = 24 * 3_600_000

type Confirmation = { readonly status: string } & Record<string, unknown>
type Asked = { readonly reader: Reader; readonly id: string; readonly conversation_id: string }

/** Starts the turn whose refund needs an approval, and reads up to the question. */
async function askForRefund(visitor: Visitor): Promise<Asked> {
  const conversation_id = await newConversation(visitor, { agent_id })
  const reader = await visitor.read('POST /api/react', { body: { q, conversation_id } })
  const { confirmation_id } = await reader.untilEvent('awaiting_confirmation')
  return { reader, id: String(confirmation_id), conversation_id }
}

const respond = (visitor: Visitor, id: string, body: object) =>
  visitor.call<Confirmation>(`POST /api/confirmations/${id}/respond`, { body })
const statusOf = async (visitor: Visitor, id: string) =>
  (await visitor.call<Confirmation>(`GET /api/confirmations/${id}`)).json.status

const callsIn = (events: readonly SeenEvent[], tool: string) =>
  events.filter(({ data }) => data['tool'] === tool).map(({ data }) => data)

/** The calls that the steps of a scenario's plan make. */
const callsOfPlan = (scenario: string) =>
  scenarios
    .filter(({ name }) => name === scenario)
    .flatMap(({ script }) => script)
    .flatMap((line) => ('plan' in line ? line.plan.steps : []))
    .flatMap((step) => step.calls ?? [])

async function colleague(mounted: Mounted, name: string): Promise<Visitor> {
  const body = { email: `${name}@example.com`, password: 'colleague-password' }
  type Session = { readonly access_token: string }
  const { json } = await visit(mounted).call<Session>('POST /api/auth/login', { body })
  return visit(mounted, json.access_token)
}

describeTransports('a tool call that needs an approval', (mount) => {
  it('is announced, waits, and is made once it is approved', async () => {
    const mounted = await mount({ scenarios })
    const visitor = await signIn(mounted)
    mounted.fake.world().clock.freeze()
    const { reader, id } = await askForRefund(visitor)
    const now = mounted.fake.world().clock.now()
    const waiting = [...(await reader.until(1))]
    expect(waiting.at(-1)).toMatchObject({
      event: 'awaiting_confirmation',
      data: {
        type: 'awaiting_confirmation',
        tool_name: 'payments_refund',
        arguments: { order: 'FH-20388', amount: 612 },
        timeout_at: new Date(now + day).toISOString(),
        agent_id,
        mode: 'inline',
        channel_label: null,
        approver_scope: 'agent_owner',
      },
    })
    expect(callsIn(waiting, 'payments_refund').map(({ status }) => status)).toEqual(['start'])
    expect((await visitor.call(`GET /api/confirmations/${id}`)).json).toEqual({
      confirmation_id: id,
      status: 'pending',
      mode: 'inline',
      tool_name: 'payments_refund',
      arguments: expect.objectContaining({ amount: 612 }),
      created_at: new Date(now).toISOString(),
      decided_at: null,
      approver_user_id: null,
    })

    const { status, json } = await respond(visitor, id, { decision: 'approve' })
    expect(status).toBe(200)
    const decided_at = new Date(now).toISOString()
    expect(json).toEqual({ status: 'approved', confirmation_id: id, decided_at })
    const events = await reader.rest()
    expect(callsIn(events, 'payments_refund').at(-1)).toMatchObject({ status: 'done', error: null })
    expect(only(events, 'done')['answer']).toContain('RF-7731')
    expect(answerIn(events)).toBe(only(events, 'done')['answer'])
  })

  it('is not made once it is rejected, and the turn says so with the reason', async () => {
    const visitor = await signIn(await mount({ scenarios }))
    const { reader, id, conversation_id } = await askForRefund(visitor)
    const reason = 'Send new ones'
    expect((await respond(visitor, id, { decision: 'reject', reason })).json.status).toBe(
      'rejected',
    )
    const events = await reader.rest()
    expect(callsIn(events, 'payments_refund').at(-1)).toMatchObject({
      status: 'done',
      observation: null,
      error: 'rejected by the approver: Send new ones',
    })
    expect(only(events, 'done')['answer']).toContain('**not approved** (Send new ones)')
    const { messages } = await conversationOf(visitor, conversation_id)
    expect(messages.at(-1)?.content).toBe(only(events, 'done')['answer'])
    expect(JSON.stringify(messages.at(-1)?.metadata)).toContain('awaiting_confirmation')
  })

  it('expires after a day, not before', async () => {
    const mounted = await mount({ scenarios })
    const { clock } = mounted.fake.world()
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    clock.freeze()
    const { reader, id } = await askForRefund(visitor)
    clock.advance(day - 1)
    expect(await statusOf(visitor, id)).toBe('pending')
    clock.advance(1)
    expect(await statusOf(visitor, id)).toBe('expired')
    const events = await reader.rest()
    expect(callsIn(events, 'payments_refund').at(-1)).toMatchObject({
      error: 'timed out waiting for confirmation',
    })
    expect(only(events, 'done')['answer']).toContain('has lapsed')
    expect((await respond(visitor, id, { decision: 'approve' })).status).toBe(409)
    expect(await statusOf(visitor, id)).toBe('expired')
  })

  it('is decided once: a second answer is a conflict and changes nothing', async () => {
    const visitor = await signIn(await mount({ scenarios }))
    const { reader, id } = await askForRefund(visitor)
    await respond(visitor, id, { decision: 'reject' })
    const body = { decision: 'approve' }
    expect(await visitor.refusal(`POST /api/confirmations/${id}/respond`, { body })).toEqual([
      409,
      'conflict',
    ])
    expect(await statusOf(visitor, id)).toBe('rejected')
    expect(only(await reader.rest(), 'done')['answer']).toContain('no reason given')
  })

  it('is replayed and followed by who resumes while it waits', async () => {
    const visitor = await signIn(await mount({ scenarios }))
    const { reader, id, conversation_id } = await askForRefund(visitor)
    const before = [...(await reader.until(1))]
    await reader.leave()
    const body = { conversation_id, cursor: -1 }
    const resumed = await visitor.read('POST /api/chat/resume', { body })
    await resumed.untilEvent('awaiting_confirmation')
    expect(await resumed.until(1)).toEqual(before)
    await respond(visitor, id, { decision: 'approve' })
    const events = await resumed.rest()
    expect(only(events, 'done')['answer']).toContain('RF-7731')
    expect(events.at(-1)?.event).toBe('resume_done')
  })

  it('is for the approvers of its agent to decide, and for its initiator to see', async () => {
    const mounted = await mount({ scenarios })
    const other = await signIn(mounted, 'other')
    const { reader, id } = await askForRefund(other)
    const stranger = await colleague(mounted, 'ines.aldaba')
    const body = { decision: 'approve' }
    for (const one of [other, stranger])
      expect(await one.refusal(`POST /api/confirmations/${id}/respond`, { body })).toEqual([
        403,
        'forbidden',
      ])
    expect(await statusOf(other, id)).toBe('pending')
    expect(await stranger.refusal(`GET /api/confirmations/${id}`)).toEqual([403, 'forbidden'])
    const owner = await signIn(mounted)
    expect((await respond(owner, id, body)).json.status).toBe('approved')
    expect(only(await reader.rest(), 'done')['answer']).toContain('RF-7731')
    const { json } = await other.call(`GET /api/confirmations/${id}`)
    const dana = demo.users.find(({ email }) => email === 'demo@example.com')?.id
    expect(json).toMatchObject({ status: 'approved', approver_user_id: dana })
  })

  it('is answered with a decision, and a reason of at most 2000 characters', async () => {
    const visitor = await signIn(await mount({ scenarios }))
    const { id } = await askForRefund(visitor)
    const long = 'x'.repeat(2001)
    for (const body of [{}, { decision: 'yes' }, { decision: 'reject', reason: long }])
      expect((await respond(visitor, id, body)).status).toBe(422)
    expect((await respond(visitor, 'unknown', { decision: 'reject' })).status).toBe(404)
    const reason = 'x'.repeat(2000)
    expect((await respond(visitor, id, { decision: 'reject', reason })).status).toBe(200)
  })
})

const mounted = (picks: object = {}, speed = Infinity) =>
  mountInProcess({ scenarios, speed, profile: readProfile({ picks }) })

describe('a turn that waits for an approval', () => {
  it('goes on in its own time, as if it had not waited', async () => {
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

  it('takes its question with it when it is cancelled', async () => {
    const place = mounted({ 'turn.on-disconnect': 'cancels' })
    const visitor = await signIn(place)
    const { reader, id, conversation_id } = await askForRefund(visitor)
    await reader.leave()
    expect(await statusOf(visitor, id)).toBe('expired')
    const { running, store, approvals } = place.fake.world()
    expect([[...running], approvals.size]).toEqual([[], 0])
    expect(store.transcripts.owned(conversation_id, 'oldest')).toEqual([])
  })

  it('waits for two minutes where the deployment does', async () => {
    const place = mounted({ 'approvals.wait': '120s' })
    const { clock } = place.fake.world()
    const visitor = await signIn(place)
    clock.freeze()
    const { reader, id } = await askForRefund(visitor)
    clock.advance(119_999)
    expect(await statusOf(visitor, id)).toBe('pending')
    clock.advance(1)
    expect(await statusOf(visitor, id)).toBe('expired')
    expect((await reader.rest()).at(-1)?.event).toBe('end')
  })

  it('keeps the arguments to its event where the deployment does', async () => {
    const visitor = await signIn(mounted({ 'approvals.arguments': 'empty' }))
    const { id } = await askForRefund(visitor)
    const { json } = await visitor.call(`GET /api/confirmations/${id}`)
    expect(json).toMatchObject({ tool_name: 'payments_refund', arguments: {} })
  })
})

/** The demo, in which an agent asks always; gives a visitor who owns it. */
async function asking(name: string) {
  const place = mountInProcess({ scenarios })
  const { agents } = place.fake.world().store
  const agent = [...agents.values()].find((one) => one.name === name)
  if (agent === undefined) throw new Error(`There is no agent ${name}.`)
  agents.update(agent, { require_confirmation_for_all: true })
  return { visitor: await signIn(place), agent_id: agent.id }
}

/** Answers each question of a stream in turn; gives the events and the tools that were asked for. */
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

describe('an agent that asks before every call', () => {
  it('asks for calls side by side one after the other', async () => {
    const { visitor, agent_id: id } = await asking('Sales Assistant')
    const body = { q: 'Compare the Team and Enterprise plans for 200 sensors', agent_id: id }
    const { events, tools } = await decideAll(visitor, 'POST /api/react', body, [
      'approve',
      'approve',
    ])
    expect(new Set(tools).size).toBe(2)
    expect(events.at(-1)?.event).toBe('end')
  })

  it('makes no further call once one is rejected', async () => {
    const { visitor, agent_id: id } = await asking('Incident Responder')
    const body = { q: 'Are readings delayed in Frankfurt right now?', agent_id: id }
    const decisions = ['approve', 'reject']
    const { events, tools } = await decideAll(visitor, 'POST /api/react', body, decisions)
    expect(tools).toEqual(['metrics_query', 'logs_count'])
    expect(only(events, 'done')['answer']).toContain('I did not run `logs_count`')
  })

  it('asks within the steps of a plan; what runs beside goes on once it is decided', async () => {
    const { visitor, agent_id: id } = await asking('Research Analyst')
    const body = { q: 'Which market should we enter next year?', agent_id: id }
    const decisions = Array.from(callsOfPlan('market-scan'), () => 'approve')
    expect(decisions.length).toBeGreaterThan(1)
    const { events } = await decideAll(visitor, 'POST /api/dag', body, decisions)
    expect(only(events, 'done')).toMatchObject({ achieved: true })
  })

  it('fails the step whose call is rejected, and closes every step and phase all the same', async () => {
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
