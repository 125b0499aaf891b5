import { http, HttpResponse } from 'msw'
import { useFake } from 'agent-understudy/vitest'
import { beforeEach, expect, it } from 'vitest'
import { type Platform, rename } from './rename.ts'

const fake = useFake({ msw: { baseUrl: 'https://platform.test', unhandled: 'error' } })
let platform: Platform
let id: string

beforeEach(async () => {
  const { access_token: key } = await fake.signIn('demo')
  platform = { url: fake.url, key }
  const { items } = await fake.records.list('conversations', { owner: 'demo@example.com' })
  id = String(items[0]?.['id'])
})

it('renames a conversation', async () => {
  expect(await rename(platform, id, 'Gateways')).toBe('Renamed.')
  expect(await fake.records.read('conversations', id)).toMatchObject({ title: 'Gateways' })
})

it('asks to sign in again when the token has expired', async () => {
  await fake.clock.advance('3h')
  expect(await rename(platform, id, 'Gateways')).toBe('Please sign in again.')
})

it('retries once after a server error', async () => {
  const match = { endpoint: 'PATCH /api/conversations/{id}' } as const
  await fake.faults.add({ match, times: 1, effect: { error: { code: 'internal_error' } } })
  expect(await rename(platform, id, 'Gateways')).toBe('Renamed.')
  expect(await fake.journal.list({ method: 'PATCH' })).toMatchObject([
    { status: 500 },
    { status: 200 },
  ])
})

it('reports any other error, here from an MSW handler', async () => {
  fake.override(http.patch('*/api/conversations/*', () => new HttpResponse(null, { status: 418 })))
  expect(await rename(platform, id, 'Gateways')).toBe('The platform responded with status 418.')
})
