import { beforeEach, describe, expect, it } from 'vitest'
import {
  mountInProcess,
  shippedScenarios as scenarios,
  type Mounted,
} from '../support/transports.ts'
import { login, signIn, visit, type Visitor } from '../support/visitor.ts'
import { profile } from './deployed-visitor.ts'
import { withoutUsers } from './deployment/prepare.ts'

type Body = Readonly<Record<string, unknown>> & { readonly id: string }

let mounted: Mounted
let demo: Visitor
let guest: Visitor
beforeEach(async () => {
  mounted = mountInProcess({ profile, scenarios, speed: Infinity })
  demo = await signIn(mounted)
  guest = visit(mounted)
})

const made = async (operation: string, body?: unknown) =>
  (await demo.call<Body>(operation, { body })).json
async function refused(visitor: Visitor, operation: string, body?: unknown) {
  const { status, json } = await visitor.call<Body>(operation, { body })
  return [status, json['error_code']]
}
const settings = (body: object) => made('PATCH /api/admin/settings', body)

describe('effects of the settings of administrators at the known deployment', () => {
  const register = (sent: object = {}) =>
    refused(guest, 'POST /api/auth/register', {
      email: `user-${JSON.stringify(sent).length}@example.com`,
      password: 'a-long-password',
      ...sent,
    })

  it('only the first account is created by the setup of the deployment', async () => {
    const setup = () =>
      refused(guest, 'POST /api/auth/setup', { email: 'eve@example.com', password: 'eve-password' })
    expect(await setup()).toEqual([400, 'already_initialized'])
    await withoutUsers(demo)
    const status = async () => (await guest.call('GET /api/auth/setup-status')).json
    expect(await status()).toEqual({ initialized: false })
    expect((await setup())[0]).toBe(200)
    expect(await status()).toEqual({ initialized: true })
    expect(await setup()).toEqual([400, 'already_initialized'])
  })

  it('nobody can register while registration is off, and an unknown registration mode is refused', async () => {
    expect(
      await demo.call('PATCH /api/admin/settings', { body: { registration_mode: 'maybe' } }),
    ).toMatchObject({
      status: 400,
      json: { error_code: 'invalid_registration_mode', error_args: { mode: 'maybe' } },
    })
    await settings({ registration_mode: 'disabled' })
    expect((await guest.call('GET /api/auth/registration-status')).json).toMatchObject({
      registration_enabled: false,
      registration_mode: 'disabled',
    })
    expect(await register()).toEqual([403, 'registration_disabled'])
    await settings({ registration_mode: 'open' })
    expect((await register())[0]).toBe(200)
  })

  it('an invitation code no longer works once it is used up, expired or revoked', async () => {
    await settings({ registration_mode: 'invite' })
    const codes = 'POST /api/admin/invite-codes'
    const once = await made(codes, { max_uses: 1 })
    expect(once['code']).toMatch(/^[A-Z0-9]{8}$/)
    expect(await register()).toEqual([400, 'invite_code_required'])
    expect(await register({ invite_code: 'NOTTHERE' })).toEqual([400, 'invite_code_invalid'])
    const taken = { email: 'demo@example.com', invite_code: once['code'] }
    expect(await register(taken)).toEqual([409, 'email_already_registered'])
    expect((await register({ invite_code: once['code'] }))[0]).toBe(200)
    const again = { invite_code: once['code'], email: 'second@example.com' }
    expect(await register(again)).toEqual([400, 'invite_code_exhausted'])
    const listed = async (id: string) =>
      (await demo.call<Body[]>('GET /api/admin/invite-codes')).json.find((one) => one.id === id)
    expect(await listed(once.id)).toMatchObject({ use_count: 1, is_active: true })
    const late = await made(codes, { max_uses: 5, expires_at: '2020-01-01T00:00:00Z' })
    expect(await register({ invite_code: late['code'] })).toEqual([400, 'invite_code_expired'])
    const revoke = `DELETE /api/admin/invite-codes/${late.id}`
    expect((await demo.call(revoke)).status).toBe(204)
    expect((await demo.call(revoke)).status).toBe(204)
    expect(await listed(late.id)).toMatchObject({ is_active: false })
    expect(await register({ invite_code: late['code'] })).toEqual([400, 'invite_code_invalid'])
  })

  it('a blocked word refuses a turn in the mode `react` and an injected text, until the word is switched off', async () => {
    const word = await made('POST /api/admin/sensitive-words', { word: 'Quince' })
    const { access_token: token } = await login(mounted)
    const sent = { body: { q: 'A QUINCE, please, and lumenbridge', token } }
    const blocked = await guest.call('POST /api/react', sent)
    expect([blocked.status, blocked.json]).toMatchObject([
      400,
      {
        error_code: 'sensitive_word_blocked',
        error_args: { words: expect.stringContaining('Quince') },
      },
    ])
    const unsigned = { q: 'A quince', token: 'none' }
    expect(await refused(guest, 'POST /api/react', unsigned)).toEqual([
      400,
      'sensitive_word_blocked',
    ])
    expect(await refused(guest, 'POST /api/dag', unsigned)).toEqual([401, 'invalid_token'])
    const { data } = (await demo.call<{ data: Body }>('POST /api/conversations', { body: {} })).json
    const inject = { conversation_id: data.id, content: 'quince' }
    expect(await refused(demo, 'POST /api/chat/inject', inject)).toEqual([
      400,
      'sensitive_word_blocked',
    ])
    expect((await guest.open('POST /api/dag', sent)).status).toBe(200)
    await demo.call(`PUT /api/admin/sensitive-words/${word.id}/toggle`)
    expect((await guest.open('POST /api/react', { body: { q: 'A quince', token } })).status).toBe(
      200,
    )
  })

  it('an API key that belongs to no user gets 401', async () => {
    const { key, ...created } = await made('POST /api/admin/api-keys', { name: 'System' })
    expect(created).toMatchObject({ user_id: null })
    expect((await visit(mounted, String(key)).call('GET /api/agents')).status).toBe(401)
    const { json } = await demo.call<{ items: Body[] }>('GET /api/admin/api-keys')
    expect(json.items).toContainEqual(expect.objectContaining({ id: created.id, user_id: null }))
  })

  it('a tool that is switched off is marked in the catalog', async () => {
    await settings({ disabled_builtin_tools: ['calculator'] })
    const { json } = await guest.call<{ tools: Body[] }>('GET /api/tools/catalog')
    expect(json.tools.find(({ name }) => name === 'calculator')).toMatchObject({ disabled: true })
    expect(json.tools.find(({ name }) => name === 'web_search')).toMatchObject({ disabled: false })
  })

  it('the announcement before sign-in comes from the settings, not from the records of announcements', async () => {
    await made('POST /api/admin/announcements', { title: 'A', content: 'A record', level: 'info' })
    await settings({ announcement_enabled: true, announcement_text: 'A setting' })
    expect((await guest.call('GET /api/auth/announcement')).json).toEqual({
      enabled: true,
      text: 'A setting',
    })
  })
})
