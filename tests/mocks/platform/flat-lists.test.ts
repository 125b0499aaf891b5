import { describe, expect, it } from 'vitest'
import { loadProfile } from '../../../cli/world-data.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { demo, mountInProcess } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const owner = demo.users[0]?.id

/** Lists that show each user only the records that the user may see. */
const lists = {
  agents: '/api/agents',
  knowledge_bases: '/api/knowledge-bases',
  connectors: '/api/connectors',
  mcp_servers: '/api/mcp-servers',
  channels: '/api/channels',
  organizations: '/api/orgs',
  workflows: '/api/workflows',
} as const

/** 200 records that the demo user may see. `touched` has the ids of the records that were read. */
function manyRecords(kind: keyof typeof lists | 'conversations') {
  const touched = new Set<string>()
  const [usual] = demo[kind] ?? []
  const members = [{ user_id: owner, role: 'owner', joined_at: usual?.created_at }]
  const own = { user_id: owner, created_by: owner, org_id: null, is_builder: false, members }
  const records = Array.from({ length: 200 }, (_, index) => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    return new Proxy(
      { ...usual, ...own, id },
      {
        get(record, name) {
          touched.add(id)
          return Reflect.get(record, name) as unknown
        },
      },
    )
  })
  return { touched, fixture: { ...demo, [kind]: records } }
}

describe('lists of many records', () => {
  it.each(Object.keys(lists) as (keyof typeof lists)[])(
    'a page of %s reads only the records of that page, also after a record has changed',
    async (kind) => {
      const { touched, fixture } = manyRecords(kind)
      // On a later day, the fake would copy the records to move their dates.
      const systemClock = createManualClock(Date.parse(demo.anchored_at))
      const mounted = mountInProcess({ fixture, systemClock })
      const visitor = await signIn(mounted)
      const list = async () => {
        touched.clear()
        const { json } = await visitor.call<{ total: number }>(`GET ${lists[kind]}?size=20`)
        return { total: json.total, read: touched.size }
      }
      expect((await list()).total).toBe(200)
      expect(await list()).toEqual({ total: 200, read: 20 })
      const { id } = fixture[kind]?.[0] ?? { id: '' }
      expect((await visitor.call(`DELETE ${lists[kind]}/${id}`)).status).toBeLessThan(300)
      expect(await list()).toEqual({ total: 199, read: 20 })
    },
  )

  it('a deletion under a profile whose records belong to conversations reads few others', async () => {
    const { touched, fixture } = manyRecords('conversations')
    const systemClock = createManualClock(Date.parse(demo.anchored_at))
    const profile = await loadProfile('deployed-0.8')
    const visitor = await signIn(mountInProcess({ fixture, systemClock, profile }))
    const [first, second] = fixture.conversations
    // The first deletion computes the tokens of the month from all conversations.
    await visitor.call(`DELETE /api/conversations/${first?.id}`)
    touched.clear()
    await visitor.call(`DELETE /api/conversations/${second?.id}`)
    // The search for its places in sorted lists reads a few.
    expect(touched.size).toBeLessThan(20)
  })

  it('a list no longer shows a record to a user who has left the organization of the record', async () => {
    const [organization] = demo.organizations ?? []
    const [usual] = demo.knowledge_bases ?? []
    const other = demo.users[1]
    const shared = { ...usual, user_id: owner, visibility: 'org', org_id: organization?.id }
    const members = [owner, other?.id].map((user_id) => ({ user_id, role: 'admin' }))
    const mounted = mountInProcess({
      fixture: {
        ...demo,
        knowledge_bases: [shared],
        organizations: [{ ...organization, members }],
      } as typeof demo,
    })
    const visitor = await signIn(mounted, 'other')
    const total = async () =>
      (await visitor.call<{ total: number }>('GET /api/knowledge-bases')).json.total
    expect(await total()).toBe(1)
    const { store } = mounted.fake.world()
    const joined = store.organizations.get(organization?.id ?? '')
    if (joined !== undefined)
      store.organizations.update(joined, {
        members: joined.members.filter(({ user_id }) => user_id === owner),
      })
    expect(await total()).toBe(0)
  })
})
