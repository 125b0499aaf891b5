import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports } from '../../support/transports.ts'
import { inWorld, keyOf, newConversation, signIn, visit } from '../../support/visitor.ts'

const app = 'http://localhost:3000'
const stranger = 'https://else.test'
const listed = { 'http.cors-origins': { listed: [app] } }
const pong = { kind: 'action', method: 'GET', path: '/api/ping', answer: '`1`' }
const profileOf = (picks: object) => ({ profile: readProfile({ picks, operations: { pong } }) })

/** The request options of a preflight from a page of this origin. */
const ahead = (origin: string) => ({
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  },
})

describeTransports('a deployment with a list of origins', (mount) => {
  it.each([
    ['empty', [204, ''], [204, '']],
    ['text', [200, 'OK'], [400, 'Disallowed CORS origin']],
  ])(
    'a deployment with a list of origins grants a preflight only to these origins: %s',
    async (option, granted, refused) => {
      const mounted = await mount(profileOf({ ...listed, 'http.preflight': option }))
      const ask = async (origin: string) => {
        const response = await visit(mounted).open('OPTIONS /api/react', ahead(origin))
        return { response, seen: [response.status, await response.text()] }
      }
      const own = await ask(app)
      expect(own.seen).toEqual(granted)
      expect(own.response.headers.get('access-control-allow-origin')).toBe(app)
      expect(own.response.headers.get('access-control-allow-credentials')).toBe('true')
      expect(own.response.headers.get('access-control-max-age')).toBe('600')
      const other = await ask(stranger)
      expect(other.seen).toEqual(refused)
      expect(
        [...other.response.headers.keys()].filter((name) => name.startsWith('access')),
      ).toEqual([])
      expect(other.response.headers.get('vary')).toBe('Origin')
    },
  )

  it('a deployment with a list of origins sends no `Access-Control-Allow-Origin` to pages of other origins', async () => {
    const mounted = await mount(profileOf(listed))
    const seen = async (origin: string) => {
      const { status, headers } = await visit(mounted).call('GET /api/agents', {
        headers: { origin },
      })
      return [status, headers.get('access-control-allow-origin'), headers.get('vary')]
    }
    expect(await seen(app)).toEqual([401, app, 'Origin'])
    expect(await seen(stranger)).toEqual([401, null, 'Origin'])
  })

  it('one world can list the origins that it allows while another world allows every origin', async () => {
    const mounted = await mount()
    await mounted.fake.control('strict').play({ picks: listed })
    const allowed = async (path: string) =>
      (
        await visit(path === '' ? mounted : inWorld(mounted, path)).open(
          'OPTIONS /api/react',
          ahead(stranger),
        )
      ).headers.get('access-control-allow-origin')
    expect([await allowed(''), await allowed('strict')]).toEqual([stranger, null])
  })
})

describeTransports('a path with a slash at its end', (mount, transport) => {
  it('a path with a slash at its end is redirected to the path without the slash, whatever the method', async () => {
    const mounted = await mount(profileOf({ 'http.trailing-slash': 'redirect' }))
    const visitor = visit(inWorld(mounted, 'red'), keyOf(mounted, 'full'))
    const target = async (operation: string, sent = {}) => {
      const { status, headers } = await visitor.open(operation, { ...sent, redirect: 'manual' })
      return [status, headers.get('location')]
    }
    expect(await target('GET /api/agents/?size=2&page=1')).toEqual([307, '../agents?size=2&page=1'])
    expect(await target('POST /api/react/', { body: { q: 'Hi' } })).toEqual([307, '../react'])
    expect(await target('DELETE /api/agents/')).toEqual([307, '../agents'])
    expect(await target('GET /api/ping/')).toEqual([307, '../ping'])
    expect(await target('GET /api/nothing/')).toEqual([404, null])
  })

  // In process, no client follows the redirect.
  it.skipIf(transport === 'in-process fetch')(
    'a path with a slash at its end is served after the redirect',
    async () => {
      const mounted = await mount(profileOf({ 'http.trailing-slash': 'redirect' }))
      const visitor = await signIn(mounted)
      const body = { title: 'Moved' }
      const { status, json } = await visitor.call('POST /api/conversations/', { body })
      expect([status, json]).toMatchObject([200, { data: { title: 'Moved' } }])
    },
  )

  it('a path with a slash at its end gets 404 if the deployment is configured so', async () => {
    const mounted = await mount(profileOf({ 'http.trailing-slash': 'missing' }))
    const visitor = await signIn(mounted)
    expect(await visitor.refusal('GET /api/agents/')).toEqual([404, 'not_found'])
    expect((await visitor.call('GET /api/agents')).status).toBe(200)
  })
})

describeTransports('the headers of a deployment', (mount) => {
  it('the configured headers of a deployment are in every response, also in streams and refusals', async () => {
    const headers = { 'X-Powered-By': 'Platform', Vary: 'Accept' }
    const mounted = await mount(profileOf({ 'http.headers': { fixed: headers } }))
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const body = { q: 'Hi', token: keyOf(mounted, 'full') }
    const responses = [
      await visitor.open('GET /api/agents'),
      await visitor.open('GET /api/nothing', { headers: { origin: app } }),
      await visitor.open('GET /api/ping'),
      await visitor.open('POST /api/react', { body }),
    ]
    await Promise.all(responses.map((response) => response.text()))
    expect(responses.map((response) => response.headers.get('x-powered-by'))).toEqual(
      responses.map(() => 'Platform'),
    )
    expect(responses.map((response) => response.headers.get('vary'))).toEqual([
      'Accept',
      'Accept, Origin',
      'Accept',
      'Accept',
    ])
  })

  it('the Allow header of a 405 names only one method if the deployment is configured so', async () => {
    const visitor = visit(await mount(profileOf({ 'http.allow': 'one' })))
    const allow = async (operation: string) => (await visitor.call(operation)).headers.get('allow')
    expect(await allow('PUT /api/conversations')).toBe('GET')
    expect(await allow('PUT /api/ping')).toBe('GET')
  })
})

describeTransports('a deployment that answers HEAD', (mount) => {
  it('a deployment that answers HEAD sends the headers of GET, without a body', async () => {
    const mounted = await mount(profileOf({ 'http.head': 'as-get' }))
    const visitor = await signIn(mounted)
    const head = async (path: string) => {
      const response = await visitor.open(`HEAD ${path}`)
      return [response.status, response.headers.get('content-type'), await response.text()]
    }
    const id = await newConversation(visitor)
    expect(await head('/api/agents')).toEqual([200, 'application/json', ''])
    expect(await head('/api/ping')).toEqual([200, 'application/json', ''])
    expect(await head(`/api/conversations/${id}/export`)).toEqual([
      200,
      'text/markdown; charset=utf-8',
      '',
    ])
    expect(await head('/api/agents/unknown')).toEqual([404, 'application/json', ''])
    expect((await head('/api/react'))[0]).toBe(405)
  })

  it('a deployment that answers HEAD also answers HEAD for a file, without sending its bytes', async () => {
    const picks = { 'http.head': 'as-get', 'conversations.export-formats': 'documents' }
    const visitor = await signIn(await mount(profileOf(picks)))
    const id = await newConversation(visitor)
    const response = await visitor.open(`HEAD /api/conversations/${id}/export?format=pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(await response.text()).toBe('')
  })
})
