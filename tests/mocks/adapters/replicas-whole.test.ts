import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { haproxy, shippedConfig } from '../../support/haproxy.ts'
import {
  createWorlds,
  json,
  newestTitle,
  replicaStarter,
  runWorlds,
  withoutServer,
} from '../../support/replicas.ts'
import { isProving } from '../../support/proving.ts'

/** These tests take minutes, so they run in `npm run prove`, not in `npm test`. */
const workers = 300

const { startReplicas, startReplica, balance } = replicaStarter()
const names = Array.from({ length: workers }, (_, index) => `worker ${index}`)

/** Runs a function for each name, this many at a time. */
async function forEach<Result>(run: (name: string) => Promise<Result>, lanes = 50) {
  const results = new Map<string, Result>()
  const waiting = [...names]
  const lane = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      results.set(name, await run(name))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

const post = (path: string, body: unknown, headers = {}) =>
  fetch(path, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })

describe.skipIf(haproxy === undefined || !isProving)(
  'many worlds on replicas behind HAProxy',
  () => {
    it('`conform --plan full` passes through HAProxy', { timeout: 600_000 }, async () => {
      const { url } = await balance(await startReplicas('a', 'b', 'c'))
      const about = await fetch(`${url}/__control/worlds/default`)
      const { users } = (await about.json()) as {
        readonly users: { readonly email: string; readonly password: string }[]
      }
      const [user, other] = users
      const flags = ['--plan', 'full', '--base-url', url, '--grace', '50']
      const credentials = {
        '--email': user?.email ?? '',
        '--password': user?.password ?? '',
        '--other-email': other?.email ?? '',
        '--other-password': other?.password ?? '',
      }
      const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>()
      const child = execFile(
        process.execPath,
        ['dist/cli/understudy.js', 'conform', ...flags, ...Object.entries(credentials).flat()],
        { maxBuffer: 1e8 },
        (_, stdout, stderr) =>
          resolve({ code: child.exitCode ?? -1, output: stdout.slice(-3000) + stderr }),
      )
      expect(await promise).toMatchObject({ code: 0 })
    })

    it(
      '300 test workers at once behind HAProxy see only the data of their own worlds',
      { timeout: 300_000 },
      async () => {
        const replicas = await startReplicas('a', 'b', 'c')
        const { url } = await balance(replicas)
        await forEach((name) => createWorlds(url, [name]))
        // Each worker signs in, adds a conversation, runs a turn in it, and reads its data.
        const seen = await forEach(async (name) => {
          const base = `${url}/w/${encodeURIComponent(name)}`
          const { users } = (await (
            await fetch(`${url}/__control/worlds/${encodeURIComponent(name)}`)
          ).json()) as { readonly users: object[] }
          const { access_token } = (await (
            await post(`${base}/api/auth/login`, users[0])
          ).json()) as Record<string, string>
          const authorization = { authorization: `Bearer ${access_token}` }
          const added = await post(
            `${url}/api/conversations`,
            { title: `Of ${name}` },
            authorization,
          )
          const { data } = (await added.json()) as { readonly data: { readonly id: string } }
          const turn = await post(
            `${url}/api/react`,
            { q: `Hello from ${name}`, conversation_id: data.id },
            authorization,
          )
          const events = await turn.text()
          const list = await fetch(`${url}/api/conversations?q=Of%20worker`, {
            headers: authorization,
          })
          return { events, list: await list.text() }
        })
        for (const [name, { events, list }] of seen) {
          expect(events).toMatch(/event: done\n/)
          const titles = [...list.matchAll(/Of worker \d+/g)].map(([title]) => title)
          expect(titles).toEqual([`Of ${name}`])
        }
        const spread = await Promise.all(
          replicas.map(async (replica) => {
            const { out } = await runWorlds('list', '--from', replica.url)
            return out.split('\n').filter((line) => line.includes('worker ')).length
          }),
        )
        expect(spread.reduce((sum, count) => sum + count)).toBe(workers)
        expect(Math.min(...spread)).toBeGreaterThan(workers / 6)

        // One replica is killed in the middle of writes. After its restart, it has every world.
        const [victim] = replicas
        const before = await forEach((name) => newestTitle(url, name))
        await victim?.kill()
        await victim?.restart()
        expect(await forEach((name) => newestTitle(url, name))).toEqual(before)
        for (const [name, { titles }] of before) expect(titles).toEqual([`Only in ${name}`])
      },
    )

    it(
      'a third replica takes over a third of 300 worlds, and no world is lost',
      { timeout: 300_000 },
      async () => {
        const old = await startReplicas('a', 'b')
        const before = await balance(old, withoutServer(shippedConfig, 'c'))
        await forEach((name) => createWorlds(before.url, [name]))
        // Idle worlds are only on disk.
        for (const replica of old) {
          await replica.kill()
          await replica.restart()
        }
        const all = [...old, await startReplica('c')]
        const from = all.flatMap(({ url }) => ['--from', url])
        expect((await runWorlds('hold', ...from)).code).toBe(0)
        const after = await balance(all)
        const { code, out, errors } = await runWorlds('move', ...from, '--through', after.url)
        expect([code, errors]).toEqual([0, ''])
        const moved = out.split('\n').filter((line) => line.endsWith('-> c')).length
        expect(moved).toBeGreaterThan(workers / 3 - 45)
        expect(moved).toBeLessThan(workers / 3 + 45)
        for (const [name, { titles }] of await forEach((one) => newestTitle(after.url, one)))
          expect([name, titles]).toEqual([name, [`Only in ${name}`]])
        const { out: listed } = await runWorlds('list', ...from)
        expect(listed.split('\n').filter((line) => line.includes('worker '))).toHaveLength(workers)
      },
    )
  },
)
