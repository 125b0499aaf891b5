import { expect, it } from 'vitest'
import { createWorker } from '../../../mocks/adapters/workers/worker.ts'
import { type Core, createCore } from '../../../mocks/core.ts'
import { createRequestHandler } from '../../../mocks/request-handler.ts'
import { worldTag } from '../../../mocks/world/api-keys.ts'
import { empty } from '../../support/transports.ts'

/** A Worker whose objects are fakes in this process, by the tag of their world. */
function startWorker() {
  const control = { token: 'a-token-of-32-characters-or-so..' }
  const worker = createWorker({ fixture: empty })
  const objects = new Map<string, Core>()
  const env = {
    CONTROL_TOKEN: control.token,
    WORLDS: {
      idFromName: (name: string) => name,
      get(id: { toString(): string }) {
        const name = id.toString()
        const found =
          objects.get(name) ?? createCore({ fixture: empty, control }, createRequestHandler)
        objects.set(name, found)
        return found
      },
    },
  }
  const headers = {
    authorization: `Bearer ${control.token}`,
    'content-type': 'application/json',
  }
  async function post(path: string, body: string) {
    const url = `http://localhost/__control/${path}`
    const length = { 'content-length': String(body.length) }
    const request = new Request(url, { method: 'POST', headers: { ...headers, ...length }, body })
    const response = await worker.fetch(request, env)
    type Reply = { readonly ttl_ms?: number; readonly error?: string }
    return { status: response.status, json: (await response.json()) as Reply }
  }
  const worldsOf = (name: string) =>
    objects
      .get(worldTag(name))
      ?.parts.worlds.list()
      .map((world) => world.name)
  return { post, worldsOf, objects }
}

it.each([
  ['more than 1 MiB', 'x'.repeat(1_100_000)],
  ['more than 25,000 values', Array.from({ length: 30_000 }, () => 0)],
])('a new world with %s of data is created in the object of its name', async (_, extra) => {
  const { post, worldsOf, objects } = startWorker()
  await post('worlds', JSON.stringify({ name: 'big', fixture: { users: [], extra } }))
  expect([...objects.keys()]).toEqual([worldTag('big')])
  expect((await post('worlds', JSON.stringify({ name: 'red', seed: 'a' }))).status).toBe(201)
  expect(worldsOf('red')).toEqual(['red'])
})

it('a fork on Workers has the time to live of the original world, and a body that is not JSON is refused', async () => {
  const { post } = startWorker()
  await post('worlds', '{"name":"red","ttl":"10m"}')
  expect(await post('worlds/red/fork', '{"name":"pink"}')).toMatchObject({
    status: 201,
    json: { ttl_ms: 600_000 },
  })
  expect(await post('worlds/red/fork', '')).toMatchObject({ status: 201 })
  expect(await post('worlds/red/fork', 'not JSON')).toEqual({
    status: 400,
    json: { error: 'The body is not valid JSON.' },
  })
})
