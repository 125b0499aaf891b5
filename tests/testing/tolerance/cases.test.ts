import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { type ToleranceCaseName, toleranceCases } from '../../../testing/tolerance-cases.ts'
import { type TestFake, useFake } from '../../../testing/vitest/use-fake.ts'

type Shown = { readonly status: number; readonly total?: number; readonly text: string }

/** The response of a list, with the credential of a user. */
async function showIn(
  { signIn, fetch }: Pick<TestFake, 'signIn' | 'fetch'>,
  path: string,
  user?: string,
): Promise<Shown> {
  const { access_token } = await signIn(user)
  const response = await fetch(path, { headers: { authorization: `Bearer ${access_token}` } })
  const text = await response.text()
  return { status: response.status, total: JSON.parse(text).total, text }
}

describe('the cases for which a test states the outcome', () => {
  const fake = useFake()
  const empty = useFake({ fixture: 'empty' })

  const show = (path: string) => showIn(fake, path)

  /** The actual and the expected outcome for a client in each case. */
  const outcomes: Readonly<Record<ToleranceCaseName, [() => Promise<unknown>, unknown]>> = {
    'disabled-keys': [
      async () => (await fake.records.list('api_keys')).items.some((key) => key['is_active']),
      false,
    ],
    maintenance: [async () => (await fake.fetch('/api/conversations')).status, 503],
    'no-data': [async () => (await show('/api/conversations')).total, 0],
    'much-data': [async () => ((await show('/api/conversations')).total ?? 0) > 250, true],
    'leap-day': [
      async () => (await fake.clock.iso()).slice(0, 15),
      expect.stringMatching(/^2028-02-29T23:5|^2028-03-01T00:0/),
    ],
    'far-time-zone': [
      async () => (await show('/api/auth/me')).text,
      expect.stringContaining('Pacific/Kiritimati'),
    ],
    'unusual-text': [
      async () => (await show('/api/agents')).text,
      expect.stringContaining('👩‍👩‍👧‍👦🇺🇳 مرحبا שלום'),
    ],
  }

  it.each(toleranceCases())('the case $name sets up its state in a world', async (one) => {
    await one.prepare(fake)
    const [observe, expected] = outcomes[one.name]
    expect(await observe()).toEqual(expected)
  })

  it.each(toleranceCases())(
    'a user who signs in after the preparation of the case $name has a valid session',
    async (one) => {
      await one.prepare(fake)
      expect((await show('/api/conversations')).status).toBe(one.name === 'maintenance' ? 503 : 200)
    },
  )

  it.each(['demo', 'other'])(
    'the case much-data gives the user %s many conversations with different titles, also in a world without conversations',
    async (user) => {
      const [much] = toleranceCases(['much-data'])
      for (const world of [fake, empty]) {
        const before = await showIn(world, '/api/conversations', user)
        await much?.prepare(world)
        const after = await showIn(world, '/api/conversations?size=100', user)
        expect(after.total).toBe((before.total ?? 0) + 250)
        const { items } = JSON.parse(after.text) as { items: readonly { title: string }[] }
        expect(new Set(items.map(({ title }) => title)).size).toBe(100)
      }
    },
  )

  it('the example of docs/tolerance.md signs in only after it has prepared the world', async () => {
    const page = await readFile('docs/tolerance.md', 'utf8')
    expect(page).toMatch(/await prepare\(fake\)\s+await fake\.signIn\(page\)/)
  })

  it('an unknown case is refused with the names of all cases', () => {
    expect(() => toleranceCases(['no-dta'])).toThrow(/There are: `disabled-keys`, `maintenance`/)
  })
})
