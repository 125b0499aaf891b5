import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { statusOf } from '../../support/refund.ts'
import { only } from '../../support/stream-reader.ts'
import {
  demo,
  describeTransports,
  type Mounted,
  shippedScenarios,
} from '../../support/transports.ts'
import { newConversation, type Sent, signIn, visit, type Visitor } from '../../support/visitor.ts'

const idOf = (name: string) => demo.channels.find((one) => one.name === name)?.id ?? ''
const agent = demo.agents.find(({ name }) => name === 'Support Desk')?.id ?? ''

/** An event of a chat provider, signed if `key` is set. */
function sent(body: object, key?: string): Sent {
  const text = JSON.stringify(body, null, 1)
  if (key === undefined) return { text }
  const [time, nonce] = ['1795250000', 'a-nonce']
  const signature = createHash('sha256').update(`${time}${nonce}${key}${text}`).digest('hex')
  const headers = {
    'x-lark-request-timestamp': time,
    'x-lark-request-nonce': nonce,
    'x-lark-signature': signature,
  }
  return { text, headers: { 'content-type': 'application/json', ...headers } }
}

/** Calls the callback, which needs no credential. */
const callBack = (mounted: Mounted, channel: string, event: Sent) =>
  visit(mounted).call(`POST /api/channels/${idOf(channel)}/callback`, event)

const click = (confirmation_id: string, decision: string) => ({
  header: { event_type: 'card.action.trigger' },
  event: { action: { tag: 'button', value: { confirmation_id, decision } } },
})

/** Starts a turn that requests an approval in a channel, and reads up to the request. */
async function askInChannel(mounted: Mounted) {
  const visitor = await signIn(mounted)
  const body = { approval_channel_id: idOf('Finance approvals') }
  await visitor.call(`PUT /api/agents/${agent}`, { body })
  const { reader, confirmation, shown } = await ask(visitor)
  expect(shown).toEqual(['channel', 'Finance approvals'])
  return { visitor, reader, confirmation }
}

/** Starts a turn that requests an approval, and reads up to the request. */
async function ask(visitor: Visitor) {
  const conversation_id = await newConversation(visitor, { agent_id: agent })
  const reader = await visitor.read('POST /api/react', {
    body: { q: 'Pay back the two crushed gateways of order FH-20388', conversation_id },
  })
  const { confirmation_id, mode, channel_label } = await reader.untilEvent('awaiting_confirmation')
  return { reader, confirmation: String(confirmation_id), shown: [mode, channel_label] }
}

describeTransports('the callback of a channel', (mount) => {
  it('the callback of a channel echoes the challenge of the chat provider', async () => {
    const event = sent({ type: 'url_verification', challenge: 'c-1', token: 'any' })
    const { status, json } = await callBack(await mount(), 'Finance approvals', event)
    expect([status, json]).toEqual([200, { challenge: 'c-1' }])
  })

  it('the callback of a channel responds to every other event with an empty object', async () => {
    const mounted = await mount()
    const before = mounted.fake.world().store.auditLog.size
    for (const event of [{}, { event: { message: 'hello' } }, { type: 'event_callback' }])
      expect((await callBack(mounted, 'Finance approvals', sent(event))).json).toEqual({})
    expect(mounted.fake.world().store.auditLog.size).toBe(before)
  })

  it('the callback of a channel requires the signature of the channel over the raw body', async () => {
    const mounted = await mount()
    const event = { type: 'url_verification', challenge: 'c-2' }
    const signed = sent(event, 'sample-encrypt-key')
    expect((await callBack(mounted, 'Incident room', signed)).json).toEqual({ challenge: 'c-2' })
    for (const wrong of [
      sent(event),
      sent(event, 'another-key'),
      { ...signed, text: JSON.stringify(event) },
    ]) {
      const { status, json } = await callBack(mounted, 'Incident room', wrong)
      expect([status, json]).toMatchObject([401, { error: 'unauthorized' }])
    }
  })

  it('the callback of an unknown channel responds with 404, and a callback accepts only JSON objects', async () => {
    const mounted = await mount()
    expect((await callBack(mounted, 'Nowhere', sent({}))).status).toBe(404)
    expect((await callBack(mounted, 'Finance approvals', sent([]))).status).toBe(422)
  })

  it('a click in a channel approves a tool call, and a second click is refused', async () => {
    const mounted = await mount({ scenarios: shippedScenarios })
    const { visitor, reader, confirmation } = await askInChannel(mounted)
    const answer = async (channel: string, decision: string) =>
      (await callBack(mounted, channel, sent(click(confirmation, decision)))).json
    const refused = { toast: { type: 'error', content: expect.any(String) } }

    expect(await answer('Toronto crew', 'approve')).toEqual(refused)
    expect(await answer('Finance approvals', 'perhaps')).toEqual({})
    expect(await answer('Finance approvals', 'approve')).toEqual({
      toast: { type: 'success', content: 'payments_refund: approved' },
      card: { confirmation_id: confirmation, status: 'approved' },
    })
    expect(only(await reader.rest(), 'done')['answer']).toContain('RF-7731')
    expect(await answer('Finance approvals', 'reject')).toEqual(refused)
    const { json } = await visitor.call(`GET /api/confirmations/${confirmation}`)
    expect(json).toMatchObject({ status: 'approved', approver_user_id: null })
    const log = await visitor.call('GET /api/admin/audit-log?action=confirmation.responded')
    expect(log.json).toMatchObject({ total: 1, items: [{ target_id: confirmation }] })
  })

  it('a click in a channel rejects a tool call, and the turn reports the rejection', async () => {
    const mounted = await mount({ scenarios: shippedScenarios })
    const { reader, confirmation } = await askInChannel(mounted)
    const { action } = click(confirmation, 'reject').event
    const { json } = await callBack(mounted, 'Finance approvals', sent({ action }))
    expect(json).toMatchObject({ card: { status: 'rejected' } })
    expect(only(await reader.rest(), 'done')['answer']).toContain('not approved')
  })

  it('a click in a channel that was switched off decides nothing', async () => {
    const mounted = await mount({ scenarios: shippedScenarios })
    const { visitor, confirmation } = await askInChannel(mounted)
    const channel = `/api/channels/${idOf('Finance approvals')}`
    await visitor.call(`PATCH ${channel}`, { body: { is_active: false } })
    const event = sent(click(confirmation, 'approve'))
    const { json } = await callBack(mounted, 'Finance approvals', event)
    expect(json).toEqual({ toast: { type: 'error', content: 'The channel is inactive.' } })
    expect(await statusOf(visitor, confirmation)).toBe('pending')
  })

  it.each([
    ['deleted', 'DELETE', undefined],
    ['switched off', 'PATCH', { is_active: false }],
  ])(
    'an approval is requested inline if the channel of its agent was %s',
    async (_, verb, change) => {
      const mounted = await mount({ scenarios: shippedScenarios })
      const visitor = await signIn(mounted)
      const channel = idOf('Finance approvals')
      const body = { approval_channel_id: channel }
      await visitor.call(`PUT /api/agents/${agent}`, { body })
      await visitor.call(`${verb} /api/channels/${channel}`, { body: change })
      expect((await ask(visitor)).shown).toEqual(['inline', null])
    },
  )
})
