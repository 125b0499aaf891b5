import { afterAll, describe, expect, it } from 'vitest'
import { useProxy } from '../../../entries/vitest.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import { createTestFake } from '../../../testing/test-fake.ts'

/** Tests of a team behind a proxy. They run in a separate Vitest, because one of them must fail. */
const bad = await listen(createTestFake({ profile: 'deployed-0.8', seed: 'staging' }))
afterAll(() => bad.close())

describe('a deployment that breaks a rule', () => {
  const deployment = useProxy({ to: bad.url, check: true })

  it('the check fails', async () => {
    expect((await fetch(`${deployment.url}/api/agents`)).status).toBe(401)
  })
})

describe('a deployment whose findings are only reported', () => {
  const deployment = useProxy({ to: bad.url, check: 'report' })

  it('the check reports', async () => {
    expect((await fetch(`${deployment.url}/api/agents`)).status).toBe(401)
  })
})
