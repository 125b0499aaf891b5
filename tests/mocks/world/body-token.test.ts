import { expect, it } from 'vitest'
import { createFake } from '../../../mocks/fake.ts'
import { shippedDeployed } from '../../support/shipped-turns.ts'
import { demo } from '../../support/transports.ts'

const { profile } = shippedDeployed

const ask = (fields: object, headers: Readonly<Record<string, string>> = {}) => {
  const fake = createFake({ fixture: demo, profile, speed: Infinity })
  return fake.fetch(
    new Request('http://platform.test/api/react', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ q: 'Hello', ...fields }),
    }),
  )
}
const key = createFake({ fixture: demo, profile }).control().about().keys['full'] ?? ''

it('if a deployment ignores the credential header, the explanation of a refusal names the body field for the credential', async () => {
  const response = await ask({}, { authorization: `Bearer ${key}` })
  expect(response.status).toBe(401)
  const explanation = response.headers.get('x-understudy-explain')
  expect(explanation).toContain('reads the credential from the body field `token`')
  expect(explanation).not.toContain('scheme')
  expect((await ask({ token: key })).status).toBe(200)
})

const about = (options: object) =>
  createFake({ fixture: demo, ...options })
    .control()
    .about()

it('a world says whether its deployment reads the credential from the body alone', () => {
  expect(about({ profile }).body_token).toBe(true)
  expect(about({}).body_token).toBe(false)
})
