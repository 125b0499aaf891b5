import { expect, it } from 'vitest'
import { describeTransports } from '../../support/transports.ts'
import { signIn, visit } from '../../support/visitor.ts'

describeTransports('a login', (mount) => {
  it('a login returns two tokens, their lifetime and the user', async () => {
    const mounted = await mount()
    const { status, json } = await visit(mounted).call('POST /api/auth/login', {
      body: { email: 'demo@example.com', password: 'demo-password' },
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      token_type: 'bearer',
      expires_in: 7200,
      user: { email: 'demo@example.com', is_admin: true, onboarding_completed: true },
    })
  })

  it('a login refuses a wrong password with 401 and without a token', async () => {
    const { status, json } = await visit(await mount()).call('POST /api/auth/login', {
      body: { email: 'demo@example.com', password: 'nope' },
    })
    expect(status).toBe(401)
    expect(json).toEqual({ success: false, error: 'unauthorized', message: expect.any(String) })
  })

  it('a login refuses a restricted account with 403', async () => {
    const { status, json } = await visit(await mount()).call('POST /api/auth/login', {
      body: { email: 'restricted@example.com', password: 'restricted-password' },
    })
    expect([status, json]).toEqual([403, expect.objectContaining({ error: 'forbidden' })])
  })

  it('a login issues access tokens that expire after two hours on the clock of the world', async () => {
    const mounted = await mount()
    mounted.fake.world().clock.freeze()
    const visitor = await signIn(mounted)
    mounted.fake.world().clock.advance(7_199_000)
    expect((await visitor.call('GET /api/auth/me')).status).toBe(200)
    mounted.fake.world().clock.advance(2_000)
    expect((await visitor.call('GET /api/auth/me')).json).toMatchObject({ error: 'token_expired' })
  })

  it('a login reports every problem of the input at once', async () => {
    const { status, json } = await visit(await mount()).call('POST /api/auth/login', {
      body: { email: { a: 1 } },
    })
    expect(status).toBe(422)
    expect(json).toEqual({
      detail: [
        {
          type: 'string_type',
          loc: ['body', 'email'],
          msg: 'Input should be a valid string',
          input: { a: 1 },
        },
        {
          type: 'missing',
          loc: ['body', 'password'],
          msg: 'Field required',
          input: { email: { a: 1 } },
        },
      ],
    })
  })
})
