import { expect, it } from 'vitest'
import { createFake } from '../../../mocks/fake.ts'
import { toPlainRequest } from '../../../mocks/fetch.ts'
import { needsBody, requestTag } from '../../../mocks/server/request-tag.ts'
import { worldTag } from '../../../mocks/world/api-keys.ts'
import { demo } from '../../support/transports.ts'

/** The tag of a request, such as `GET /api/agents`. */
function tagOf(operation: string, init: RequestInit = {}, readsCookie = false) {
  const [method = '', path = ''] = operation.split(' ')
  const request = new Request(`http://platform.test${path}`, { method, ...init })
  const { body } = init
  return requestTag(toPlainRequest(request), {
    body: typeof body === 'string' ? body : undefined,
    readsCookie,
  })
}
const bearer = (token = '') => ({ headers: { authorization: `Bearer ${token}` } })
const json = (value: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

function needs(operation: string): boolean {
  const [method = '', path = ''] = operation.split(' ')
  return needsBody({ method, path, header: () => undefined })
}

/** A fake with a world `blue`, its credentials, and the names of the worlds that were called. */
async function fakeWithBlue() {
  const called: string[] = []
  const fake = createFake({
    fixture: demo,
    speed: Infinity,
    onCall: ({ world }) => void called.push(world),
  })
  const { keys, users } = (await fake.worlds.create({ name: 'blue' })).about()
  const { email, password } = users[0] ?? { email: '', password: '' }
  const response = await fake.fetch(
    new Request('http://platform.test/w/blue/api/auth/login', {
      method: 'POST',
      ...json({ email, password }),
    }),
  )
  const tokens = (await response.json()) as { access_token: string; refresh_token: string }
  return { fake, called, key: keys['full'] ?? '', tokens }
}

it('the tag of a request is the tag of the world that handles the request', async () => {
  const { fake, called, key, tokens } = await fakeWithBlue()
  const { access_token, refresh_token } = tokens
  const q = 'Hello'
  const requests: [string, RequestInit, string][] = [
    ['GET /api/agents', {}, 'default'],
    ['GET /api/agents', { headers: { 'x-understudy-world': 'blue' } }, 'blue'],
    ['GET /w/green/api/agents', { headers: { 'x-understudy-world': 'blue' } }, 'blue'],
    ['GET /w/green/api/agents', { headers: { 'x-understudy-world': '' } }, 'default'],
    ['GET /w/blue/api/agents', {}, 'blue'],
    ['GET /w/a%20b/api/agents', {}, 'a b'],
    ['GET /w/blue/api/agents', bearer('none'), 'blue'],
    ['GET /api/agents', bearer(key), 'blue'],
    ['GET /api/agents', bearer(key.replace('svc_', 'key_')), 'blue'],
    ['GET /api/agents', { headers: { authorization: `Basic ${key}` } }, 'blue'],
    ['GET /api/agents', { headers: { authorization: key } }, 'default'],
    ['GET /api/agents', bearer(access_token), 'blue'],
    ['POST /api/react', json({ q, token: key }), 'blue'],
    ['POST /api/dag', json({ q, token: access_token }), 'blue'],
    ['POST /api/auto', json({ q, token: key }), 'blue'],
    ['POST /api/chat/resume', json({ session_id: 'x', token: key }), 'blue'],
    ['POST /api/auth/refresh', json({ refresh_token }), 'blue'],
    ['POST /api/agents', json({ name: 'A', token: key }), 'default'],
    ['POST /api/react', { body: '{"token":' }, 'default'],
  ]
  for (const [operation, init, world] of requests) {
    const [method = '', path = ''] = operation.split(' ')
    const sent = new Request(`http://platform.test${path}`, { method, ...init })
    called.length = 0
    await fake.fetch(sent).then((response) => response.text())
    expect([operation, called[0]]).toEqual([operation, world])
    expect([operation, tagOf(operation, init)]).toEqual([
      operation,
      world === 'default' ? undefined : worldTag(world),
    ])
  }
})

it('the tag of a request with a credential is read from the credential, without knowing its world', () => {
  expect(tagOf('GET /api/agents', bearer(`sk-${'A'.repeat(30)}0123456789`))).toBe('0123456789')
  for (const none of ['short', 'a.b.c', `${'A'.repeat(30)}.0123456789`, 'white space is none'])
    expect(tagOf('GET /api/agents', bearer(none))).toBeUndefined()
})

it('a request with a visitor cookie has the end of the cookie as its tag, unless the path names a world', () => {
  const cookie = { cookie: `a=b; understudy-visitor=${'v'.repeat(22)}0123456789; c=d` }
  expect(tagOf('GET /api/agents', { headers: cookie }, true)).toBe('0123456789')
  expect(tagOf('GET /api/agents', { headers: cookie })).toBeUndefined()
  expect(tagOf('GET /w/blue/api/agents', { headers: cookie }, true)).toBe(worldTag('blue'))
  expect(tagOf('GET /__control/clock', { headers: cookie }, true)).toBe('0123456789')
  const guarded = { ...cookie, authorization: 'Bearer a-token-of-the-control-api' }
  expect(tagOf('GET /__control/clock', { headers: guarded }, true)).toBeUndefined()
  expect(tagOf('GET /api/agents', { headers: guarded }, true)).toBe('0123456789')
})

it('the tag of a request to the control API is the tag of the world in the request', () => {
  const token = bearer(`svc_${'A'.repeat(34)}0123456789`)
  expect(tagOf('GET /__control/clock', token)).toBeUndefined()
  expect(tagOf('GET /w/blue/__control/clock', token)).toBe(worldTag('blue'))
  const header = { headers: { 'x-understudy-world': 'blue' } }
  expect(tagOf('POST /__control/reset', header)).toBe(worldTag('blue'))
  expect(tagOf('GET /__control/worlds', header)).toBe(worldTag('blue'))
  expect(tagOf('GET /__control/worlds/a%20b', header)).toBe(worldTag('a b'))
  expect(tagOf('POST /__control/worlds/green/fork', json({ name: 'blue' }))).toBe(worldTag('green'))
  expect(tagOf('POST /__control/worlds', json({ name: 'green' }))).toBe(worldTag('green'))
  expect(tagOf('POST /__control/worlds', json({}))).toBeUndefined()
  expect(tagOf('POST /__control/worlds', { body: 'no JSON' })).toBeUndefined()
})

it('the tag of a request depends on its body only where the body can name the world', () => {
  const needing = ['POST /api/react', 'POST /api/auth/refresh', 'POST /w/a/api/chat/resume']
  const control = ['POST /__control/worlds', 'POST /w/a/__control/worlds/']
  const free = ['GET /api/react', 'POST /api/agents', 'POST /__control/reset', 'POST /x']
  expect([...needing, ...control].filter((operation) => !needs(operation))).toEqual([])
  expect(free.filter(needs)).toEqual([])
})
