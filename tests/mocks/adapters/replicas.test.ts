import { beforeAll, describe, expect, it } from 'vitest'
import { type Balancer, haproxy, shippedConfig } from '../../support/haproxy.ts'
import {
  createWorlds,
  json,
  newestTitle,
  replicaOf,
  type ReplicaProcess,
  replicaStarter,
  runWorlds,
  withoutServer,
} from '../../support/replicas.ts'

const { startReplicas, startReplica, balance } = replicaStarter()

const bearer = (token = '') => ({ headers: { authorization: `Bearer ${token}` } })
const statusOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { readonly status: string }).status,
]
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `world ${index}`)

describe.skipIf(haproxy === undefined)('three replicas behind HAProxy', () => {
  let replicas: ReplicaProcess[]
  let balancer: Balancer
  beforeAll(async () => {
    replicas = await startReplicas('a', 'b', 'c')
    balancer = await balance(replicas)
  })

  it('all requests of a world reach the same replica, however they name the world', async () => {
    const { url } = balancer
    const owners = new Set<string | null>()
    for (const world of ['red', 'blue', 'green', 'a b', 'größe']) {
      const body = JSON.stringify({ name: world })
      const created = await fetch(`${url}/__control/worlds`, {
        method: 'POST',
        headers: json,
        body,
      })
      const owner = replicaOf(created)
      owners.add(owner)
      const about = (await created.json()) as {
        readonly replica: string
        readonly users: { readonly email: string; readonly password: string }[]
        readonly keys: Record<string, string>
      }
      expect(about.replica).toBe(owner)
      const inPath = `${url}/w/${encodeURIComponent(world)}`
      const signedIn = await fetch(`${inPath}/api/auth/login`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(about.users[0]),
      })
      const tokens = (await signedIn.json()) as Record<'access_token' | 'refresh_token', string>
      const q = { q: 'Hello', token: about.keys['full'] }
      const post = (path: string, value: unknown, headers = {}) =>
        fetch(url + path, {
          method: 'POST',
          headers: { ...json, ...headers },
          body: JSON.stringify(value),
        })
      const responses = [
        signedIn,
        await fetch(`${inPath}/api/agents`, bearer(about.keys['full'])),
        await fetch(`${url}/api/agents`, bearer(about.keys['full'])),
        await fetch(`${url}/api/agents`, bearer(tokens.access_token)),
        await post('/api/auth/refresh', { refresh_token: tokens.refresh_token }),
        await fetch(`${url}/__control/worlds/${encodeURIComponent(world)}`),
        await fetch(`${inPath}/__control/clock`),
        ...(await Promise.all(['react', 'dag', 'auto'].map((one) => post(`/api/${one}`, q)))),
      ]
      for (const response of responses) if (!response.bodyUsed) await response.body?.cancel()
      expect([world, responses.map(replicaOf)]).toEqual([world, responses.map(() => owner)])
    }
    expect(owners.size).toBeGreaterThan(1)
  })

  it('all requests without a world reach the same replica', async () => {
    const seen = new Set<string | null>()
    for (const path of ['/', '/api/agents', '/__control/clock', '/__control/health'])
      for (let times = 0; times < 3; times++) seen.add(replicaOf(await fetch(balancer.url + path)))
    expect(seen.size).toBe(1)
  })

  it('a new world behind HAProxy needs a name, and the refusal of a fork explains how to copy a world', async () => {
    const post = (path: string) =>
      fetch(`${balancer.url}/__control/${path}`, { method: 'POST', headers: json, body: '{}' })
    const nameless = await post('worlds')
    expect([nameless.status, await nameless.text()]).toEqual([
      422,
      expect.stringContaining('name the world'),
    ])
    await createWorlds(balancer.url, ['original'])
    const fork = await post('worlds/original/fork')
    expect([fork.status, await fork.text()]).toEqual([409, expect.stringContaining('PUT snapshot')])
  })

  it('a killed replica comes back with its worlds, and no other replica responds for them', async () => {
    const names = numbered(9)
    await createWorlds(balancer.url, names)
    const before = await Promise.all(names.map((name) => newestTitle(balancer.url, name)))
    const [victim] = replicas
    const lost = names.filter((_, index) => before[index]?.replica === victim?.name)
    expect(lost.length).toBeGreaterThan(0)
    await victim?.kill()
    const path = `/w/${encodeURIComponent(lost[0] ?? '')}/api/agents`
    const seen = new Set<unknown>()
    // The balancer may first lose an open connection to the replica.
    await expect
      .poll(async () => {
        const response = await fetch(balancer.url + path).catch(() => undefined)
        seen.add(response?.status)
        return [response?.status, response?.headers.get('retry-after')]
      })
      .toEqual([503, '2'])
    expect(seen).not.toContain(200)
    await victim?.restart()
    expect(await Promise.all(names.map((name) => newestTitle(balancer.url, name)))).toEqual(before)
    expect(before.map(({ titles }) => titles)).toEqual(names.map((name) => [`Only in ${name}`]))
  })
})

describe.skipIf(haproxy === undefined)('a third replica', () => {
  it('worlds move to a third replica, no world is lost, and no world can be created during the move', async () => {
    const old = await startReplicas('a', 'b')
    const before = await balance(old, withoutServer(shippedConfig, 'c'))
    const names = numbered(24)
    await createWorlds(before.url, names)
    const all = [...old, await startReplica('c')]
    const from = all.flatMap(({ url }) => ['--from', url])
    const held = await runWorlds('hold', ...from)
    expect(held).toEqual({ code: 0, out: expect.stringContaining('a, b, c'), errors: '' })
    const after = await balance(all)
    const refused = await fetch(`${after.url}/w/new/api/agents`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    const moved = await runWorlds('move', ...from, '--through', after.url)
    expect([moved.code, moved.errors]).toEqual([0, ''])
    const lines = moved.out.trim().split('\n')
    expect(lines.slice(0, -1).every((line) => line.endsWith('-> c'))).toBe(true)
    expect(lines.length).toBeGreaterThan(1)
    for (const name of names) {
      const { status, titles } = await newestTitle(after.url, name)
      expect([name, status, titles]).toEqual([name, 200, [`Only in ${name}`]])
    }
    const { out } = await runWorlds('list', ...from)
    const places = out
      .trim()
      .split('\n')
      .filter((line) => line.includes('world '))
    expect(places).toHaveLength(names.length)
    const created = await fetch(`${after.url}/w/new/api/agents`)
    expect(created.status).toBe(401)
    const again = await runWorlds('move', ...from, '--through', after.url)
    expect(again.out).toMatch(/^0 moved, \d+ in place, 0 not moved\.\n$/)
  })
})

describe('a replica that is stopped', () => {
  it('a replica that is stopped reports that it is not ready, lets its streams end, and exits with 0', async () => {
    const replica = await startReplica('a', '--drain', '20s')
    const about = await fetch(`${replica.url}/__control/worlds/default`)
    const { keys } = (await about.json()) as { readonly keys: Record<string, string> }
    const ready = () => fetch(`${replica.url}/__control/ready`)
    expect(await statusOf(await ready())).toEqual([200, 'ready'])
    const stream = await fetch(`${replica.url}/api/react`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${keys['full']}` },
      body: JSON.stringify({ q: 'Hello' }),
    })
    const code = replica.end()
    await expect.poll(async () => statusOf(await ready())).toEqual([503, 'draining'])
    expect((await fetch(`${replica.url}/__control/health`)).status).toBe(200)
    expect(await stream.text()).toMatch(/event: done\n/)
    expect(await code).toBe(0)
  })
})
