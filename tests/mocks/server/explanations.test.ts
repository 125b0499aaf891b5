import { describe, expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { readProfile } from '../../../contract/profile.ts'
import { explainHeader } from '../../../mocks/server/request/response-headers.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import {
  inWorld,
  keyOf,
  login,
  newConversation,
  newKey,
  type Sent,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'

/** The explanation of a refusal, from its header. */
async function why(visitor: Visitor, operation: string, sent?: Sent): Promise<string> {
  const { headers } = await visitor.call(operation, sent)
  return decodeURIComponent(headers.get('x-understudy-explain') ?? 'not a word')
}

/** A login with a wrong password. */
const wrong = (email: string) => ({ body: { email, password: 'wrong' } })

const masked = (key: string) => `${key.slice(0, 8)}...`

describeTransports('an explanation of a credential', (mount) => {
  it('an explanation of a refused credential names the request that disabled or deleted the key', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const [disabled, deleted] = [await newKey(visitor), await newKey(visitor)]
    const path = `/api/me/api-keys/${disabled.id}/active`
    await visitor.call(`PATCH ${path}`, { body: { is_active: false } })
    await visitor.call(`DELETE /api/me/api-keys/${deleted.id}`)
    expect(await why(visit(mounted, disabled.key), 'GET /api/agents')).toBe(
      `401: key \`${masked(disabled.key)}\` was disabled by PATCH ${path} (call 4)`,
    )
    expect(await why(visit(mounted, deleted.key), 'GET /api/agents')).toBe(
      `401: key \`${masked(deleted.key)}\` was deleted by DELETE /api/me/api-keys/${deleted.id} (call 5)`,
    )
    expect(await why(visit(mounted, keyOf(mounted, 'disabled')), 'GET /api/agents')).toContain(
      'was created as disabled',
    )
  })

  it('an explanation of a refused credential names the scopes of the key, and the required scope', async () => {
    const mounted = await mount()
    const kb = visit(mounted, keyOf(mounted, 'kb'))
    const explained = await why(kb, 'POST /api/react', { body: { q: 'Hi' } })
    expect(explained).toMatch(/^403: .*`kb`.*`chat`.*`svc_.{4}\.\.\.`/)
  })

  it('an explanation of a refused credential states when the token expired, and how the clock was moved', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    mounted.fake.world().clock.advance(25 * 3_600_000)
    expect(await why(visitor, 'GET /api/agents')).toMatch(
      /^401: the access token of demo@example\.com was valid until .*Z; it is .*Z now: .* 25 h ahead of/,
    )
    expect(await why(visit(mounted, keyOf(mounted, 'expired')), 'GET /api/agents')).toMatch(
      /^401: key `svc_.{4}\.\.\.` expired at .*Z; it is .*Z now/,
    )
  })

  it('an explanation of a refused credential names the world that issued the credential', async () => {
    const mounted = await mount()
    const { access_token } = await login(inWorld(mounted, 'red'))
    const blue = inWorld(mounted, 'blue')
    const key = keyOf(mounted, 'full', 'red')
    expect(await why(visit(blue, access_token), 'GET /api/agents')).toBe(
      '401: this token belongs to world `red`, but the request was sent to `blue`',
    )
    expect(await why(visit(blue, key), 'GET /api/agents')).toBe(
      `401: key \`${masked(key)}\` belongs to world \`red\`, but the request was sent to \`blue\``,
    )
    mounted.fake.world('red').close()
    const stranger = mountInProcess({ secret: 'another' })
    const { access_token: foreign } = await login(inWorld(stranger, 'gone'))
    expect(await why(visit(mounted, foreign), 'GET /api/agents')).toBe(
      '401: this token belongs to world `gone`, which does not exist here',
    )
    expect(
      await why(visit(mounted, (await login(stranger)).access_token), 'GET /api/agents'),
    ).toContain('signature')
  })

  it('an explanation of a refused credential states whether the credential is missing, wrong or already used', async () => {
    const mounted = await mount()
    const nobody = visit(mounted)
    expect(await why(nobody, 'GET /api/agents')).toContain('no credential')
    const basic = { headers: { authorization: 'Basic ZGVtbw==' } }
    expect(await why(nobody, 'GET /api/agents', basic)).toContain('`Basic`')
    expect(await why(nobody, 'POST /api/auth/login', wrong('demo@example.com'))).toBe(
      '401: the password of demo@example.com is wrong',
    )
    expect(await why(nobody, 'POST /api/auth/login', wrong('who@example.com'))).toContain(
      'no user who@example.com in world `default`',
    )
    const { refresh_token } = await login(mounted)
    const again = { body: { refresh_token } }
    await nobody.call('POST /api/auth/refresh', again)
    expect(await why(nobody, 'POST /api/auth/refresh', again)).toBe(
      '401: this refresh token was replaced by POST /api/auth/refresh (call 6)',
    )
    const { access_token } = await login(mounted)
    await visit(mounted, access_token).call('DELETE /api/me/sessions')
    expect(await why(visit(mounted, refresh_token), 'GET /api/agents')).toContain('refresh token')
  })
})

describeTransports('an explanation of a 404', (mount) => {
  it('an explanation of a 404 states who deleted a record, who owns it, or that it never existed', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const [gone, there] = [await newConversation(visitor), await newConversation(visitor)]
    await visitor.call(`DELETE /api/conversations/${gone}`)
    expect(await why(visitor, `GET /api/conversations/${gone}`)).toBe(
      `404: this conversation was deleted by DELETE /api/conversations/${gone} (call 4)`,
    )
    const other = await signIn(mounted, 'other')
    expect(await why(other, `GET /api/conversations/${there}`)).toBe(
      '404: this conversation exists and belongs to demo@example.com',
    )
    const resume = { body: { conversation_id: 'never-was', cursor: -1 } }
    expect(await why(other, 'POST /api/chat/resume', resume)).toBe(
      '404: there is no conversation `never-was` in world `default`, and no call deleted one',
    )
    expect(await why(visitor, `GET /api/agents/${there}`)).toContain(
      'is the id of one of the conversations, not of the agents',
    )
  })

  it.each([
    ['GET /api/agnets', 'GET /api/agents'],
    ['GET /agents', 'GET /api/agents'],
    ['GET /api/v1/conversations', 'GET /api/conversations'],
    ['GET /apj/auth/me', 'GET /api/auth/me'],
    ['GET /api/conversation/x', 'GET /api/conversations/{conversation_id}'],
  ])(
    'an explanation of a 404 suggests the operations most similar to %s',
    async (operation, nearest) => {
      const mounted = mountInProcess()
      const explained = await why(await signIn(mounted), operation)
      expect(explained).toMatch(/^404: there is no operation at .*; similar: /)
      expect(explained).toContain(nearest)
    },
  )

  it('an explanation names the allowed methods of a path, and the errors of invalid input', async () => {
    const visitor = await signIn(await mount())
    expect(await why(visitor, 'DELETE /api/agents')).toBe(
      '405: /api/agents supports GET, POST, not DELETE.',
    )
    expect(await why(visitor, 'POST /api/react', { body: {} })).toBe('422: body.q: Field required')
    expect(await why(visitor, 'GET /api/agents?size=0')).toContain('422: query.size:')
  })
})

describe('an explanation', () => {
  it('an explanation of a refused login names the user, whatever the deployment calls the field', async () => {
    const accepts = { body: { mail: 'email', secret: 'password' } }
    const profile = readProfile({ answers: { 'POST /api/auth/login': { accepts } } })
    const visitor = visit(mountInProcess({ profile }))
    const body = { mail: 'nobody@example.com', secret: 'wrong' }
    expect(await why(visitor, 'POST /api/auth/login', { body })).toBe(
      '401: there is no user nobody@example.com in world `default`',
    )
  })

  it('an explanation is sent only with refusals, in a header and never in the body', async () => {
    const mounted = mountInProcess()
    const { headers } = await visit(mounted, keyOf(mounted, 'full')).call('GET /api/agents')
    expect(headers.has('x-understudy-explain')).toBe(false)
    const quiet = mountInProcess({ explain: false })
    const [loud, still] = [
      await visit(mounted).call('GET /api/agents'),
      await visit(quiet).call('GET /api/agents'),
    ]
    expect(still.headers.has('x-understudy-explain')).toBe(false)
    expect(loud.text).toBe(still.text)
  })

  it('an explanation is not sent if the control API is off, or if other machines can reach the fake', async () => {
    const off = mountInProcess({ control: false })
    expect(await why(visit(off), 'GET /api/agents')).toBe('not a word')
    const reply = await mountInProcess().fake.handle({
      method: 'GET',
      path: '/api/agents',
      query: '',
      exposedAt: '192.0.2.1',
      header: () => undefined,
      headers: () => [],
      signal: new AbortController().signal,
      read: async () => new Uint8Array(),
    })
    expect([reply.status, reply.headers['x-understudy-explain']]).toEqual([401, undefined])
  })

  it('an explanation can be read by a page of another origin', async () => {
    const headers = { origin: 'http://localhost:3000' }
    const { headers: sent } = await visit(mountInProcess()).call('GET /api/agents', { headers })
    expect(sent.get('access-control-expose-headers')).toBe('x-understudy-explain')
  })

  it('an explanation keeps the headers that the deployment lets pages of another origin read', async () => {
    const fixed = { 'x-request-id': 'r1', 'access-control-expose-headers': 'x-request-id' }
    const profile = readProfile({ name: 'own', picks: { 'http.headers': { fixed } } })
    const headers = { origin: 'http://localhost:3000' }
    const visitor = visit(mountInProcess({ profile }))
    const { headers: sent } = await visitor.call('GET /api/agents', { headers })
    expect(sent.get('access-control-expose-headers')).toBe('x-request-id, x-understudy-explain')
  })

  it('an explanation is a bounded ASCII header that decodes to the original text', () => {
    const { 'x-understudy-explain': value = '' } = explainHeader('100 % für “日本”\n\ud800')
    expect(value).toMatch(/^[ -~]+$/)
    expect(decodeURIComponent(value)).toBe('100 % für "日本"\n\ufffd')
    const long = explainHeader('日'.repeat(5000))['x-understudy-explain'] ?? ''
    expect(long.length).toBeLessThanOrEqual(ownLimits.explainHeader)
    expect(decodeURIComponent(long)).toMatch(/^日+$/)
  })

  it('an explanation names the faults that were applied', async () => {
    const mounted = mountInProcess()
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const headers = { 'content-type': 'application/json' }
    const fault = { id: 'slow', times: 1, effect: { error: { code: 'rate_limit_exceeded' } } }
    const put = (body: object) =>
      mounted.fake.fetch(
        new Request('http://platform.test/__control/faults', {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        }),
      )
    await put(fault)
    expect(await why(visitor, 'GET /api/agents')).toBe('429: fault `slow` replaced the response')
    expect(mounted.fake.world().journal.get(1)).toMatchObject({
      outcome: 'fault',
      faults: ['slow'],
      caller: { email: 'demo@example.com', key: { name: 'Warehouse sync' } },
    })
  })
})
