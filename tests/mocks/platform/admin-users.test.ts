import { expect, it } from 'vitest'
import { demo, describeTransports } from '../../support/transports.ts'
import {
  type Enveloped,
  login,
  newKey,
  type Paged,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'

type User = { readonly id: string; readonly token_quota: number | null }

const idOf = (name: string) =>
  demo.users.find(({ email }) => email === `${name}@example.com`)?.id ?? ''
const other = idOf('other')
const total = async (visitor: Visitor, operation: string) =>
  (await visitor.call<Paged<object>>(operation)).json.total

describeTransports('an administrator', (mount) => {
  it('an administrator can list users in pages and search them by name or address, and never sees secrets', async () => {
    const admin = await signIn(await mount())
    const { json, text } = await admin.call<Paged<User>>('GET /api/admin/users?size=2&page=2')
    expect(json).toMatchObject({ total: demo.users.length, page: 2, size: 2 })
    expect(json.items).toHaveLength(2)
    expect(text).not.toMatch(/password/)
    const found = await admin.call<Paged<User>>('GET /api/admin/users?q=BRANDT')
    expect(found.json.items.map(({ id }) => id)).toEqual([other])
  })

  it('an administrator can create a user who can sign in, but no second user with the same address', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const body = { email: 'new@example.com', password: 'new-password', display_name: 'New Here' }
    const { status, json } = await admin.call('POST /api/admin/users', { body })
    expect([status, json]).toMatchObject([
      200,
      { success: true, data: { email: 'new@example.com', is_active: true, is_admin: false } },
    ])
    expect((await (await signIn(mounted, 'new')).call('GET /api/auth/me')).json).toMatchObject({
      data: { display_name: 'New Here' },
    })
    expect(await admin.refusal('POST /api/admin/users', { body })).toEqual([409, 'conflict'])
    const short = await admin.call('POST /api/admin/users', { body: { ...body, password: 'no' } })
    expect(short.status).toBe(422)
  })

  it('an administrator changes the name and the sign-in data of a user', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const change = (body: object) => admin.refusal(`PATCH /api/admin/users/${other}`, { body })
    expect(await change({ email: 'otis@example.com', display_name: 'Otis B.' })).toEqual([
      200,
      undefined,
    ])
    expect(await change({ email: 'demo@example.com' })).toEqual([409, 'conflict'])
    const { json } = await visit(mounted).call('POST /api/auth/login', {
      body: { email: 'otis@example.com', password: 'other-password' },
    })
    expect(json).toMatchObject({ user: { display_name: 'Otis B.', username: 'other' } })
  })

  it('an administrator disables an account with all its credentials, and enables it again', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const colleague = await signIn(mounted, 'other')
    const { key } = await newKey(colleague)
    const setActive = (is_active: boolean) =>
      admin.call(`PATCH /api/admin/users/${other}/active`, { body: { is_active } })
    expect((await setActive(false)).json).toMatchObject({ data: { is_active: false } })
    expect(await colleague.refusal('GET /api/agents')).toEqual([403, 'forbidden'])
    expect(await visit(mounted, key).refusal('GET /api/agents')).toEqual([403, 'forbidden'])
    await setActive(true)
    expect((await visit(mounted, key).call('GET /api/agents')).status).toBe(200)
  })

  it('an administrator makes another user an administrator', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const colleague = await signIn(mounted, 'other')
    const body = { is_admin: true }
    await admin.call(`PATCH /api/admin/users/${other}/admin`, { body })
    expect((await colleague.call('GET /api/admin/stats')).status).toBe(200)
  })

  it('an administrator cannot remove their own access', async () => {
    const admin = await signIn(await mount())
    const path = `/api/admin/users/${idOf('demo')}`
    const refused = [
      await admin.refusal(`PATCH ${path}/active`, { body: { is_active: false } }),
      await admin.refusal(`PATCH ${path}/admin`, { body: { is_admin: false } }),
      await admin.refusal(`DELETE ${path}`),
    ]
    expect(refused.map(([status]) => status)).toEqual([400, 400, 400])
    expect((await admin.call(`PATCH ${path}/admin`, { body: { is_admin: true } })).status).toBe(200)
  })

  it('an administrator sets a quota for a user, or removes it', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const setQuota = (token_quota: unknown) =>
      admin.call<Enveloped<User>>(`PATCH /api/admin/users/${other}/quota`, {
        body: { token_quota },
      })
    expect((await setQuota(1)).json.data.token_quota).toBe(1)
    const colleague = await signIn(mounted, 'other')
    await colleague.stream('POST /api/react', { body: { q: 'Hello' } })
    const turn = { body: { q: 'And again' } }
    expect(await colleague.refusal('POST /api/react', turn)).toEqual([429, 'rate_limit_exceeded'])
    expect((await setQuota(null)).json.data.token_quota).toBeNull()
    expect((await colleague.stream('POST /api/react', turn)).length).toBeGreaterThan(0)
    expect((await setQuota(-1)).status).toBe(422)
  })

  it('an administrator resets a password, and ends sessions that used the old one', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const colleague = await signIn(mounted, 'other')
    const body = { new_password: 'another-password' }
    await admin.call(`POST /api/admin/users/${other}/reset-password`, { body })
    expect((await colleague.call('GET /api/agents')).status).toBe(401)
    const attempt = (password: string) =>
      visit(mounted).refusal('POST /api/auth/login', {
        body: { email: 'other@example.com', password },
      })
    expect(await attempt('other-password')).toEqual([401, 'unauthorized'])
    expect(await attempt('another-password')).toEqual([200, undefined])
  })

  it('an administrator signs a user out: both tokens are refused, but API keys and a new login work', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const session = await login(mounted, 'other')
    const { key } = await newKey(visit(mounted, session.access_token))
    await admin.call(`POST /api/admin/users/${other}/force-logout`)
    expect((await visit(mounted, session.access_token).call('GET /api/agents')).status).toBe(401)
    const { refresh_token } = session
    const refresh = await visit(mounted).call('POST /api/auth/refresh', { body: { refresh_token } })
    expect(refresh.status).toBe(401)
    expect((await visit(mounted, key).call('GET /api/agents')).status).toBe(200)
    expect((await (await signIn(mounted, 'other')).call('GET /api/agents')).status).toBe(200)
  })

  it('an administrator signs out every user except the caller', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const colleague = await signIn(mounted, 'other')
    const { json } = await admin.call('POST /api/admin/actions/force-logout-all')
    expect(json).toMatchObject({ data: { logged_out: demo.users.length - 1 } })
    expect((await colleague.call('GET /api/agents')).status).toBe(401)
    expect((await admin.call('GET /api/agents')).status).toBe(200)
  })

  it('an administrator deletes a user with their API keys and conversations', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const { key } = await newKey(await signIn(mounted, 'other'))
    const { json } = await admin.call(`DELETE /api/admin/users/${other}`)
    expect(json).toEqual({ success: true, data: { deleted: other } })
    expect(await visit(mounted, key).refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
    expect(await total(admin, `GET /api/admin/api-keys?user_id=${other}`)).toBe(0)
    expect(await total(admin, `GET /api/admin/conversations?user_id=${other}`)).toBe(0)
    expect(await admin.refusal(`DELETE /api/admin/users/${other}`)).toEqual([404, 'not_found'])
  })
})
