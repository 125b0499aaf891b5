import { expect, it } from 'vitest'
import type { WorldDetails } from '../../../contract/control/worlds.ts'
import { describeTransports } from '../../support/transports.ts'
import { visit } from '../../support/visitor.ts'

type Refused = { readonly error: string }

describeTransports('the control API for worlds with own data', (mount) => {
  it('the control API creates a world with the data in the request', async () => {
    const mounted = await mount()
    const ada = { email: 'ada@example.com', password: 'secret-of-ada' }
    // This body is larger than the limit of other requests.
    const agents = Array.from({ length: 3000 }, (_, at) => ({
      name: `Agent ${at}`,
      instructions: 'x'.repeat(400),
    }))
    const fixture = { name: 'brought', users: [ada], agents }
    const created = await visit(mounted).call<WorldDetails>('POST /__control/worlds', {
      body: { name: 'own', fixture },
    })
    const account = created.json
    expect(account).toMatchObject({ fixture: 'brought', users: [ada] })
    const place = { ...mounted, baseUrl: new URL(account.base_url, mounted.baseUrl).href }
    const signedIn = await visit(place).call('POST /api/auth/login', { body: ada })
    expect(signedIn.status).toBe(200)
    const { store, bytes } = mounted.fake.world('own')
    expect(store.agents.size).toBe(3000)
    expect(bytes).toBeGreaterThan(1_000_000)
  })

  it('the control API refuses the data of a new world with all problems of the data', async () => {
    const mounted = await mount()
    const fixture = { users: [{ email: 'ada@example.com' }], agents: [{ nam: 'Ada' }] }
    const refused = await visit(mounted).call<Refused>('POST /__control/worlds', {
      body: { fixture },
    })
    expect(refused.status).toBe(422)
    expect(refused.json.error).toMatch(/^fixture\.users\[0\].*password/m)
    expect(refused.json.error).toMatch(/^fixture\.agents\[0\].*nam/m)
    const list = await visit(mounted).call<Refused>('POST /__control/worlds', {
      body: { fixture: 7 },
    })
    expect([list.status, list.json.error]).toEqual([422, expect.stringContaining('fixture')])
  })
})
