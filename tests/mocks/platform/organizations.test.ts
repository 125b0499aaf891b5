import { describe, expect, it } from 'vitest'
import type { Fixture } from '../../../contract/fixture.ts'
import {
  member as memberRecord,
  organization as record,
} from '../../../contract/records/organization.ts'
import { readProfile } from '../../../contract/profile.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { type Enveloped, type Paged, signIn, visit, type Visitor } from '../../support/visitor.ts'

type Organization = { readonly id: string; readonly name: string }
type Member = { readonly user_id: string; readonly role: string; readonly email: string }

const idOf = (name: string) => demo.organizations.find((one) => one.name === name)?.id ?? ''
const [headquarters, subsidiary] = [idOf('Fernhollow Instruments'), idOf('Fernhollow Canada')]
const userId = (name: string) =>
  demo.users.find(({ email }) => email.startsWith(`${name}@`))?.id ?? ''

const found = async (visitor: Visitor): Promise<Organization> => {
  const body = { name: 'Night shift' }
  return (await visitor.call<Enveloped<Organization>>('POST /api/orgs', { body })).json.data
}
const members = async (visitor: Visitor, id: string) =>
  (await visitor.call<Paged<Member>>(`GET /api/orgs/${id}/members`)).json.items
const colleague = async (mounted: Parameters<typeof signIn>[0], name: string) => {
  const body = { email: `${name}@example.com`, password: 'colleague-password' }
  type Session = { readonly access_token: string }
  const { json } = await visit(mounted).call<Session>('POST /api/auth/login', { body })
  return visit(mounted, json.access_token)
}

describeTransports('organizations', (mount) => {
  it('organizations are listed for their members', async () => {
    const mounted = await mount()
    const names = async (user: string) => {
      const visitor = await signIn(mounted, user)
      const { items } = (await visitor.call<Paged<Organization>>('GET /api/orgs')).json
      for (const item of items) expect(record.safeParse(item).error).toBeUndefined()
      return items.map(({ name }) => name)
    }
    expect(await names('demo')).toEqual([
      'Fernhollow Instruments',
      'Fernhollow Repair Room',
      'Fernhollow Weather Watch',
    ])
    expect(await names('other')).toEqual(['Fernhollow Canada'])
  })

  it('organizations are created, renamed and deleted by their owner', async () => {
    const visitor = await signIn(await mount())
    const { id } = await found(visitor)
    const path = `/api/orgs/${id}`
    expect((await visitor.call(`GET ${path}`)).json).toMatchObject({
      data: { name: 'Night shift', role: 'owner', member_count: 1 },
    })
    const body = { name: 'Day shift', description: 'From six to two' }
    expect((await visitor.call(`PUT ${path}`, { body })).json).toMatchObject({ data: body })
    expect(await visitor.refusal(`PUT ${path}`, { body: { name: '' } })).toEqual([422, undefined])
    expect((await visitor.call(`DELETE ${path}`)).json).toEqual({
      success: true,
      data: { deleted: id },
    })
    expect(await visitor.refusal(`GET ${path}`)).toEqual([404, 'not_found'])
  })

  it('a stranger gets 404 for an organization, and a plain member who changes the organization gets 403', async () => {
    const mounted = await mount()
    const stranger = await signIn(mounted)
    expect(await stranger.refusal(`GET /api/orgs/${subsidiary}`)).toEqual([404, 'not_found'])
    expect(await stranger.refusal(`GET /api/orgs/${subsidiary}/members`)).toEqual([
      404,
      'not_found',
    ])
    const member = await colleague(mounted, 'kofi.asante')
    const body = { name: 'Mine' }
    expect((await member.call(`GET /api/orgs/${headquarters}`)).status).toBe(200)
    expect(await member.refusal(`PUT /api/orgs/${headquarters}`, { body })).toEqual([
      403,
      'forbidden',
    ])
    const admin = await colleague(mounted, 'tomasz.wilk')
    expect(await admin.refusal(`DELETE /api/orgs/${headquarters}`)).toEqual([403, 'forbidden'])
  })

  it('organizations accept members by id or address, and let them leave', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { id } = await found(visitor)
    const add = (body: object) => visitor.call(`POST /api/orgs/${id}/members`, { body })
    expect((await add({ email: 'other@example.com' })).json).toMatchObject({
      data: { user_id: userId('other'), role: 'member', org_id: id },
    })
    const kofi = { user_id: '', email: 'kofi.asante@example.com', role: 'admin' }
    expect((await add(kofi)).status).toBe(200)
    expect((await add({ email: 'other@example.com' })).json).toMatchObject({ error: 'conflict' })
    expect((await add({ email: 'nobody@example.com' })).status).toBe(404)
    expect((await add({})).status).toBe(422)
    const listed = await members(visitor, id)
    expect(listed.map(({ email, role }) => [email, role])).toEqual([
      ['demo@example.com', 'owner'],
      ['other@example.com', 'member'],
      ['kofi.asante@example.com', 'admin'],
    ])
    for (const one of listed) expect(memberRecord.safeParse(one).error).toBeUndefined()

    const other = await signIn(mounted, 'other')
    const gone = await other.call(`DELETE /api/orgs/${id}/members/${userId('other')}`)
    expect(gone.json).toEqual({ success: true, data: { deleted: userId('other') } })
    expect(await other.refusal(`GET /api/orgs/${id}`)).toEqual([404, 'not_found'])
  })

  it('an organization whose owner is deleted passes to an admin, and is deleted if it has no other member', async () => {
    const mounted = await mount()
    const [administrator, owner] = [await signIn(mounted), await signIn(mounted, 'other')]
    const [shared, alone] = [await found(owner), await found(owner)]
    for (const [name, role] of [
      ['kofi.asante', 'member'],
      ['tomasz.wilk', 'admin'],
    ] as const)
      await owner.call(`POST /api/orgs/${shared.id}/members`, {
        body: { user_id: userId(name), role },
      })
    const gone = await administrator.call(`DELETE /api/admin/users/${userId('other')}`)
    expect(gone.status).toBe(200)
    const admin = await colleague(mounted, 'tomasz.wilk')
    expect((await members(admin, shared.id)).map(({ role }) => role)).toEqual(['member', 'owner'])
    expect(await admin.refusal(`DELETE /api/orgs/${shared.id}`)).toEqual([200, undefined])
    expect(mounted.fake.world().store.organizations.get(alone.id)).toBeUndefined()
  })

  it('organizations let admins manage members and owners manage owners, and always have an owner', async () => {
    const mounted = await mount()
    const [owner, admin] = [await signIn(mounted), await colleague(mounted, 'tomasz.wilk')]
    const remove = (who: Visitor, name: string) =>
      who.refusal(`DELETE /api/orgs/${headquarters}/members/${userId(name)}`)
    const role = (who: Visitor, name: string, to: string) =>
      who.refusal(`PATCH /api/orgs/${headquarters}/members/${userId(name)}`, { body: { role: to } })
    expect(await role(admin, 'kofi.asante', 'admin')).toEqual([200, undefined])
    expect(await role(admin, 'tomasz.wilk', 'owner')).toEqual([403, 'forbidden'])
    expect(await role(admin, 'demo', 'member')).toEqual([403, 'forbidden'])
    expect(await remove(admin, 'demo')).toEqual([403, 'forbidden'])
    expect(await role(owner, 'demo', 'admin')).toEqual([409, 'conflict'])
    expect(await remove(owner, 'demo')).toEqual([409, 'conflict'])
    expect(await role(owner, 'tomasz.wilk', 'owner')).toEqual([200, undefined])
    expect(await role(owner, 'demo', 'admin')).toEqual([200, undefined])
    expect(await role(owner, 'other', 'admin')).toEqual([404, 'not_found'])
    expect(await role(admin, 'demo', 'emperor')).toEqual([422, undefined])
  })
})

describe('an organization', () => {
  it('an organization loses members whose account is deleted', async () => {
    const visitor = await signIn(mountInProcess())
    const emails = async () => (await members(visitor, headquarters)).map(({ email }) => email)
    expect(await emails()).toContain('kofi.asante@example.com')
    await visitor.call(`DELETE /api/admin/users/${userId('kofi.asante')}`)
    expect(await emails()).not.toContain('kofi.asante@example.com')
    expect(await emails()).toHaveLength(6)
  })
})

describe('a record of an organization', () => {
  const shared = { visibility: 'org' as const, org_id: subsidiary, user_id: userId('lucia.ferran') }
  const [agent, base] = [demo.agents[0]!, demo.knowledge_bases[0]!]
  const fixture: Fixture = {
    ...demo,
    agents: demo.agents.map((one) => (one === agent ? { ...one, ...shared } : one)),
    knowledge_bases: demo.knowledge_bases.map((one) =>
      one === base ? { ...one, ...shared } : one,
    ),
  }

  it('a record of an organization is visible only to its members', async () => {
    const mounted = mountInProcess({ fixture })
    for (const [path, id] of [
      ['/api/agents', agent.id],
      ['/api/knowledge-bases', base.id],
    ] as const) {
      const lists = async (user: string) => {
        const visitor = await signIn(mounted, user)
        const { json } = await visitor.call<Paged<{ id: string }>>(`GET ${path}`)
        return json.items.some((item) => item.id === id)
      }
      expect([await lists('other'), await lists('demo')]).toEqual([true, false])
    }
    const stranger = await signIn(mounted)
    expect(await stranger.refusal(`GET /api/agents/${agent.id}`)).toEqual([404, 'not_found'])
  })

  it('a request for a record of another organization can get 403 instead of 404', async () => {
    const picks = { 'connections.of-others': 'forbidden' }
    const stranger = await signIn(mountInProcess({ profile: readProfile({ picks }) }))
    const calendar = demo.connectors.find(({ name }) => name === 'Site calendar')?.id
    for (const path of [`orgs/${subsidiary}`, `connectors/${calendar}`])
      expect(await stranger.refusal(`GET /api/${path}`)).toEqual([403, 'forbidden'])
    expect(await stranger.refusal('GET /api/orgs/unknown')).toEqual([404, 'not_found'])
  })
})
