import { describe, expect, it } from 'vitest'
import { ada, api, call, importEntries, login, page } from './import-entries.ts'
import { harEntry } from '../support/record-har.ts'

describe('the entries of an import', () => {
  it('no credential of a recording is in the files that an import writes', async () => {
    const server = {
      id: 's-1',
      user_id: ada.id,
      name: 'Tides',
      headers: { Authorization: 'Bearer tide-51b0c7e2aa' },
      description: 'Port 8080; password=Ebb-and-Flow-7; the rest is in the settings.',
      settings: { pin: 5859624737, text: '[{"api_key":"gull-41c2bb70"}]' },
    }
    const imported = await importEntries(
      call(
        'POST /auth/login',
        { access_token: 'token-of-ada-1234567890', user: ada },
        {
          sent: { email: ada.email, password: 'Paddle-Summer-31' },
          headers: {},
        },
      ),
      call('GET /mcp-servers', page([server])),
      call(
        'POST /me/api-keys',
        { id: 'key-1', name: 'Till', key: 'abc_sCxegowvM4WrFIcnCnfEnT8qTlr9' },
        { status: 201 },
      ),
    )
    const written = JSON.stringify([
      imported.fixture,
      imported.profile,
      imported.scenarios,
      imported.entries,
    ])
    for (const secret of [
      'Paddle-Summer-31',
      'tide-51b0c7e2aa',
      'token-of-ada',
      'sCxegowvM4WrF',
    ].concat('Ebb-and', '5859624737', 'gull-41c2bb70'))
      expect(written).not.toContain(secret)
    expect(imported.complete.mcp_servers[0]?.headers?.['Authorization']).toMatch(
      /^Bearer [a-z]{4}-/,
    )
  })

  it('no credential in a path of a recording is in the files that an import writes', async () => {
    const key = 'svc_9aB3cD4eF5gH6iJ7kL8mN9'
    const token = 'eyJhbGciOiJI.eyJzdWIiOiJ1LTkifQ.c2lnbmF0dXJlLW9mLWFkYQ'
    const { records, profile, scenarios, entries } = await importEntries(
      login,
      call('POST /auth/reset-password/Xy12Zab34Cd56Ef78', { ok: true }),
      call('GET /share/%65yJhbGciOiJI.eyJzdWIiOiJ1LTkifQ.c2lnbmF0dXJlLW9mLWFkYQ', { ok: true }),
      call(`GET /hooks/${key}`, { ok: true, calls: 1 }),
      call('GET /hooks/svc_1zY2xW3vU4tS5rQ6pO7nM8', { ok: true, calls: 2 }),
      call(`GET https://bots.test/bot/${key}/send`, { ok: true }),
      call(`GET /share/${token}`, undefined, { status: 0 }),
    )
    const written = JSON.stringify([records, profile, scenarios, entries])
    for (const secret of ['Xy12Zab34', 'c2lnbmF0dXJl', 'svc_9aB3', 'svc_1zY2'])
      expect(written).not.toContain(secret)
    expect(entries.map(({ path }) => path)).toEqual([
      '/api/auth/login',
      expect.stringMatching(/^\/api\/auth\/reset-password\/\w{17}$/),
      expect.stringMatching(/^\/api\/share\/eyJ/),
      expect.stringMatching(/^\/api\/hooks\/svc_\w{22}$/),
      expect.stringMatching(/^\/api\/hooks\/svc_\w{22}$/),
      expect.stringMatching(/^\/bot\/svc_\w{22}\/send$/),
      expect.stringMatching(/^\/api\/share\/eyJ/),
    ])
  })

  it('an import makes a script of stored messages of a conversation whose ids are numbers', async () => {
    const messages = [
      { id: 1, role: 'user', message_type: 'text', content: 'Which boats?' },
      { id: 2, role: 'assistant', message_type: 'done', content: 'All of them.' },
    ]
    const { scenarios, entries } = await importEntries(
      login,
      call('GET /conversations/5', { id: 5, title: 'Boats', user_id: ada.id, messages }),
    )
    expect(scenarios.map(({ match }) => match?.query)).toEqual(['Which boats?'])
    expect(entries[1]?.uses).toContainEqual({ as: 'script', what: 'script which-boats' })
  })

  it('an import replaces a short or word-like secret in its field, and leaves the same word in other fields', async () => {
    const gate = {
      id: 'gate-0001',
      name: 'Sunflower',
      description: 'opens Ab12x',
      smtp_password: 'Sunflower',
      db_pwd: 'Ab12x',
      access_token: 'abcdefghijklmno',
      pin: 4829,
    }
    const asLily = { authorization: 'Bearer waterlily', cookie: 'mode=Sunflower' }
    const imported = await importEntries(
      call(
        'POST /auth/login',
        { access_token: 'waterlily', user: ada },
        { sent: { email: ada.email, password: 'tulip' }, headers: {} },
      ),
      call('GET /gates', page([gate]), { headers: asLily }),
      call('POST /gates', { ...gate, id: 'gate-0002' }, { sent: gate, headers: asLily }),
      call('GET /conversations', page([{ id: 'c-1', title: 'Tides' }]), { headers: asLily }),
    )
    const written = JSON.stringify([imported.fixture, imported.profile, imported.scenarios])
    for (const secret of ['waterlily', 'tulip', 'abcdefghijklmno', '4829'])
      expect(written).not.toContain(secret)
    expect(written).toMatch(/"smtp_password":"(?!Sunflower)[A-Z][a-z]{8}"/)
    expect(written).toMatch(/"db_pwd":"(?!Ab12x)[A-Z][a-z]\d\d[a-z]"/)
    expect(written).toContain('"name":"Sunflower","description":"opens Ab12x"')
    expect(imported.fixture['conversations']).toMatchObject([{ id: 'c-1', user_id: ada.id }])
  })

  it('an import gives a reason for each entry that it cannot use', async () => {
    const broken = harEntry({
      url: `${api}/agents`,
      content: { size: 3, mimeType: 'application/json', text: '{"i' },
    })
    const { entries } = await importEntries(
      login,
      call('GET https://tracker.test/api/v2/collect', { ok: true }),
      call('GET http://platform.example/assets/app.js', {}),
      call('GET /agents', undefined, { status: 0 }),
      harEntry({ url: `${api}/agents`, content: { size: -1, mimeType: 'application/json' } }),
      broken,
      harEntry({
        url: `${api}/files/1`,
        content: { size: 2, mimeType: 'image/png', text: 'AAEC', encoding: 'base64' },
      }),
    )
    expect(entries.map(({ reason }) => reason ?? 'used')).toEqual([
      'used',
      'another API: tracker.test',
      'not a call of the API',
      'the client left before the response',
      'the recording lacks the body of the response',
      'the body of the response is not complete JSON',
      'used',
    ])
  })
})
