import { describe, expect, it } from 'vitest'
import { callerWith, fakedStaging } from './faked-staging.ts'
import { drawn } from '../support/proving.ts'

const q = 'Where is my order?'

type Message = Readonly<Record<'id' | 'role' | 'content' | 'created_at', string>>
type Conversation = { readonly data: { readonly messages: readonly Message[] } }

const formOf = (date = '') => date.replaceAll(/\d/g, '0')

describe.each(drawn(['documented', 'deployed-0.8'], 1))(
  'turns of a fake in front of the deployment %s',
  (profile) => {
    it('a turn comes from the fake, and the conversation of the deployment gets its messages', async () => {
      const { deployment, visit } = await fakedStaging({ profile })
      const visitor = await visit()
      const conversation_id = await visitor.newConversation({ title: 'Mine' })
      const turn = await visitor.stream('POST /api/react', { q, conversation_id })
      expect(turn.response.headers.get('x-understudy-proxy')).toBe('fake')
      const events = await turn.rest()
      expect(events.at(-1)?.event).toBe('end')
      expect(deployment.called().filter((call) => call.startsWith('POST'))).toEqual([
        'POST /api/auth/login',
        'POST /api/conversations',
      ])

      const path = `GET /api/conversations/${conversation_id}`
      const { json: merged } = await visitor.call(path)
      const { json: real } = await visitor.callTarget(path)
      const { messages } = (merged as Conversation).data
      expect(messages.map(({ role, content }) => [role, content.includes('FH-20417')])).toEqual([
        ['user', false],
        ['assistant', true],
      ])
      expect(merged).toEqual({ ...real, data: { ...(real['data'] as object), messages } })
      expect((await visitor.call('GET /api/conversations')).json).toEqual(
        (await visitor.callTarget('GET /api/conversations')).json,
      )
    })

    it('a resume replays turns of the fake, and also real turns of the deployment', async () => {
      const { deployment, visit } = await fakedStaging({ profile })
      const visitor = await visit()
      const direct = callerWith(deployment.url, deployment.url, visitor.token)
      const [real, played] = [await visitor.newConversation(), await visitor.newConversation()]
      await (
        await direct.stream('POST /api/react', { q: 'Hello there', conversation_id: real })
      ).rest()
      await (await visitor.stream('POST /api/react', { q, conversation_id: played })).rest()
      const resumed = async (conversation_id: string) =>
        (await visitor.stream('POST /api/chat/resume', { conversation_id, cursor: -1 })).rest()
      expect(JSON.stringify(await resumed(played))).toContain('FH-20417')
      expect(JSON.stringify(await resumed(real))).not.toContain('FH-20417')
      expect(deployment.called().filter((call) => call.endsWith('/chat/resume'))).toHaveLength(1)
    })

    it('messages of the deployment come before messages of the fake, and have the same form', async () => {
      const { deployment, visit } = await fakedStaging({ profile, played: 'documented' })
      const visitor = await visit()
      const direct = callerWith(deployment.url, deployment.url, visitor.token)
      const conversation_id = await visitor.newConversation()
      await (await direct.stream('POST /api/react', { q: 'Hello there', conversation_id })).rest()
      for (const text of [q, 'And now?'])
        await (await visitor.stream('POST /api/react', { q: text, conversation_id })).rest()
      const { json } = await visitor.call(`GET /api/conversations/${conversation_id}`)
      const { messages } = (json as Conversation).data
      expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
        'Hello there',
        q,
        'And now?',
      ])
      const [first, , third] = messages
      expect(Object.keys(third ?? {})).toEqual(Object.keys(first ?? {}))
      expect(formOf(third?.created_at)).toBe(formOf(first?.created_at))
    })

    it('a caller whom the deployment refuses gets the refusal of the deployment instead of a turn', async () => {
      const { deployment, proxy, fake } = await fakedStaging({ profile })
      const stranger = callerWith(proxy.url, deployment.url, 'x.y.z')
      const { status, json } = await stranger.call('POST /api/react', { q, token: 'x.y.z' })
      expect({ status, json }).toEqual(await stranger.callTarget('GET /api/auth/me'))
      expect(status).toBe(401)
      expect(fake.control().journal.list()).toEqual([])
    })

    it('a conversation that the caller may not read is refused by the deployment', async () => {
      const { visit, fake } = await fakedStaging({ profile })
      const [owner, other] = [await visit(), await visit('other')]
      const conversation_id = await owner.newConversation()
      const asked = (visitor: typeof owner, id: string) =>
        visitor.call('POST /api/react', { q, conversation_id: id, token: visitor.token })
      for (const id of [conversation_id, 'unknown'])
        expect(await asked(other, id)).toEqual(
          await other.callTarget(`GET /api/conversations/${id}`),
        )
      expect(fake.control().journal.list()).toEqual([])

      await (await owner.stream('POST /api/react', { q, conversation_id })).rest()
      const resume = { conversation_id, cursor: -1 }
      expect(await other.call('POST /api/chat/resume', resume)).toEqual(
        await other.callTarget('POST /api/chat/resume', resume),
      )
      expect((await other.call(`GET /api/conversations/${conversation_id}`)).status).toBe(404)
    })

    it('a turn without a conversation is played, and appears in no list', async () => {
      const { visit } = await fakedStaging({ profile })
      const visitor = await visit()
      const before = await visitor.call('GET /api/conversations')
      const events = await (await visitor.stream('POST /api/dag', { q })).rest()
      expect(events.at(-1)?.event).toBe('end')
      expect(await visitor.call('GET /api/conversations')).toEqual(before)
    })

    it('an approval of an agent of the deployment is read and decided at the fake', async () => {
      const { deployment, visit } = await fakedStaging({ profile })
      const visitor = await visit()
      const { items } = (await visitor.call('GET /api/agents?size=100')).json as {
        items: readonly { readonly id: string; readonly name: string }[]
      }
      const agent_id = items.find(({ name }) => name === 'Support Desk')?.id
      const conversation_id = await visitor.newConversation({ agent_id })
      const turn = await visitor.stream('POST /api/react', {
        q: 'Pay back the two crushed gateways of order FH-20388',
        conversation_id,
      })
      const { confirmation_id: id } = await turn.untilEvent('awaiting_confirmation')
      const confirmation = `/api/confirmations/${String(id)}`
      expect((await visitor.call(`GET ${confirmation}`)).json).toMatchObject({ status: 'pending' })
      const inject = { conversation_id, content: 'Be quick' }
      expect((await visitor.call('POST /api/chat/inject', inject)).json).toMatchObject({
        success: true,
      })
      await visitor.call(`POST ${confirmation}/respond`, { decision: 'approve' })
      expect((await turn.rest()).at(-1)?.event).toBe('end')
      expect((await visitor.call(`GET ${confirmation}`)).json).toMatchObject({ status: 'approved' })
      expect(deployment.called().filter((call) => /confirmations|inject/.test(call))).toEqual([])
      expect((await visitor.call('GET /api/confirmations/unknown')).status).toBe(404)
      expect(deployment.called()).toContain('GET /api/confirmations/unknown')
    })

    it('a chat ticket of the deployment identifies its caller for turns of the fake', async () => {
      const { visit, proxy } = await fakedStaging({ profile })
      const visitor = await visit()
      const { json } = await visitor.call('POST /api/chat/ticket')
      const ticket = Object.values(json['data'] ?? json)[0] as string
      const response = await fetch(`${proxy.url}/api/react`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ q, token: ticket }),
      })
      expect(response.headers.get('x-understudy-proxy')).toBe('fake')
      expect(await response.text()).toContain('FH-20417')
    })
  },
)
