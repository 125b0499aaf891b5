import { expect, it, test } from 'vitest'
import { maskHeader, maskQuery, maskText } from '../../secrets/mask.ts'

it('masking finds each token in a text with dots and hyphens at any position', () => {
  const masked = '<jwt of nobody>'
  expect(maskText('a.eyJa.b.c.eyJd.e x-eyJf.g.')).toBe(`a.${masked}.${masked} x-${masked}`)
  expect(maskText('eyJa eyJb. eyJc..d XeyJe.f')).toBe('eyJa eyJb. eyJc..d XeyJe.f')
})

const secret = 'kk6XzTNjFJb6DhJxN9GM'

test.each([
  'password passWord pwd passcode client_secret token jwt code_verifier api_key encryptionKey',
  'sort_key plain invite_code otp recoveryCode secret_value SAMLResponse sid',
])('a journal hides values of fields and parameters with names of secrets: %s', (names) => {
  for (const name of names.split(' ')) {
    expect(maskText(`{"${name}": "${secret}"}`)).toBe(`{"${name}": "…"}`)
    expect(maskText(JSON.stringify(JSON.stringify({ [name]: secret })))).not.toContain(secret)
    expect(maskQuery(`?a=b&${name}=${secret}&c=d`)).toBe(`?a=b&${name}=…&c=d`)
  }
})

test('a journal hides numbers, lists and objects in a field with the name of a secret', () => {
  expect(maskText('{"password": 5859624737, "pin": 1234')).toBe('{"password": "…", "pin": "…"')
  expect(maskText(`{"token":{"value":"${secret}"},"a":1}`)).toBe('{"token":{"…":"…"},"a":1}')
  expect(maskText(`{"passwords":["${secret}`)).toBe('{"passwords":{"…":"…"}')
  expect(maskText(`a=b&user[password]=${secret}&x=1;token=${secret}`)).toBe(
    'a=b&user[password]=…&x=1;token=…',
  )
  expect(maskQuery(`token=${secret};${secret}&a=b`)).toBe('token=…&a=b')
})

test('a journal hides secrets in parameters that a browser encoded, and in JSON and addresses in them', () => {
  const encoded = encodeURIComponent
  expect(maskQuery(`?user%5Bpassword%5D=${secret}&x=1`)).toBe('?user%5Bpassword%5D=…&x=1')
  expect(maskQuery(`?q=${encoded(`{"password":"${secret}","a":"b c"}`)}&x=1`)).toBe(
    `?q=${encoded('{"password":"')}…${encoded('","a":"b c"}')}&x=1`,
  )
  const inner = `https://b.test/#access_token=${secret}`
  expect(maskQuery(`?to=${encoded(`https://a.test/?next=${encoded(inner)}`)}`)).not.toContain(
    secret,
  )
  expect(maskHeader('referer', `https://a.test/?user%5Bpassword%5D=${secret}`)).toBe(
    'https://a.test/?user%5Bpassword%5D=…',
  )
  const harmless = `?search=${encoded('a=b c, 50%')}&next=${encoded('/agents?page=2')}&odd=%E0`
  expect(maskQuery(harmless)).toBe(harmless)
})

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

test('a journal hides the secret parts of a form, and shows the others', () => {
  const form = (password: string, credentials: string) =>
    part('user[password]', password) +
    part('note', 'A note, with = and &') +
    part('credentials', credentials)
  expect(maskText(`${form(secret, '{"account":"me"}')}--b--\r\n`)).toBe(
    `${form('…', '…')}--b--\r\n`,
  )
})

test.each([
  ['/auth/reset-password/', '/x'],
  ['host: a.test\nclient_secret: ', '\nport: 1'],
  ['postgres://me:', '@db.test/app'],
  ['curl -H "Authorization: Bearer ', '" a.test'],
  ['-----BEGIN PRIVATE KEY-----\n', '\n-----END PRIVATE KEY-----'],
  ['<login><password>', '</password></login>'],
])('a journal hides a secret in a text whose notation marks the secret: %s…%s', (before, after) => {
  expect(maskText(before + secret + after)).toBe(`${before}…${after}`)
})

test('a journal shows token counts, error codes, and settings whose names only sound like secrets', () => {
  const text =
    '{"usage":{"total_tokens":123456},"tokens":{"input":12345},"max_tokens":"{{max_tokens}}","code":"agent_not_found","pin":true}'
  expect(maskText(text)).toBe(text)
})

test.each([
  ['authorization', `Bearer ${secret}`, 'Bearer …'],
  ['authorization', `Basic ${secret} ${secret}`, 'Basic …'],
  ['authorization', 'Bearer eyJhbGciOiJI.eyJlbWFpbCI6ImFAYi5jbyJ9.c2ln', 'Bearer <jwt of a@b.co>'],
  ['x-api-key', 'svc_1234567890abcdef', 'svc_1234…'],
  ['x-api-key', `${secret} ${secret}`, '…'],
  ['cf-access-client-secret', secret, '…'],
  ['ocp-apim-subscription-key', secret, '…'],
  ['cookie', `a=eyJhbGciOiJI.eyJlbWFpbCI6ImFAYi5jbyJ9.c2ln; session=${secret}`, '…'],
  ['idempotency-key', secret, secret],
])('a journal hides the credential in the header %s: %s', (name, value, shown) => {
  expect(maskHeader(name, value)).toBe(shown)
})
