import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WorldDetails } from '../../../contract/control/worlds.ts'
import { worldTag } from '../../../mocks/world/api-keys.ts'
import { controlToken, type Edge, eventually, startEdge, fetchOnce } from './workers/edge.ts'
import { isProving } from '../../support/proving.ts'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge({ DEMO: '30m', CONTROL_TOKEN: controlToken })
})
afterAll(() => edge[Symbol.asyncDispose]())

type Account = WorldDetails & { readonly ends_in_ms: number }

/** A browser that opened the page of the demo. */
async function arrive(at = edge) {
  const page = await fetchOnce(at.baseUrl)
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
  const call = (path: string, init: RequestInit = {}) =>
    fetchOnce(at.baseUrl + path, { ...init, headers: { cookie, ...init.headers } })
  const account = async () => (await (await call('/__control/visitor')).json()) as Account
  return { page, cookie, call, account }
}

const titled = (title: string, key: string | undefined) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ title }),
})

it('a visitor of the Worker gets a world of their own with the page, and keeps it', async () => {
  const visitor = await arrive()
  expect(await visitor.page.text()).toContain('data-control="visitor"')
  expect(visitor.page.headers.get('cache-control')).toBe('private, no-cache')
  const { name, keys, ends_in_ms } = await visitor.account()
  expect(visitor.cookie).toMatch(new RegExp(`^understudy-visitor=[\\w-]{22}${worldTag(name)}$`))
  expect(ends_in_ms).toBeGreaterThan(29 * 60_000)
  expect((await visitor.call('/')).headers.get('set-cookie')).toBeNull()
  const list = await visitor.call('/api/agents', {
    headers: { authorization: `Bearer ${keys['full']}` },
  })
  expect(list.status).toBe(200)
})

it('a visitor of the Worker cannot add operations, and every response but the page is sandboxed', async () => {
  const visitor = await arrive()
  const operations = { x: { kind: 'action', method: 'GET', path: '/api/x', answer: "'x'" } }
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ operations })
  const brought = await visitor.call('/__control/choices', { method: 'PUT', headers, body })
  expect(brought.status).toBe(403)
  for (const path of ['/api/agents', '/__control/visitor', '/openapi.json', '/__control/health']) {
    const answer = await visitor.call(path)
    expect([path, answer.headers.get('content-security-policy')]).toEqual([
      path,
      "sandbox; default-src 'none'",
    ])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(visitor.page.headers.get('content-security-policy')).toContain("script-src 'self'")
})

it('a visitor of the Worker keeps the world after the platform has unloaded its object', async () => {
  const visitor = await arrive()
  const { name, keys } = await visitor.account()
  expect((await visitor.call('/api/conversations', titled('Mine', keys['full']))).status).toBe(200)
  await edge.evict(name)
  expect((await visitor.account()).name).toBe(name)
  const { text } = await edge.visit(keys['full']).call('GET /api/conversations')
  expect(text).toContain('Mine')
  expect((await visitor.call('/')).headers.get('set-cookie')).toBeNull()
})

it('a visitor of the Worker who deletes their world leaves nothing behind, and gets a new world', async () => {
  const visitor = await arrive()
  const { name } = await visitor.account()
  expect((await visitor.call('/__control/visitor', { method: 'DELETE' })).status).toBe(204)
  expect(await edge.inspect(name, 'tables')).toEqual([])
  expect((await visitor.call('/__control/visitor')).status).toBe(410)
  expect((await visitor.call('/')).headers.get('set-cookie')).toContain('understudy-visitor=')
})

it.runIf(isProving)(
  'an alarm deletes the world of an idle visitor of the Worker, also after an eviction',
  async () => {
    await using short = await startEdge({ DEMO: '1s' })
    const visitor = await arrive(short)
    const { name } = await visitor.account()
    expect(await short.inspect(name, 'tables')).toHaveLength(1)
    await short.evict(name)
    await eventually(
      () => short.inspect(name, 'tables'),
      (tables) => (tables as unknown[]).length === 0,
    )
    expect((await visitor.call('/__control/visitor')).status).toBe(410)
  },
)

it('a visitor of the Worker cannot use the world of another visitor, or forge a cookie', async () => {
  const [one, other] = [await arrive(), await arrive()]
  const { name } = await other.account()
  expect((await one.call(`/w/${name}/__control/clock`)).status).toBe(403)
  const header = { 'x-understudy-world': name }
  expect((await one.call('/__control/clock', { headers: header })).status).toBe(403)
  expect((await one.call('/__control/worlds')).status).toBe(403)
  const forged = `understudy-visitor=${'A'.repeat(22)}${worldTag(name)}`
  expect(
    (await fetchOnce(`${edge.baseUrl}/__control/visitor`, { headers: { cookie: forged } })).status,
  ).toBe(410)
  const strange = { 'x-understudy-visitor-world': 'chosen' }
  expect((await fetchOnce(`${edge.baseUrl}/api/agents`, { headers: strange })).status).toBe(401)
  expect((await fetchOnce(`${edge.baseUrl}/w/chosen/api/agents`)).status).toBe(404)
  const foreign = { 'sec-fetch-site': 'same-site' }
  expect((await one.call('/__control/visitor', { headers: foreign })).status).toBe(403)
  const { text } = await edge.visit().call('GET /api/agents')
  expect(text).toContain('This demo server needs a session')
})

const [rounds, together] = isProving ? [10, 20] : [1, 8]

it(`${rounds * together} visitors of the Worker at the same time never see data of each other`, async () => {
  const visitors: { title: string; key: string | undefined }[] = []
  for (let round = 0; round < rounds; round++) {
    const numbers = Array.from({ length: together }, (_, index) => round * together + index)
    const arrived = await Promise.all(
      numbers.map(async (number) => {
        const visitor = await arrive()
        const { keys } = await visitor.account()
        const title = `of visitor ${number}.`
        await visitor.call('/api/conversations', titled(title, keys['full']))
        return { title, key: keys['full'] }
      }),
    )
    visitors.push(...arrived)
  }
  for (let round = 0; round < rounds; round++) {
    const mixed = visitors.filter((_, index) => index % rounds === round)
    const lists = await Promise.all(
      mixed.map(({ key }) => edge.visit(key).call('GET /api/conversations')),
    )
    const seen = lists.map(({ text }) => text.match(/of visitor \d+\./g))
    expect(seen).toEqual(mixed.map(({ title }) => [title]))
  }
}, 120_000)
