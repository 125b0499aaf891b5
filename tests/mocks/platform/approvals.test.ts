import { expect, it } from 'vitest'
import { agent_id, askForRefund, callsIn, respond, statusOf } from '../../support/refund.ts'
import { answerIn, only } from '../../support/stream-reader.ts'
import {
  demo,
  describeTransports,
  type Mounted,
  shippedScenarios as scenarios,
} from '../../support/transports.ts'
import { conversationOf, keyOf, signIn, visit, type Visitor } from '../../support/visitor.ts'

const day = 24 * 3_600_000

async function colleague(mounted: Mounted, name: string): Promise<Visitor> {
  const body = { email: `${name}@example.com`, password: 'colleague-password' }
  type Session = { readonly access_token: string }
  const { json } = await visit(mounted).call<Session>('POST /api/auth/login', { body })
  return visit(mounted, json.access_token)
}

describeTransports('a tool call that needs an approval', (mount) => {
  it('a tool call that needs an approval is announced, waits, and runs once it is approved', async () => {
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
        arguments: { order: 'FH-20388', amount: 698 },
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
      arguments: expect.objectContaining({ amount: 698 }),
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

  it('a tool call that needs an approval does not run if it is rejected, and the turn states the reason', async () => {
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

  it('an approval expires after a day, and not earlier', async () => {
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
      error: 'timed out waiting for confirmation after 86400s',
    })
    expect(only(events, 'done')['answer']).toContain('has lapsed')
    expect((await respond(visitor, id, { decision: 'approve' })).status).toBe(409)
    expect(await statusOf(visitor, id)).toBe('expired')
  })

  it('an approval is decided once: a second decision gets 409 and changes nothing', async () => {
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

  it('a resume replays a turn that waits for an approval, and then continues with its new events', async () => {
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

  it('an approval can be decided only by approvers of its agent, and its initiator can see it', async () => {
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

  it('an approval that members of a deleted organization should decide is decided by its initiator', async () => {
    const mounted = await mount({ scenarios })
    const { agents } = mounted.fake.world().store
    const agent = agents.get(agent_id)
    if (agent === undefined) throw new Error('There is no such agent.')
    agents.update(agent, { confirmation_approver_scope: 'org_members', org_id: 'deleted' })
    const initiator = await signIn(mounted, 'other')
    const { reader, id } = await askForRefund(initiator)
    expect((await respond(initiator, id, { decision: 'approve' })).status).toBe(200)
    expect(only(await reader.rest(), 'done')['answer']).toContain('RF-7731')
  })

  it('an approval accepts a decision and a reason of at most 2000 characters', async () => {
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
