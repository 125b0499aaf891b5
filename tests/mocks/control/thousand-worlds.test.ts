import { expect, it } from 'vitest'
import { isProving } from '../../support/proving.ts'
import { demo, describeTransports, type Mounted } from '../../support/transports.ts'
import { keyOf, newConversation, type Paged, visit } from '../../support/visitor.ts'

const worlds = isProving ? 1000 : 100
const clients = 50
const atStart = demo.conversations.length

type Titled = { readonly id: string; readonly title: string }

/** The requests of one client in one world, and their results. */
async function visitWorld(mounted: Mounted, name: string) {
  const visitor = visit(
    { ...mounted, baseUrl: `${mounted.baseUrl}/w/${name}` },
    keyOf(mounted, 'full', name),
  )
  const id = await newConversation(visitor, { title: `Zebras of ${name}` })
  const { items } = (await visitor.call<Paged<Titled>>('GET /api/conversations?q=zebras')).json
  await visitor.call(`PATCH /api/conversations/${id}`, { body: { title: `Renamed in ${name}` } })
  return { id, seen: items.map(({ title }) => title) }
}

describeTransports('many worlds', (mount) => {
  it(`${worlds} worlds are created, used by fifty clients in parallel and deleted, and never share data`, async () => {
    const mounted = await mount()
    const names = Array.from({ length: worlds }, (_, index) => `worker-${index}`)
    const waiting = [...names]
    const visited = new Map<string, Awaited<ReturnType<typeof visitWorld>>>()
    const client = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
        visited.set(name, await visitWorld(mounted, name))
    }
    await Promise.all(Array.from({ length: clients }, client))

    expect(visited.size).toBe(worlds)
    for (const [name, { id, seen }] of visited) {
      const { store } = mounted.fake.world(name)
      expect(seen).toEqual([`Zebras of ${name}`])
      expect(store.conversations.size).toBe(atStart + 1)
      expect(store.conversations.get(id)?.title).toBe(`Renamed in ${name}`)
    }
    expect(new Set([...visited.values()].map(({ id }) => id)).size).toBe(worlds)

    const key = keyOf(mounted, 'full', 'worker-7')
    for (const name of names) await mounted.fake.control(name).delete()
    expect(await visit(mounted, key).refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
    expect(mounted.fake.world('worker-7').store.conversations.size).toBe(atStart)
  })
})
