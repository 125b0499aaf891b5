import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const action = (method: string, path: string, rest: object) => ({
  kind: 'action',
  method,
  path,
  ...rest,
})

const operations = {
  export_agents: action('GET', '/api/agents.csv', {
    answer: "csv(records('agents')[].{ name: name, note: 'a \"b\", c' })",
    type: 'text/csv',
    filename: 'agents.csv',
  }),
  plain: action('GET', '/api/plain', { answer: "'as it is'", type: 'text/plain' }),
  authorize: action('GET', '/api/oauth/{provider}/start', {
    public: true,
    redirect: "join('', ['https://', $params.provider, '.example/login?code=', random_text(`8`)])",
  }),
  sign_in: action('POST', '/api/sso', {
    public: true,
    body: { user_id: 'string' },
    answer: 'tokens($body.user_id)',
  }),
  sorted: action('GET', '/api/sorted', { answer: "[sort(`[10, 9, -1]`), sort(['b', '10', '9'])]" }),
  times: action('GET', '/api/times', {
    answer:
      '{ now: $now, soon: moment(`3600`), first: random_text(`12`), second: random_text(`12`) }',
  }),
}
const profile = readProfile({ name: 'answers', operations })

type Item = { readonly id: string }

describeTransports('the answer of an action of a profile', (mount) => {
  it('an action of a profile sends a text as a file to download, or as plain text', async () => {
    const visitor = await signIn(await mount({ profile }))
    const csv = await visitor.open('GET /api/agents.csv')
    expect(csv.headers.get('content-type')).toBe('text/csv')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="agents.csv"')
    expect((await csv.text()).split('\r\n').slice(0, 2)).toEqual([
      'name,note',
      expect.stringMatching(/^[^,]+,"a ""b"", c"$/),
    ])
    const plain = await visitor.open('GET /api/plain')
    expect([plain.headers.get('content-type'), await plain.text()]).toEqual([
      'text/plain',
      'as it is',
    ])
    expect(plain.headers.get('content-disposition')).toBeNull()
  })

  it('an expression of a profile sorts numbers by size, and texts by their characters', async () => {
    const visitor = await signIn(await mount({ profile }))
    expect((await visitor.call('GET /api/sorted')).json).toEqual([
      [-1, 9, 10],
      ['10', '9', 'b'],
    ])
  })

  it('an action of a profile can sign a user in, and return timestamps and random texts', async () => {
    const visitor = await signIn(await mount({ profile }))
    const me = (await visitor.call<{ data: Item }>('GET /api/auth/me')).json.data
    const login = await visitor.call<{ access_token: string }>('POST /api/sso', {
      body: { user_id: me.id },
    })
    expect(login.json).toMatchObject({ token_type: 'bearer', user: { id: me.id } })
    const again = await visitor.as(login.json.access_token).call<{ data: Item }>('GET /api/auth/me')
    expect(again.json.data.id).toBe(me.id)
    const none = await visitor.call('POST /api/sso', { body: { user_id: 'nobody' } })
    expect([none.status, none.json]).toEqual([200, null])
    type Times = { now: string; soon: string; first: string; second: string }
    const { now, soon, first, second } = (await visitor.call<Times>('GET /api/times')).json
    expect(Date.parse(soon) - Date.parse(now)).toBe(3_600_000)
    expect([first, second]).toEqual([
      expect.stringMatching(/^[A-Za-z0-9]{12}$/),
      expect.any(String),
    ])
    expect(first).not.toBe(second)
  })
})

it('a redirect of a profile has the status 302 and its URL in the location header', async () => {
  const mounted = mountInProcess({ profile })
  const response = await mounted.fake.fetch(new Request('http://fake.test/api/oauth/acme/start'))
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toMatch(/^https:\/\/acme\.example\/login\?code=\w{8}$/)
})
