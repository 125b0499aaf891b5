import { createFake } from '../../mocks/fake.ts'
import { shippedFixture, target, virtualFake } from './virtual-fake.ts'
import { createVirtualClock } from './virtual-clock.ts'

/** An access token that was issued three hours before the current time of the fake. */
export async function expiredToken(): Promise<string> {
  const systemClock = createVirtualClock(virtualFake().systemClock.now() - 3 * 3_600_000)
  const fake = createFake({ fixture: await shippedFixture('demo'), systemClock })
  const { email, password } = target
  const response = await fake.fetch(
    new Request(`${target.baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  )
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}
