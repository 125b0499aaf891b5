import { expect, test } from 'vitest'
import { createEventReader } from '../../contract/received-events.ts'
import { quoteMasked } from '../../conformance/report/evidence.ts'
import type { Exchange } from '../../conformance/session/exchange.ts'
import { jsonSize } from '../../contract/json.ts'
import { createMask } from '../../conformance/report/mask.ts'
import { collectShapes } from '../../conformance/report/calls.ts'
import { seeded } from '../support/seeded.ts'

const baseUrl = 'http://target.test'
const megabyte = 2 ** 20
const answer = (json: unknown, method = 'GET', path = '/api/agents') =>
  ({ request: { method, path }, status: 200, text: '', json, events: [] }) as unknown as Exchange

/** The pattern of a token as a plain regular expression, whose cost is quadratic. */
const plainToken = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g

test('the fast search for tokens masks the same text as a simple regular expression', () => {
  const draw = seeded(20_261_122)
  const pieces = [
    'eyJ',
    'e',
    'yJ',
    '.',
    '.',
    'a',
    '-',
    '_',
    '9',
    ' ',
    '"',
    'é',
    'eyJhbGciOi',
    'xyz',
  ]
  const mask = createMask({ baseUrl }, [])
  let tokens = 0
  for (let round = 0; round < 5000; round += 1) {
    const text = Array.from({ length: 12 }, () => pieces[draw(pieces.length)]).join('')
    const expected = text.replaceAll(plainToken, '<TOKEN>')
    if (expected !== text) tokens += 1
    expect(mask(text)).toBe(expected)
  }
  expect(tokens).toBeGreaterThan(100)
})

test.each(['eyJ-', '-eyJ', 'eyJa.', 'eyJa.b', 'a.b.', '.', 'eyJ.eyJ'])(
  'a megabyte of `%s` is masked in linear time',
  (piece) => {
    const mask = createMask({ baseUrl }, [])
    expect(mask(piece.repeat(megabyte / piece.length)).length).toBeGreaterThan(0)
  },
)

test('thousands of similar secrets are masked in linear time', () => {
  const secrets = Array.from({ length: 400 }, (_, at) => `${'a'.repeat(200)}${at}`)
  const mask = createMask({ baseUrl }, [answer(secrets.map((access_token) => ({ access_token })))])
  const text = 'a'.repeat(megabyte)
  expect(mask(text)).toBe(text)
  expect(mask(`${secrets[7]} and ${secrets[8]}.`)).toBe('<ACCESS_TOKEN> and <ACCESS_TOKEN>.')
})

test('overlapping secrets are masked completely', () => {
  const mask = createMask({ baseUrl, password: 'abcdefgh', apiKey: 'fghijk' }, [])
  expect(mask('x abcdefghijk y')).toBe('x <PASSWORD> y')
})

test('a token of ten thousand characters is masked to its end', () => {
  const token = `tok-${'x'.repeat(5000)}.${'y'.repeat(5000)}`
  const mask = createMask({ baseUrl }, [answer({ access_token: token })])
  expect(mask(`"${token}", ${token} end`)).toBe('"<ACCESS_TOKEN>", <ACCESS_TOKEN> end')
})

test('a secret at the end of a truncated text is masked completely', () => {
  const secret = 'opaque-secret-0123456789'
  const mask = createMask({ baseUrl, apiKey: secret }, [])
  const text = 'x'.repeat(65_536 - 12) + secret.repeat(10)
  expect(quoteMasked(text, mask, 100_000)).toBe(
    `${'x'.repeat(65_536 - 12)}<SECRET>… (${text.length} characters)`,
  )
})

test('a credential that the suite sent is masked, however many secrets it received', () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({ access_token: `decoy-${at}-0123456789` }))
  const login = answer([...many, { access_token: 'the-one-in-use' }], 'POST', '/api/auth/login')
  const used = { ...answer({}), request: { method: 'GET', path: '/', bearer: 'the-one-in-use' } }
  const mask = createMask({ baseUrl }, [login, used])
  expect(mask('it is the-one-in-use')).toBe('it is <ACCESS_TOKEN>')
  expect(mask('{"access_token":"decoy-4999-0123456789"}')).toBe('{"access_token":"<TOKEN>"}')
})

test('a line of an event stream is parsed from any number of chunks', () => {
  const reader = createEventReader(() => 0)
  const piece = 'x'.repeat(64)
  reader.feed('data: ')
  for (let count = 0; count < 200_000; count += 1) reader.feed(piece)
  reader.feed('\n\n')
  expect(reader.events.map(({ data }) => data.length)).toEqual([200_000 * 64])
})

test('an event of a stream may have any number of data lines', () => {
  const reader = createEventReader(() => 0)
  for (let count = 0; count < 300; count += 1) reader.feed('data:\n'.repeat(1000))
  reader.feed('\n')
  expect(reader.events).toMatchObject([{ dataLines: 300_000 }])
})

test('the size of a JSON document is counted without the brackets and commas inside its strings', () => {
  expect(jsonSize('{"a":[1,2,{"b":"[[[{,,\\"]["}]}')).toEqual({ values: 6, depth: 3 })
  expect(jsonSize(' [[],[]]')).toEqual({ values: 5, depth: 2 })
  expect(jsonSize('"[[["')).toEqual({ values: 1, depth: 0 })
  expect(jsonSize(String.raw`["\\",["\\\"[",[]]]`)).toEqual({ values: 6, depth: 3 })
  expect(jsonSize('["[[[')).toEqual({ values: 2, depth: 1 })
})

test('the shapes of a deeply nested document are limited in number and found in linear time', () => {
  let deep: unknown = 1
  for (let level = 0; level < 50_000; level += 1) deep = { member: deep }
  const shapes = collectShapes([answer(deep)], (text) => text)
  expect(Object.keys(shapes['GET /api/agents 200'] ?? {}).length).toBeLessThan(50)
})
