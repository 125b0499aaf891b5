import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { quotaOf, setQuota, tokensUsed, changeSettings } from '../../../mocks/platform/settings.ts'
import { demo, describeTransports, type Mounted, mountInProcess } from '../../support/transports.ts'
import { only } from '../../support/stream-reader.ts'
import { newConversation, signIn, visit, type Visitor } from '../../support/visitor.ts'

const chats = ['react', 'dag', 'auto']

/** Signs in as the user with a quota, in the middle of a month without earlier turns. */
async function limited(mounted: Mounted): Promise<Visitor> {
  mounted.fake.world().clock.freeze(Date.parse('2027-03-10T12:00:00.000Z'))
  return signInAgain(mounted)
}

async function signInAgain(mounted: Mounted): Promise<Visitor> {
  const body = { email: 'kofi.asante@example.com', password: 'colleague-password' }
  type Session = { readonly access_token: string }
  const { json } = await visit(mounted).call<Session>('POST /api/auth/login', { body })
  return visit(mounted, json.access_token)
}

function userIn(mounted: Mounted, name = 'kofi.asante') {
  const users = [...mounted.fake.world().store.users.values()]
  const user = users.find(({ email }) => email === `${name}@example.com`)
  if (user === undefined) throw new Error(`There is no user ${name}.`)
  return user
}

/** Runs a turn; returns its number of tokens. */
async function ask(visitor: Visitor, conversation_id?: string): Promise<number> {
  const body = { q: 'Hi', conversation_id }
  return Number(only(await visitor.stream('POST /api/react', { body }), 'done')['tokens'])
}

const refusal = (visitor: Visitor, chat = 'react') =>
  visitor.refusal(`POST /api/${chat}`, { body: { q: 'Hi' } })
const used = [429, 'rate_limit_exceeded']

describeTransports('a user with a quota', (mount) => {
  it('a user can chat below the quota, and is refused before the stream once it is reached', async () => {
    const mounted = await mount()
    const visitor = await limited(mounted)
    const quota = quotaOf(mounted.fake.world(), userIn(mounted))
    expect(quota).toBeGreaterThan(0)
    let spent = 0
    while (spent < quota) spent += await ask(visitor)
    expect(tokensUsed(mounted.fake.world(), userIn(mounted))).toBe(spent)
    for (const chat of chats) expect(await refusal(visitor, chat)).toEqual(used)
    const { headers } = await visitor.call('POST /api/react', { body: { q: 'Hi' } })
    expect(headers.get('content-type')).toBe('application/json')
    expect((await visitor.call('GET /api/conversations')).status).toBe(200)
  })

  it('a turn that a quota refuses is not stored', async () => {
    const mounted = await mount()
    const visitor = await limited(mounted)
    const conversation_id = await newConversation(visitor)
    setQuota(mounted.fake.world(), userIn(mounted), 1)
    await ask(visitor)
    const { messages } = mounted.fake.world().store
    const body = { q: 'Hi', conversation_id }
    expect(await visitor.refusal('POST /api/react', { body })).toEqual(used)
    expect(messages.owned(conversation_id, 'oldest')).toEqual([])
  })
})

describe('a token quota', () => {
  it('a token quota restarts with the calendar month in UTC', async () => {
    const mounted = mountInProcess()
    const { clock } = mounted.fake.world()
    await limited(mounted)
    setQuota(mounted.fake.world(), userIn(mounted), 1)
    clock.freeze(Date.parse('2027-03-31T23:59:58.000Z'))
    const visitor = await signInAgain(mounted)
    await ask(visitor)
    clock.advance(1999)
    expect(await refusal(visitor)).toEqual(used)
    clock.advance(1)
    expect(await ask(visitor)).toBeGreaterThan(0)
  })

  it('a token quota is reached exactly at its number of tokens', async () => {
    const mounted = mountInProcess()
    const visitor = await limited(mounted)
    const tokens = await ask(visitor)
    setQuota(mounted.fake.world(), userIn(mounted), tokens + 1)
    await ask(visitor)
    setQuota(mounted.fake.world(), userIn(mounted), tokens * 2)
    expect(await refusal(visitor)).toEqual(used)
  })

  it('a token quota of 0 means unlimited, and a missing quota means the default of the settings', async () => {
    const mounted = mountInProcess()
    const visitor = await limited(mounted)
    const world = mounted.fake.world()
    await ask(visitor)
    changeSettings(world.store, { default_token_quota: 1 })
    setQuota(world, userIn(mounted), 0)
    expect(quotaOf(world, userIn(mounted))).toBe(0)
    await ask(visitor)
    setQuota(world, userIn(mounted), null)
    expect(quotaOf(world, userIn(mounted))).toBe(1)
    expect(await refusal(visitor)).toEqual(used)
    changeSettings(world.store, { default_token_quota: 0 })
    await ask(visitor)
  })

  it('a token quota is not refunded by deleting conversations', async () => {
    const mounted = mountInProcess()
    const visitor = await limited(mounted)
    setQuota(mounted.fake.world(), userIn(mounted), 1)
    const conversation_id = await newConversation(visitor)
    await ask(visitor, conversation_id)
    await visitor.call(`DELETE /api/conversations/${conversation_id}`)
    expect(await refusal(visitor)).toEqual(used)
  })

  it('a token quota is not refunded by deleting conversations of a fixture, although nobody read the usage before', async () => {
    const user = demo.users.find(({ email }) => email === 'demo@example.com')
    const own = demo.conversations.filter(({ user_id }) => user_id === user?.id)
    const moment = Math.max(...own.map(({ created_at }) => Date.parse(created_at)))
    const usedAfter = async (ids: readonly string[]) => {
      const mounted = mountInProcess()
      mounted.fake.world().clock.freeze(moment)
      const visitor = await signIn(mounted)
      await visitor.call('DELETE /api/conversations/batch', { body: { ids } })
      return tokensUsed(mounted.fake.world(), userIn(mounted, 'demo'))
    }
    const spent = await usedAfter([])
    expect(spent).toBeGreaterThan(0)
    expect(await usedAfter(own.map(({ id }) => id))).toBe(spent)
  })

  it('a token quota counts for one user only', async () => {
    const mounted = mountInProcess()
    const visitor = await limited(mounted)
    setQuota(mounted.fake.world(), userIn(mounted), 1)
    await ask(visitor)
    expect(tokensUsed(mounted.fake.world(), userIn(mounted, 'other'))).toBe(0)
  })

  it('a token quota includes turns without a conversation, unless the deployment excludes them', async () => {
    const profile = readProfile({ picks: { 'quotas.unstored-turns': 'free' } })
    const mounted = mountInProcess({ profile })
    const visitor = await limited(mounted)
    setQuota(mounted.fake.world(), userIn(mounted), 1)
    await ask(visitor)
    await ask(visitor, await newConversation(visitor))
    expect(await refusal(visitor)).toEqual(used)
  })

  it('a token quota includes turns of the month before the world started', () => {
    const mounted = mountInProcess()
    const world = mounted.fake.world()
    const dana = userIn(mounted, 'demo')
    const { conversations, messages } = world.store
    const answers = [...messages.values()].filter(
      ({ conversation_id, role }) =>
        role === 'assistant' && conversations.get(conversation_id)?.user_id === dana.id,
    )
    const some = answers[Math.floor(answers.length / 2)]?.created_at ?? ''
    world.clock.freeze(Date.parse(some))
    const tokens = answers
      .filter(({ created_at }) => created_at.slice(0, 7) === some.slice(0, 7))
      .map(({ metadata }) => Number(metadata?.['tokens']))
    expect(tokens.length).toBeGreaterThan(1)
    expect(tokensUsed(world, dana)).toBe(tokens.reduce((sum, count) => sum + count, 0))
  })
})
