import { expect, it } from 'vitest'
import { describeTransports } from '../../support/transports.ts'
import {
  keyOf,
  login,
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

describeTransports('an explanation of a mistake', (mount) => {
  it.each([
    ['Bearer undefined', 'the credential is the text `undefined`: the variable with the token'],
    ['Bearer "abc.def.ghi"', 'the token is in quotes'],
    ['Basic abc', 'its scheme is `Basic`, not `Bearer`'],
    ['Bearer svc_abcd', 'is only the prefix of a key'],
  ])('the explanation of a 401 for the header `%s` says what to send', async (header, says) => {
    const anyone = visit(await mount())
    const headers = { authorization: header }
    expect(await why(anyone, 'GET /api/agents', { headers })).toContain(says)
  })

  it('the explanation of a 401 names the right header if the key is in another header', async () => {
    const mounted = await mount()
    const headers = { 'x-api-key': keyOf(mounted, 'full') }
    expect(await why(visit(mounted), 'GET /api/agents', { headers })).toBe(
      '401: the header `x-api-key` is not read: send the key as `authorization: Bearer <key>`',
    )
  })

  it('the explanation of a 401 says that a token in the body must not begin with `Bearer`', async () => {
    const mounted = await mount()
    const body = { q: 'Hi', token: `Bearer ${(await login(mounted)).access_token}` }
    expect(await why(visit(mounted), 'POST /api/react', { body })).toBe(
      '401: the token begins with `Bearer`, which only belongs in the header: send only the token',
    )
  })

  it.each(['chat kb', 'CHAT'])(
    'the explanation of a refused key with the scopes "%s" lists the scopes and their separator',
    async (scopes) => {
      const mounted = await mount()
      const { key } = await newKey(await signIn(mounted), { scopes })
      expect(await why(visit(mounted, key), 'GET /api/agents')).toContain(
        `\`${scopes}\` is not a scope: the scopes are chat, agents, kb, connectors, admin, in lower case, separated by \`,\`.`,
      )
    },
  )

  it('the explanation of a refused body says that the body was serialized twice', async () => {
    const visitor = await signIn(await mount())
    const text = JSON.stringify(JSON.stringify({ title: 'Mine' }))
    expect(await why(visitor, 'POST /api/conversations', { text })).toContain(
      'the body was serialized as JSON twice',
    )
  })

  it('the explanation of a 405 names the longer path that supports the method', async () => {
    const visitor = await signIn(await mount())
    const body = { is_active: false }
    expect(await why(visitor, 'PATCH /api/me/api-keys/some-id', { body })).toContain(
      'There is PATCH /api/me/api-keys/{key_id}/active.',
    )
  })
})
