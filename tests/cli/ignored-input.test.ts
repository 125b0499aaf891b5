import { expect, it } from 'vitest'
import { describeTransports } from '../support/transports.ts'
import { keyOf, type Sent, signIn, visit, type Visitor } from '../support/visitor.ts'

/** The explanation of a response, from its header. */
async function explanation(visitor: Visitor, operation: string, sent?: Sent) {
  const { headers, status, body } = await visitor.open(operation, sent)
  await body?.cancel()
  const text = headers.get('x-understudy-explain')
  return { status, text: text === null ? undefined : decodeURIComponent(text) }
}

describeTransports('input without effect', (mount) => {
  it.each([
    ['POST /api/conversations', { titel: 'Mine' }, 'titel (did you mean title?)'],
    ['GET /api/conversations?limit=3&siz=2', undefined, 'limit, siz (did you mean size?)'],
    ['GET /api/auth/me?verbose=1', undefined, 'verbose'],
    ['POST /api/react', { q: 'Hi', agent_id: 'none' }, 'agent_id (there is no such agent)'],
  ])('ignored input of %s is named in the explanation', async (operation, body, names) => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { status, text } = await explanation(visitor, operation, body && { body })
    expect(status).toBe(200)
    expect(text).toBe(`ignored: ${names}`)
    const entries = mounted.fake.control().journal.list()
    expect(entries.at(-1)?.explanation).toBe(text)
  })

  it('the explanation of a refusal names the reason first, then the ignored input', async () => {
    const visitor = await signIn(await mount())
    const body = { nam: 'Mine', expiresAt: null }
    expect(await explanation(visitor, 'POST /api/me/api-keys', { body })).toEqual({
      status: 422,
      text: '422: body.name: Field required; ignored: nam (did you mean name?), expiresAt (did you mean expires_at?)',
    })
  })

  it('the explanation of a response names up to five ignored fields, and cuts names at 40 characters', async () => {
    const visitor = await signIn(await mount())
    const names = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(50))
    const body = Object.fromEntries(names.map((name) => [name, 1]))
    const { text } = await explanation(visitor, 'POST /api/conversations', { body })
    const listed = names.slice(0, 5).map((name) => `${name.slice(0, 39)}...`)
    expect(text).toBe(`ignored: ${listed.join(', ')}`)
  })

  it('the explanation of a response reports neither credentials in the body nor used fields as ignored', async () => {
    const mounted = await mount()
    const anyone = visit(mounted)
    const turn = { q: 'Hi', token: keyOf(mounted, 'full') }
    expect(await explanation(anyone, 'POST /api/react', { body: turn })).toEqual({
      status: 200,
      text: undefined,
    })
    const visitor = await signIn(mounted)
    const body = { title: 'Mine', mode: 'react' }
    const { text } = await explanation(visitor, 'POST /api/conversations', { body })
    expect(text).toBeUndefined()
  })
})
