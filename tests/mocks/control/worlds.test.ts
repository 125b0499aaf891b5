import { expect, it } from 'vitest'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import {
  inWorld,
  conversationOf,
  keyOf,
  login,
  newConversation,
  newKey,
  type Session,
  signIn,
  visit,
} from '../../support/visitor.ts'

const atStart = demo.conversations.length

describeTransports('worlds', (mount) => {
  it('a request selects its world by a header', async () => {
    const mounted = await mount()
    const headers = { 'x-understudy-world': 'red' }
    const { access_token } = await login(mounted, 'demo', headers)
    const body = { title: 'Red plans' }
    await visit(mounted, access_token).call('POST /api/conversations', { body, headers })
    expect(mounted.fake.world('red').store.conversations.size).toBe(atStart + 1)
    expect(mounted.fake.world().store.conversations.size).toBe(atStart)
  })

  it('a request selects its world by the path before /api', async () => {
    const mounted = await mount()
    const visitor = await signIn(inWorld(mounted, 'blue%20sky'))
    await newConversation(visitor)
    expect(mounted.fake.world('blue sky').store.conversations.size).toBe(atStart + 1)
    expect(mounted.fake.world().store.conversations.size).toBe(atStart)
  })

  it('a request selects its world by any credential that the world issued', async () => {
    const mounted = await mount()
    const visitor = await signIn(inWorld(mounted, 'green'))
    const id = await newConversation(visitor, { title: 'Green plans' })
    const { key } = await newKey(visitor)
    const { access_token, refresh_token } = await login(inWorld(mounted, 'green'))
    for (const credential of [key, access_token]) {
      const seen = await conversationOf(visit(mounted, credential), id)
      expect(seen.title).toBe('Green plans')
    }
    const body = { q: 'Hi', token: key, conversation_id: id }
    expect((await visit(mounted).stream('POST /api/react', { body })).at(-1)?.event).toBe('end')
    const refreshed = await visit(mounted).call<Session>('POST /api/auth/refresh', {
      body: { refresh_token },
    })
    expect(refreshed.status).toBe(200)
    expect((await conversationOf(visit(mounted, refreshed.json.access_token), id)).title).toBe(
      'Green plans',
    )
  })

  it('a request with a disabled, deleted or expired API key is refused by the world of the key', async () => {
    const mounted = await mount()
    const visitor = await signIn(inWorld(mounted, 'green'))
    mounted.fake.world('green').clock.freeze()
    const made = mounted.fake.world('green').clock.now()
    const expires_at = new Date(made + 1000).toISOString()
    const [disabled, deleted, expired] = [
      await newKey(visitor),
      await newKey(visitor),
      await newKey(visitor, { expires_at }),
    ]
    await visitor.call(`PATCH /api/me/api-keys/${disabled.id}/active`, {
      body: { is_active: false },
    })
    await visitor.call(`DELETE /api/me/api-keys/${deleted.id}`)
    mounted.fake.world('green').clock.advance(1000)
    const refusal = ({ key }: { key: string }) => visit(mounted, key).refusal('GET /api/agents')
    expect(await refusal(disabled)).toEqual([401, 'unauthorized'])
    expect(await refusal(deleted)).toEqual([401, 'invalid_token'])
    expect(await refusal(expired)).toEqual([401, 'invalid_token'])
  })

  it('a world does not accept the credentials of another world, even with the same fixture', async () => {
    const mounted = await mount()
    const credentials = [(await login(mounted)).access_token, keyOf(mounted, 'full')]
    for (const credential of credentials) {
      const stranger = visit(inWorld(mounted, 'red'), credential)
      expect(await stranger.refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
    }
    const secret = (world?: string) => keyOf(mounted, 'full', world).slice(4, 20)
    expect(secret()).not.toBe(secret('red'))
    const { refresh_token } = await login(mounted)
    const body = { refresh_token }
    expect(
      await visit(inWorld(mounted, 'red')).refusal('POST /api/auth/refresh', { body }),
    ).toEqual([401, 'invalid_token'])
  })

  it('a request selects its world by the header first, then by the path, then by the credential', async () => {
    const mounted = await mount()
    const headers = { 'x-understudy-world': 'red' }
    const red = visit(inWorld(mounted, 'blue'), keyOf(mounted, 'full', 'red'))
    expect((await red.call('GET /api/agents', { headers })).status).toBe(200)
    expect(await red.refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
  })

  it('a credential of a world that does not exist any more is refused', async () => {
    const mounted = await mount()
    const elsewhere = mountInProcess()
    const visitor = await signIn(inWorld(elsewhere, 'gone'))
    const { key } = await newKey(visitor)
    const { access_token } = await login(inWorld(elsewhere, 'gone'))
    for (const credential of [key, access_token])
      expect(await visit(mounted, credential).refusal('GET /api/agents')).toEqual([
        401,
        'invalid_token',
      ])
  })

  it('worlds share no records, turns, clocks, token usage or sessions', async () => {
    const mounted = await mount()
    const red = await signIn(inWorld(mounted, 'red'))
    const blue = await signIn(inWorld(mounted, 'blue'))
    const id = await newConversation(red, { title: 'Red' })
    expect(await blue.refusal(`GET /api/conversations/${id}`)).toEqual([404, 'not_found'])
    await red.stream('POST /api/react', { body: { q: 'Hi', conversation_id: id } })
    const { store: untouched } = mounted.fake.world('blue')
    expect([untouched.messages.size, untouched.transcripts.size]).toEqual([
      mounted.fake.world('fresh').store.messages.size,
      mounted.fake.world('fresh').store.transcripts.size,
    ])
    mounted.fake.world('red').clock.advance(7_300_000)
    expect(await red.refusal('GET /api/auth/me')).toEqual([401, 'token_expired'])
    expect((await blue.call('GET /api/auth/me')).status).toBe(200)
  })

  it('a change of a fixture record in one world is not visible in other worlds', async () => {
    const mounted = await mount()
    const red = await signIn(inWorld(mounted, 'red'))
    const blue = await signIn(inWorld(mounted, 'blue'))
    type Listed = { readonly items: readonly { id: string; title: string }[] }
    const [first] = (await red.call<Listed>('GET /api/conversations')).json.items
    const path = `/api/conversations/${first?.id}`
    await red.call(`PATCH ${path}`, { body: { title: 'Changed', starred: false } })
    expect((await conversationOf(blue, first?.id ?? '')).title).toBe(first?.title)
    await red.call(`DELETE ${path}`)
    expect((await blue.call(`GET ${path}`)).status).toBe(200)
  })
})
