import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestFake } from '../../testing/test-fake.ts'
import { useFake } from '../../testing/vitest/use-fake.ts'

// A browser has no `process.getBuiltinModule`.
beforeEach(() => {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
})
afterEach(() => vi.restoreAllMocks())

it('a test in a browser gets a fake with the data that it passes', async () => {
  const fixture = { users: [{ email: 'ada@acme.test', password: 'secret' }] }
  const script = {
    name: 'own',
    match: { endpoint: 'react' as const },
    script: [{ answer: 'Own.' }],
  }
  const fake = createTestFake({ fixture, scenarios: [script] })
  const login = await fake.fetch(
    new Request('http://platform.test/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fixture.users[0]),
    }),
  )
  expect(login.status).toBe(200)
  expect(fake.world().scenarios.map(({ name }) => name)).toEqual(['own'])
})

it.each([[{}], [{ fixture: 'crowded' as const }]])(
  'a test in a browser that names a shipped fixture in %j fails with the advice to import the fixture',
  (options) => {
    expect(() => createTestFake(options)).toThrow('Import it, and pass the imported data instead')
  },
)

it('a test in a browser that plays a shipped profile by its name fails with the advice to import the profile', async () => {
  const fake = createTestFake({ fixture: { users: [] } })
  const played = await fake.fetch(
    new Request('http://platform.test/__control/choices', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ profile: 'deployed-0.8' }),
    }),
  )
  expect(played.status).toBe(422)
  expect(await played.text()).toContain('A browser cannot load')
})

it.each(['msw', 'server'])('in a browser, useFake refuses the option `%s`', (option) => {
  expect(() => useFake({ fixture: { users: [] }, [option]: true })).toThrow(
    `\`useFake({ ${option} })\` needs Node. In a browser, call \`fake.fetch\``,
  )
})
