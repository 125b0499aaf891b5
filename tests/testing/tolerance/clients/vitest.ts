import { describe, expect, it } from 'vitest'
import { useFake } from '../../../../entries/vitest.ts'

// The tests of a client that `tests/testing/tolerance/cli.test.ts` runs. They rely on dates that end in Z,
// which the specification does not promise.

type Send = (path: string, init?: RequestInit) => Promise<Response>

async function firstDate(send: Send): Promise<string> {
  const login = await send('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@example.com', password: 'demo-password' }),
  })
  const { access_token } = (await login.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const list = (await (await send('/api/agents', { headers })).json()) as {
    items: [{ created_at: string }]
  }
  return list.items[0].created_at
}

describe('in process', () => {
  const fake = useFake()
  it('reads a date (in process)', async () => {
    expect(await firstDate(fake.fetch)).toMatch(/Z$/)
  })
})

describe('over HTTP', () => {
  const url = process.env['UNDERSTUDY_URL'] ?? ''
  it('reads a date > over HTTP', async () => {
    expect(await firstDate((path, init) => fetch(url + path, init))).toMatch(/Z$/)
  })
})

describe('with MSW in Node', () => {
  useFake({ msw: { baseUrl: 'https://platform.example' } })
  it('reads a date', async () => {
    expect(await firstDate((path, init) => fetch(`https://platform.example${path}`, init))).toMatch(
      /Z$/,
    )
  })
})

describe('with a profile of its own', () => {
  const fake = useFake({ profile: 'documented' })
  it('never sees another date', async () => {
    expect(await firstDate(fake.fetch)).toMatch(/Z$/)
  })
})
