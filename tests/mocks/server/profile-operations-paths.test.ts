import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { type Paged, signIn, type Visitor } from '../../support/visitor.ts'

const profile = readProfile({
  name: 'paths',
  picks: { 'operations.auth-verify': 'absent' },
  operations: {
    templates: {
      kind: 'action',
      method: 'GET',
      path: '/api/workflows/templates',
      answer: "['blank']",
    },
    upload: { kind: 'files', path: '/api/agents/pictures', only: ['upload', 'list'] },
    star: {
      kind: 'action',
      method: 'PUT',
      path: '/api/agents/{agent_id}',
      on: 'agents',
      answer: "'never'",
    },
    ping_agent: {
      kind: 'action',
      method: 'POST',
      path: '/api/agents/{some_agent}',
      on: 'agents',
      answer: '{ pong: name }',
    },
    verify: { kind: 'action', method: 'GET', path: '/api/auth/verify', answer: '{ ok: `true` }' },
  },
})

const allowed = async (visitor: Visitor, operation: string) => {
  const { status, headers } = await visitor.call(operation)
  return [status, headers.get('allow')?.split(', ').toSorted()]
}

describeTransports('the paths of a profile beside those of the contract', (mount) => {
  it('a path of a profile has priority over a path of the contract with a parameter in the same segment', async () => {
    const visitor = await signIn(await mount({ profile }))
    expect((await visitor.call('GET /api/workflows/templates')).json).toEqual(['blank'])
    const [flow] = (await visitor.call<Paged<{ id: string }>>('GET /api/workflows')).json.items
    expect((await visitor.call(`GET /api/workflows/${flow?.id}`)).json).toMatchObject({
      data: { id: flow?.id },
    })
    expect((await visitor.call('DELETE /api/workflows/templates')).status).toBe(404)
  })

  it('a profile can add a method to a path of the contract, and a 405 lists the methods of profile and contract', async () => {
    const visitor = await signIn(await mount({ profile }))
    const [agent] = (await visitor.call<Paged<{ id: string; name: string }>>('GET /api/agents'))
      .json.items
    const mine = await visitor.call<{ data: { id: string } }>('POST /api/agents', {
      body: { name: 'Mine' },
    })
    const path = `/api/agents/${mine.json.data.id}`
    expect((await visitor.call(`POST ${path}`)).json).toEqual({ pong: 'Mine' })
    expect((await visitor.call(`GET /api/agents/${agent?.id}`)).json).toMatchObject({
      data: { name: agent?.name },
    })
    expect(await allowed(visitor, `PATCH ${path}`)).toEqual([405, ['DELETE', 'GET', 'POST', 'PUT']])
    expect(await allowed(visitor, 'PATCH /api/workflows/templates')).toEqual([
      405,
      expect.arrayContaining(['DELETE', 'GET']),
    ])
  })

  it('a profile cannot use the path of a contract operation, unless the profile leaves this operation out', async () => {
    const visitor = await signIn(await mount({ profile }))
    const made = await visitor.call<{ data: { id: string } }>('POST /api/agents', {
      body: { name: 'Mine' },
    })
    const put = await visitor.call(`PUT /api/agents/${made.json.data.id}`, {
      body: { name: 'New' },
    })
    expect(put.json).toMatchObject({ data: { name: 'New' } })
    expect((await visitor.call('GET /api/auth/verify')).json).toEqual({ ok: true })
  })
})

it('an upload of a profile works at a path of the contract with a parameter', async () => {
  const mounted = mountInProcess({ profile })
  const visitor = await signIn(mounted)
  const form = new FormData()
  form.set('file', new File(['picture'], 'a.png', { type: 'image/png' }))
  const login = await visitor.call<{ access_token: string }>('POST /api/auth/login', {
    body: { email: 'demo@example.com', password: 'demo-password' },
  })
  const response = await mounted.fake.fetch(
    new Request('http://fake.test/api/agents/pictures', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${login.json.access_token}` },
    }),
  )
  expect(response.status).toBe(201)
  const listed = await visitor.call<Paged<{ filename: string }>>('GET /api/agents/pictures')
  expect(listed.json.items.map(({ filename }) => filename)).toEqual(['a.png'])
})
