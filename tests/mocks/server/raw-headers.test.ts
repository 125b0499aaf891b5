import { request } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { createFake } from '../../../mocks/fake.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import { demo } from '../../support/transports.ts'

const fake = createFake({ fixture: demo })
const listening = await listen(fake)
afterAll(() => listening.close())

const statusWith = (headers: readonly string[]) =>
  new Promise<number | undefined>((resolve, reject) =>
    request(`${listening.url}/api/agents`, { headers: ['host', 'platform.test', ...headers] })
      .on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      .on('error', reject)
      .end(),
  )

it('a header is matched in any letter case, and the first of two Authorization headers is used', async () => {
  const { fixture } = fake.world().config
  const key = fake.world().keyring.valueOf(fixture.showcase.keys['full'] ?? '')
  expect(await statusWith(['AUTHORIZATION', `Bearer ${key}`])).toBe(200)
  expect(
    await statusWith(['authorization', `Bearer ${key}`, 'Authorization', 'Bearer nobody']),
  ).toBe(200)
  expect(
    await statusWith(['authorization', 'Bearer nobody', 'Authorization', `Bearer ${key}`]),
  ).toBe(401)
})

it('a repeated header is in the journal with both of its values', async () => {
  await statusWith(['x-trace', 'one', 'X-Trace', 'two'])
  const entry = fake.world().journal.entries().at(-1)
  expect(new Map(entry?.headers).get('x-trace')).toBe('one, two')
})
