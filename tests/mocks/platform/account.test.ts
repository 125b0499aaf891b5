import { expect, it } from 'vitest'
import { notifications } from '../../../contract/records/user.ts'
import { ownUsage } from '../../../contract/records/portal.ts'
import { demo, describeTransports } from '../../support/transports.ts'
import { type Enveloped, newConversation, signIn, visit } from '../../support/visitor.ts'

const profile = 'PATCH /api/auth/profile'
const otisId = demo.users.find(({ email }) => email === 'other@example.com')?.id

describeTransports('the account of a user', (mount) => {
  it('the profile of a user changes only in the fields that are sent, and null restores a default', async () => {
    const visitor = await signIn(await mount())
    const body = { display_name: 'Dana W.', timezone: 'Asia/Tokyo', preferred_language: null }
    const { status, json } = await visitor.call<Enveloped<object>>(profile, { body })
    expect([status, json]).toMatchObject([
      200,
      {
        success: true,
        data: {
          email: 'demo@example.com',
          display_name: 'Dana W.',
          timezone: 'Asia/Tokyo',
          preferred_language: 'auto',
          onboarding_completed: true,
        },
      },
    ])
    expect((await visitor.call('GET /api/auth/me')).json).toEqual(json)
    expect(JSON.stringify(json)).not.toContain('demo-password')
  })

  it.each([
    [{ timezone: 'Middle/Earth' }, 'timezone', 'value_error'],
    [{ username: '' }, 'username', 'string_too_short'],
    [{ onboarding_completed: 'perhaps' }, 'onboarding_completed', 'bool_parsing'],
    [{ default_exec_mode: 'fast' }, 'default_exec_mode', 'enum'],
  ])('the profile of a user cannot be changed to %j', async (body, field, type) => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call(profile, { body })
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', field], type }] }])
  })

  it('the profile of a user cannot have a name that is taken, or an agent that the user cannot see', async () => {
    const visitor = await signIn(await mount())
    const taken = demo.users.find(({ id }) => id === otisId)?.username
    const unseen = demo.agents.find(({ user_id }) => user_id === otisId)?.id
    expect(await visitor.refusal(profile, { body: { username: taken } })).toEqual([409, 'conflict'])
    const body = { default_agent_id: unseen }
    expect(await visitor.refusal(profile, { body })).toEqual([404, 'not_found'])
    expect((await visitor.call(profile, { body: { username: 'dana' } })).status).toBe(200)
  })

  it('a user can save their unchanged user name and default agent, even if the name is taken and the agent is hidden', async () => {
    const mounted = await mount()
    const { users } = mounted.fake.world().store
    const otis = users.get(otisId ?? '')
    const unseen = demo.agents.find(({ user_id }) => user_id === otisId)?.id ?? null
    for (const user of users.values())
      if (user.email === 'demo@example.com')
        users.update(user, { username: otis?.username ?? null, default_agent_id: unseen })
    const visitor = await signIn(mounted)
    const body = { username: otis?.username, default_agent_id: unseen, display_name: 'Dana W.' }
    const { status, json } = await visitor.call(profile, { body })
    expect([status, json]).toMatchObject([200, { data: body }])
  })

  it('a deleted agent is no longer the default agent in the profile of a user', async () => {
    const visitor = await signIn(await mount())
    const made = await visitor.call<Enveloped<{ readonly id: string }>>('POST /api/agents', {
      body: { name: 'Mine' },
    })
    const { id } = made.json.data
    await visitor.call(profile, { body: { default_agent_id: id } })
    await visitor.call(`DELETE /api/agents/${id}`)
    expect((await visitor.call('GET /api/auth/me')).json).toMatchObject({
      data: { default_agent_id: null },
    })
  })

  it('a user changes their password by sending the current one', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const change = (current_password: string, new_password: string) =>
      visitor.call('POST /api/auth/change-password', { body: { current_password, new_password } })
    expect((await change('wrong', 'another-password')).status).toBe(400)
    expect((await change('demo-password', 'short')).status).toBe(422)
    expect((await change('demo-password', 'another-password')).json).toMatchObject({
      success: true,
    })
    const login = (password: string) =>
      visit(mounted).call('POST /api/auth/login', { body: { email: 'demo@example.com', password } })
    expect((await login('demo-password')).status).toBe(401)
    expect((await login('another-password')).status).toBe(200)
  })

  it('the notification settings of a user change only in the fields that are sent', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const path = '/api/me/notifications'
    const before = (await visitor.call<object>(`GET ${path}`)).json
    expect(notifications.safeParse(before).error).toBeUndefined()
    const { status, json } = await visitor.call(`PUT ${path}`, { body: { turn_done: true } })
    expect([status, json]).toEqual([200, { ...before, turn_done: true }])
    expect((await visitor.call(`GET ${path}`)).json).toEqual(json)
    expect((await (await signIn(mounted, 'other')).call(`GET ${path}`)).json).toEqual(before)
    expect((await visitor.call('GET /api/auth/me')).text).not.toContain('turn_done')
  })

  it('the account of a user reports the token usage of the current month and of the last days', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const usage = async () => ownUsage.parse((await visitor.call('GET /api/me/usage')).json)
    const before = await usage()
    const now = mounted.fake.world().clock.iso()
    expect(before).toMatchObject({ month: now.slice(0, 7), token_quota: 0, tokens_left: null })
    expect(before.days).toHaveLength(30)
    expect(before.days.at(-1)?.date).toBe(now.slice(0, 10))
    const conversation_id = await newConversation(visitor)
    await visitor.stream('POST /api/react', { body: { q: 'Hello?', conversation_id } })
    const after = await usage()
    expect(after.tokens_used).toBeGreaterThan(before.tokens_used)
    expect(after.days.at(-1)?.turns).toBe((before.days.at(-1)?.turns ?? 0) + 1)
    const { users } = mounted.fake.world().store
    for (const user of users.values())
      if (user.email === 'demo@example.com')
        users.update(user, { token_quota: after.tokens_used + 5 })
    expect(await usage()).toMatchObject({ tokens_left: 5 })
  })
})
