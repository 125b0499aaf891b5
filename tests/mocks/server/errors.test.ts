import { expect, it, vi } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { CrashContext } from '../../../mocks/fake-options.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn, visit } from '../../support/visitor.ts'

/** An invalid scenario, which no file reader accepts: its pattern throws for every query. */
const broken: Scenario = {
  name: 'broken',
  match: { endpoint: 'react', query: '/(/' },
  script: [{ answer: 'Never.' }],
}

describeTransports('errors', (mount) => {
  it('errors have the envelope of the specification as JSON', async () => {
    const { status, headers, json } = await visit(await mount()).call('GET /api/agents')
    expect(status).toBe(401)
    expect(headers.get('content-type')).toBe('application/json')
    expect(json).toEqual({
      success: false,
      error: 'unauthorized',
      message: expect.stringMatching(/^[A-Z].+[.]$/),
    })
  })

  it.each(['/api/nothing', '/api/', '/api/agents/a/b', '/api/v1/agents', '/api/AGENTS'])(
    'the error is 404 for %s, with or without a credential',
    async (path) => {
      const mounted = await mount()
      const visitor = await signIn(mounted)
      expect(await visitor.refusal(`GET ${path}`)).toEqual([404, 'not_found'])
      expect(await visitor.as(undefined).refusal(`GET ${path}`)).toEqual([404, 'not_found'])
    },
  )

  it.each([
    ['DELETE /api/agents', 'GET, POST'],
    ['GET /api/react', 'POST'],
    ['PUT /api/me/api-keys', 'GET, POST'],
    ['GET /api/me/api-keys/k/active', 'PATCH'],
    ['POST /api/conversations/c', 'GET, PATCH, DELETE'],
  ])('the error is 405 for %s, which allows %s', async (operation, allow) => {
    const { status, headers, json } = await visit(await mount()).call(operation)
    expect([status, headers.get('allow')]).toEqual([405, allow])
    expect(json).toMatchObject({ success: false, error: 'method_not_allowed' })
  })

  it('the error of a HEAD request is 405 without a body', async () => {
    const response = await (await signIn(await mount())).open('HEAD /api/agents')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
  })

  it.each(['{"title": ', '{title: 1}', 'nonsense', '{"title": "x"} extra', "{'title': 'x'}"])(
    'the error is 400 for the body %s',
    async (text) => {
      const visitor = await signIn(await mount())
      expect(await visitor.refusal('POST /api/conversations', { text })).toEqual([
        400,
        'bad_request',
      ])
    },
  )

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'garbage'])(
    'the error is 400 for a body of the type %s',
    async (type) => {
      const visitor = await signIn(await mount())
      const sent = { text: '{}', headers: { 'content-type': type } }
      expect(await visitor.refusal('POST /api/conversations', sent)).toEqual([400, 'bad_request'])
    },
  )

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
    'a body of the type %s is accepted',
    async (type) => {
      const visitor = await signIn(await mount())
      const sent = { text: '{}', headers: { 'content-type': type } }
      expect((await visitor.call('POST /api/conversations', sent)).status).toBe(200)
    },
  )

  it.each([
    ['', 'missing'],
    ['null', 'dict_type'],
    ['[]', 'dict_type'],
    ['"text"', 'dict_type'],
    ['5', 'dict_type'],
    ['true', 'dict_type'],
  ])('the error is 422 for the body %j on every operation with a body', async (text, type) => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor)
    const operations = [
      'POST /api/auth/login',
      'POST /api/me/api-keys',
      'POST /api/react',
      'POST /api/chat/resume',
      'POST /api/conversations',
      `PATCH /api/conversations/${id}`,
    ]
    for (const operation of operations) {
      const { status, json } = await visitor.call(operation, { text })
      expect([operation, status, json]).toMatchObject([
        operation,
        422,
        { detail: [{ loc: ['body'], type }] },
      ])
    }
  })

  it('a request is checked in a fixed order: credential, scope, input, existence of the record', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const operation = 'PATCH /api/conversations/unknown'
    const wrong = { body: { starred: 'perhaps' } }
    expect(await visitor.as('junk').refusal(operation, wrong)).toEqual([401, 'invalid_token'])
    expect((await visitor.call(operation, wrong)).status).toBe(422)
    expect(await visitor.refusal(operation, { body: {} })).toEqual([404, 'not_found'])
  })

  it('the error is 413 for a body beyond the limit, and the connection stays usable', async () => {
    const visitor = await signIn(await mount())
    const text = `{"title":"${'x'.repeat(ownLimits.bodyBytes)}"}`
    expect(await visitor.refusal('POST /api/conversations', { text })).toEqual([
      413,
      'payload_too_large',
    ])
    const stranger = visitor.as(undefined)
    expect(await stranger.refusal('POST /api/conversations', { text })).toEqual([
      401,
      'unauthorized',
    ])
    expect((await visitor.call('GET /api/agents')).status).toBe(200)
  })

  it('a body exactly at the limit is accepted', async () => {
    const visitor = await signIn(await mount())
    const frame = '{"title":""}'
    const text = frame.replace('""', `"${'x'.repeat(ownLimits.bodyBytes - frame.length)}"`)
    expect((await visitor.call('POST /api/conversations', { text })).status).toBe(200)
  })

  it('a crash gets 500, is reported once to the process that runs the fake, and the server keeps running', async () => {
    const crashes: { error: unknown; place: CrashContext }[] = []
    const mounted = await mount({
      // A source of scripts, as `serve` has for a folder, is not read when the fake is created.
      scenarios: { current: [broken] },
      onCrash: (error, place) => crashes.push({ error, place }),
    })
    const visitor = await signIn(mounted)
    const { status, json } = await visitor.call('POST /api/react', { body: { q: 'Hi' } })
    expect([status, json]).toEqual([
      500,
      { success: false, error: 'internal_error', message: expect.not.stringContaining('(') },
    ])
    expect(crashes).toEqual([
      {
        error: expect.any(SyntaxError),
        place: {
          world: 'default',
          seed: 'understudy',
          call: { number: 2, method: 'POST', path: '/api/react' },
        },
      },
    ])
    expect((await visitor.call('GET /api/agents')).status).toBe(200)
    expect([...mounted.fake.world().runningTurns]).toEqual([])
  })
})

it('an error of a timer is logged by default and does not reach the process', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { clock } = mountInProcess().fake.world()
  clock.at(clock.now(), () => {
    throw new Error('broken')
  })
  clock.advance(1)
  expect(log.mock.calls).toEqual([
    [expect.stringMatching(/^A stream or timer crashed in the world default: Error: broken/)],
  ])
  log.mockRestore()
})
