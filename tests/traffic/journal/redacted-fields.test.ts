import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { TrafficCheck } from '../../../conformance/passive/traffic-check.ts'
import { isObject } from '../../../contract/json.ts'
import { readHar } from '../../../traffic/har/read-har.ts'
import type { HarEntry } from '../../../traffic/record/har-entry.ts'
import { createRedactor } from '../../../traffic/redact/redactor.ts'
import { entryOf } from '../../support/planted-secrets.ts'
import { record } from '../../support/record-har.ts'
import { newConversation, newKey, signIn } from '../../support/visitor.ts'

const createOne = () => createRedactor({ key: new Uint8Array(32).fill(9) })

function redacted(entries: readonly HarEntry[]): readonly HarEntry[] {
  const redactor = createOne()
  return entries.map((entry) => redactor.learn(entry)).map((entry) => redactor.replace(entry))
}

/** The names of all fields in a JSON text, in order. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
}

const parsed = (text = ''): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A session with the operations whose responses have credentials, and the names of credentials. */
const session = await record(async (mounted) => {
  const visitor = await signIn(mounted)
  await visitor.call('GET /api/auth/verify')
  await visitor.call('GET /api/auth/me')
  for (let number = 0; number < 40; number++) {
    const key = await newKey(visitor, { name: `Till ${number}` })
    await visitor.as(key.key).call('GET /api/auth/verify')
    await visitor.as(key.key).call('GET /api/conversations')
  }
  await visitor.call('GET /api/me/api-keys?size=100')
  const id = await newConversation(visitor, { title: 'Orders' })
  await visitor.stream('POST /api/react', {
    body: { q: 'Where is my order?', conversation_id: id },
  })
  await visitor.call(`GET /api/conversations/${id}`)
  await visitor.call('GET /api/agents')
})

const harOf = (entries: readonly HarEntry[]) => JSON.stringify({ log: { version: '1.2', entries } })

const { log } = JSON.parse(session) as { readonly log: { readonly entries: readonly HarEntry[] } }
for (const { response } of log.entries)
  response.headers = [{ name: 'content-type', value: response.content.mimeType }]
const after = redacted(log.entries)

test('redaction keeps the names of all fields in a recorded session', () => {
  const names = (entries: readonly HarEntry[]) =>
    entries.map(({ response, request }) => [
      namesIn(parsed(response.content.text)),
      namesIn(parsed(request.postData?.text)),
    ])
  expect(names(after)).toEqual(names(log.entries))
  expect(JSON.stringify(after)).toContain('access_token')
})

test('redaction keeps the prefix of the API keys in a recorded session', () => {
  const keys = after.flatMap(({ response }) => {
    const body = parsed(response.content.text)
    return isObject(body) && typeof body['key'] === 'string' ? [body['key']] : []
  })
  expect(keys).toHaveLength(40)
  expect(keys.filter((key) => !/^svc_[\w-]{20,}$/.test(key))).toEqual([])
  expect(new Set(keys).size).toBe(40)
  expect(keys.filter((key) => session.includes(key))).toEqual([])
})

test('the redacted recording of the documented fake breaks no rule', async () => {
  const check = new TrafficCheck()
  for await (const exchange of readHar([harOf(after)])) await check.add(exchange)
  const { judged, findings } = check.report()
  expect(judged).toBeGreaterThan(100)
  expect(findings.map(({ rule, got }) => `${rule}: ${got}`)).toEqual([])
})

const fieldNames = [
  ...new Set(log.entries.flatMap(({ response }) => namesIn(parsed(response.content.text)))),
]

test('redaction keeps the names of fields, whatever value a field for secrets has', () => {
  const name = fc.constantFrom(...fieldNames, 'password', 'client_secret', 'apiKey')
  const value = fc.oneof(name, fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  const body = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value)))
  fc.assert(
    fc.property(fc.array(body, { minLength: 1, maxLength: 5 }), (bodies) => {
      const entries = bodies.map((one) => entryOf({ answer: JSON.stringify(one) }))
      const found = redacted(entries).map(({ response }) => namesIn(parsed(response.content.text)))
      expect(found).toEqual(bodies.map(namesIn))
    }),
    { seed: 34, numRuns: 200 },
  )
})

test.each([
  '{"total_tokens":123456,"prompt_tokens":1200,"max_tokens":4096,"token_type":"bearer"}',
  '{"key_prefix":"svc_12ab","has_password":true,"password":null,"token":"","secret":false}',
  '{"code":"agent_not_found","error":"token_expired","sort_key":"created_at","pin":true}',
  '{"token_count":12345,"session_id":"3f1c2a4e-8d21-4c5a-9b0e-1f2d3c4b5a69"}',
  '{"text":"Reset your password = done, and say Bearer of news."}',
  '{"items":[1,20,3000],"passwords":[]}',
  '{"headers":[{"key":"Accept","value":"application/json"},{"key":"A","value":"no-cache"}]}',
  '{"body":{"max_tokens":"{{max_tokens}}"},"env":{"LOG_FORMAT":"text/plain; charset=utf-8"}}',
])('redaction keeps what is not a secret: %s', (answer) => {
  const [entry] = redacted([entryOf({ answer })])
  expect(entry?.response.content.text).toBe(answer)
})
