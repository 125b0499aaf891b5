import { describe, expect, it } from 'vitest'
import { createFake } from '../../../mocks/fake.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { conversationOf, keyOf, newConversation, signIn, visit } from '../../support/visitor.ts'

describeTransports('unusual input', (mount) => {
  it('a slash at the end of a path is ignored', async () => {
    const visitor = await signIn(await mount())
    const plain = await visitor.call('GET /api/agents')
    expect((await visitor.call('GET /api/agents/')).text).toBe(plain.text)
  })

  it('an escaped character in an id in a path equals the unescaped character', async () => {
    const visitor = await signIn(await mount())
    const id = demo.agents[0]?.id ?? ''
    const escaped = id.replace('-', '%2D')
    expect((await visitor.call(`GET /api/agents/${escaped}`)).status).toBe(200)
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'the name %s matches no record in a path, a query or a body',
    async (name) => {
      const visitor = await signIn(await mount())
      expect(await visitor.refusal(`GET /api/${name}`)).toEqual([404, 'not_found'])
      expect(await visitor.refusal(`GET /api/agents/${name}`)).toEqual([404, 'not_found'])
      expect((await visitor.call(`GET /api/agents?${name}=1`)).status).toBe(200)
      const text = `{"${name}": {"title": "x"}, "title": "Mine"}`
      const { json } = await visitor.call('POST /api/conversations', { text })
      expect(json).toMatchObject({ data: { title: 'Mine' } })
    },
  )

  it('text in any writing system is returned unchanged', async () => {
    const visitor = await signIn(await mount())
    const title = '👩🏽‍🚀 “Ωmega” \\ " \u0000 \u2028 \ud83d\ude00 עברית'
    const id = await newConversation(visitor, { title })
    expect((await conversationOf(visitor, id)).title).toBe(title)
  })

  it('invalid UTF-8 is refused as unreadable', async () => {
    const mounted = await mount()
    const response = await mounted.fetch(
      new Request(`${mounted.baseUrl}/api/conversations`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keyOf(mounted, 'full')}`,
          'content-type': 'application/json',
        },
        body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
      }),
    )
    expect(response.status).toBe(400)
  })

  it('a byte order mark before JSON is ignored', async () => {
    const visitor = await signIn(await mount())
    const sent = { text: '\ufeff{"title":"Marked"}' }
    expect((await visitor.call('POST /api/conversations', sent)).status).toBe(200)
  })

  it('an operation without a request body ignores a body that is sent', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor)
    const { status } = await visitor.call(`DELETE /api/conversations/${id}`, { text: 'nonsense' })
    expect(status).toBe(200)
  })

  it('a repeated JSON field or query parameter has its last value', async () => {
    const visitor = await signIn(await mount())
    const sent = { text: '{"title":"first","title":"last"}' }
    expect((await visitor.call('POST /api/conversations', sent)).json).toMatchObject({
      data: { title: 'last' },
    })
    expect((await visitor.call('GET /api/agents?size=5&size=2')).json).toMatchObject({ size: 2 })
  })

  it.each([
    ['yes', true],
    ['off', false],
    ['1', true],
    [0, false],
    ['TRUE', true],
  ])('the value %j for a boolean is accepted as %j', async (given, taken) => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor)
    const { json } = await visitor.call(`PATCH /api/conversations/${id}`, {
      body: { starred: given },
    })
    expect(json).toMatchObject({ data: { starred: taken } })
  })
})

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('a deeply nested body', () => {
  it('a deeply nested body is refused as unreadable if it could not be serialized again', async () => {
    const visitor = await signIn(mountInProcess())
    for (const text of [nested(501), nested(100_000), `{"title":${nested(10_000)}}`])
      expect(await visitor.refusal('POST /api/conversations', { text })).toEqual([
        400,
        'bad_request',
      ])
    expect((await visitor.call('POST /api/conversations', { text: nested(500) })).status).toBe(422)
  })

  it('deeply nested metadata of a query is ignored, and the conversation stays readable', async () => {
    const visitor = await signIn(mountInProcess())
    const conversation_id = await newConversation(visitor)
    const user_metadata = `{"deep":${nested(20_000)}}`
    await visitor.stream('POST /api/react', { body: { q: 'Hi', conversation_id, user_metadata } })
    const [asked] = (await conversationOf(visitor, conversation_id)).messages
    expect(asked?.metadata).toBeNull()
  })
})

describe('a path outside the platform', () => {
  it.each(['/', '/api', '//api/agents', '/w/red', '/w//api/agents', '/favicon.ico'])(
    'the path %s outside the platform gets 404',
    async (path) => {
      expect(await visit(mountInProcess()).refusal(`GET ${path}`)).toEqual([404, 'not_found'])
    },
  )
})

describe('a credential header', () => {
  it.each(['\tBearer\t{key}', '  Bearer   {key}  '])(
    'a credential header with extra blanks is parsed: %j',
    async (form) => {
      const mounted = mountInProcess()
      const authorization = form.replace('{key}', keyOf(mounted, 'full'))
      const { status } = await visit(mounted).call('GET /api/agents', {
        headers: { authorization },
      })
      expect(status).toBe(200)
    },
  )
})

it.each([0, -1, Number.NaN, 1e9, 'fast'])(
  'a fake refuses the speed %o when it is created',
  (speed) => {
    const create = () => createFake({ fixture: {}, speed: speed as number })
    expect(create).toThrow('`speed` takes a number from 0.001 to 1000000, `Infinity` or `max`, not')
  },
)

it('a fake takes `max` as a speed, as servers and worlds do', async () => {
  const mounted = mountInProcess({ speed: 'max' })
  const stream = await visit(mounted, keyOf(mounted, 'full')).stream('POST /api/react', {
    body: { q: 'Hi' },
  })
  expect(stream.at(-1)?.event).toBe('end')
})
