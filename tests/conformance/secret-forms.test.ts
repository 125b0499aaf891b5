import { expect, test } from 'vitest'
import { createMask } from '../../conformance/report/mask.ts'

const password = `pa"ss'w\\rd & (söme)/more?`
const mask = createMask({ baseUrl: 'http://target.test', password }, [])
const base64 = (text: string) => Buffer.from(text).toString('base64')
const base64Url = (text: string) => Buffer.from(text).toString('base64url')

test.each([
  ['in plain text', password],
  ['in JSON', JSON.stringify({ password })],
  ['in JSON within JSON', JSON.stringify(JSON.stringify({ password }))],
  ['in a URL', encodeURIComponent(password)],
  ['in form data', new URLSearchParams({ password }).toString()],
  [
    'in a URL with lowercase hex digits',
    encodeURIComponent(password).replaceAll(/%../g, (code) => code.toLowerCase()),
  ],
  [
    'in markup',
    password.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  ],
  ['in base64', base64(password)],
  ['as basic credentials', base64(`me@example.com:${password}`)],
  ['one byte further', base64(`u:${password}.`)],
  ['two bytes further', base64(`${password.length}:::${password}:`)],
  ['in the base64 of a token', base64Url(JSON.stringify({ sub: 'me', password, more: true }))],
])('a secret %s is masked', (_, text) => {
  const masked = mask(text)
  expect(masked).toContain('<PASSWORD>')
  for (const inner of [password, 'rd & (', 'rd+', base64('w\\rd & (').slice(0, 8)])
    expect(masked).not.toContain(inner)
})

const exchange = (json: unknown) =>
  ({ request: { method: 'GET', path: '/' }, json }) as Parameters<typeof createMask>[1][number]

test('a secret is masked even if it first appeared under a harmless field name', () => {
  const secret = 'opaque-0123456789'
  const seen = [exchange({ note: secret }), exchange({ access_token: secret })]
  expect(createMask({ baseUrl: 'http://target.test' }, seen)(`note ${secret}`)).toBe(
    'note <ACCESS_TOKEN>',
  )
})
