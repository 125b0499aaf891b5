import { describe, expect, it } from 'vitest'
import { summarize } from '../../traffic/replay/summary.ts'
import { harEntry, harText, record, replayOn } from '../support/record-har.ts'
import { mountInProcess } from '../support/transports.ts'
import { login, visit } from '../support/visitor.ts'

const json = (value: unknown) => ({ mimeType: 'application/json', text: JSON.stringify(value) })

describe('the users and records of a replay', () => {
  it('a replay signs in each recorded user as the given user of the target', async () => {
    const recording = await record(async (mounted) => {
      for (const name of ['demo', 'other']) {
        const visitor = visit(mounted, (await login(mounted, name)).access_token)
        await visitor.call('GET /api/auth/me')
      }
    })
    const seen: string[] = []
    const target = mountInProcess()
    const fetch = async (request: Request) => {
      const response = await target.fetch(request)
      if (request.url.endsWith('/me')) {
        const { data } = (await response.clone().json()) as { data: { email: string } }
        seen.push(data.email)
      }
      return response
    }
    const mapped = new Map([
      ['demo@example.com', { email: 'other@example.com', password: 'other-password' }],
      ['other@example.com', { email: 'demo@example.com', password: 'demo-password' }],
    ])
    await replayOn({ ...target, fetch }, recording, { users: mapped })
    expect(seen).toEqual(['other@example.com', 'demo@example.com'])
  })

  it('a replay of a recording without a sign-in needs a user, and signs in once', async () => {
    const mounted = mountInProcess()
    const { access_token } = await login(mounted)
    const headers = { authorization: `Bearer ${access_token}` }
    const content = { mimeType: 'application/json', text: '{}' }
    const recording = harText([harEntry({ headers, content }), harEntry({ headers, content })])
    await expect(replayOn(mounted, recording, { users: new Map() })).rejects.toThrow(
      'The recording has no sign-in of demo@example.com: give --user demo@example.com=EMAIL:PASSWORD, or --email and --password.',
    )
    const seen: string[] = []
    const fetch = (request: Request) => {
      seen.push(new URL(request.url).pathname)
      return mounted.fetch(request)
    }
    await replayOn({ ...mounted, fetch }, recording)
    expect(seen).toEqual(['/api/auth/login', '/api/agents', '/api/agents'])
  })

  it('a replay replaces a lower-case key, and the opaque token of each user, by credentials of the target', async () => {
    const [key, freshKey] = ['svc_3f9a0b1c2d4e5f60718293a4', 'svc_aa9a0b1c2d4e5f60718293a4']
    const signIn = (name: string) =>
      harEntry({
        method: 'POST',
        url: 'http://platform.example/api/auth/login',
        body: JSON.stringify({ email: `${name}@corp.io`, password: 'winter-is-long' }),
        content: json({ access_token: `opaque-token-of-${name}-1` }),
      })
    const call = (token: string, method = 'GET', value: unknown = {}) =>
      harEntry({
        method,
        url: 'http://platform.example/api/me/api-keys',
        headers: { authorization: `Bearer ${token}` },
        content: json(value),
      })
    const seen: (string | null)[] = []
    let refusals = 1
    const fetch = async (request: Request) => {
      const { url, method } = request
      if (!url.endsWith('/login')) seen.push(request.headers.get('authorization'))
      if (method === 'GET') return Response.json({})
      if (!url.endsWith('/login')) return Response.json({ key: freshKey })
      // The token of a sign-in that the target refuses at first has its owner, too.
      if (refusals-- > 0) return new Response('', { status: 503 })
      const { email } = (await request.json()) as { email: string }
      return Response.json({ access_token: `token of ${email}` })
    }
    const recording = harText([
      ...['ada', 'bob'].map(signIn),
      ...['ada', 'bob'].map((name) => call(`opaque-token-of-${name}-1`)),
      call('opaque-token-of-ada-1', 'POST', { key }),
      call(key),
    ])
    const target = { baseUrl: 'http://platform.example', fetch }
    await replayOn(target, recording, { users: new Map() })
    const [ada, bob] = ['Bearer token of ada@corp.io', 'Bearer token of bob@corp.io']
    expect(seen).toEqual([ada, bob, ada, `Bearer ${freshKey}`])
  })

  it('a replay skips an entry that needs a missing record of the target, and reports the reason', async () => {
    const id = '0d2e42bf-34d7-42f8-b7ed-f3fc842af4bf'
    const url = `http://platform.example/api/gadgets/${id}`
    const results = await replayOn(mountInProcess(), harText([harEntry({ url })]))
    expect(results).toEqual([
      {
        index: 0,
        flow: 'start',
        operation: 'GET /api/gadgets/{id}',
        recordedStatus: 200,
        notSent: 'the deployment has no record in /api/gadgets',
      },
    ])
  })

  it('a replay does not delete a record that it knows only by its position in a list', async () => {
    const id = '0d2e42bf-34d7-42f8-b7ed-f3fc842af4bf'
    const list = 'http://platform.example/api/conversations'
    const headers = { authorization: 'Bearer pseudonym-1' }
    const page = { items: [{ id, title: 'Unknown here' }], total: 1, page: 1, size: 20, pages: 1 }
    const content = { mimeType: 'application/json', text: JSON.stringify(page) }
    const recording = harText([
      harEntry({ url: list, headers, content }),
      harEntry({ url: `${list}/${id}`, headers }),
      harEntry({ method: 'DELETE', url: `${list}/${id}`, headers }),
      harEntry({
        method: 'DELETE',
        url: `${list}/batch`,
        headers,
        body: JSON.stringify({ ids: [id] }),
      }),
    ])
    const target = mountInProcess()
    const results = await replayOn(target, recording)
    expect(results.map(({ status, notSent }) => status ?? notSent)).toEqual([
      200,
      200,
      'the replay created no record in /api/conversations that it may delete',
      'the replay created no record in /api/conversations that it may delete',
    ])
  })

  it('a replay does not send entries outside the API, or entries without a response', async () => {
    const script = harEntry({ url: 'http://app.platform.example/_next/main.js' })
    const body = { mimeType: 'multipart/form-data' }
    const upload = harEntry({ method: 'POST', url: 'http://platform.example/api/files/upload' })
    const request = { ...(upload['request'] as object), postData: body, bodySize: 900 }
    const recording = harText([script, harEntry({ status: 0 }), { ...upload, request }])
    const results = await replayOn(mountInProcess(), recording)
    expect(results.map(({ notSent }) => notSent)).toEqual([
      'not a call of the API',
      'the client left before the response',
      'the recording lacks the body of the request',
    ])
  })

  it('a replay does not compare a body that the recording lacks', async () => {
    const recording = harText([harEntry({ status: 401, content: { size: -1 } })])
    const results = await replayOn(mountInProcess(), recording)
    expect(results[0]).toMatchObject({ status: 401, differences: undefined })
    expect(summarize(results)).toMatchObject({ sameStatus: 100, sameShape: null, causes: [] })
  })
})
