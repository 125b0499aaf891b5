import { describe, expect, it } from 'vitest'
import { ask, type Item, nobody, visitDeployed as visit } from './deployed-visit.ts'
import type { Visitor } from '../support/visitor.ts'

type Family = {
  readonly path: string
  readonly create: object
  readonly created: number
  /** The path to the array of records in the body of the list. */
  readonly list?: string
  readonly change?: {
    readonly method: string
    /** The part of the path after the id. */
    readonly part?: string
    readonly body: object
    readonly shows?: object
  }
}

const families: Readonly<Record<string, Family>> = {
  'rules for addresses': {
    path: '/api/admin/ip-rules',
    create: { ip_address: '198.51.100.9', rule_type: 'deny' },
    created: 201,
    change: { method: 'PATCH', part: '/active', body: { is_active: false } },
  },
  'blocked words': {
    path: '/api/admin/sensitive-words',
    create: { word: 'greyhound' },
    created: 200,
    change: { method: 'PUT', part: '/toggle', body: { is_active: false } },
  },
  announcements: {
    path: '/api/admin/announcements',
    create: { title: 'Stocktaking', content: 'On Monday.' },
    created: 201,
    change: {
      method: 'PUT',
      body: { title: 'Stocktaking moved' },
      shows: { content: 'On Monday.' },
    },
  },
  providers: {
    path: '/api/admin/model-providers',
    create: { name: 'Alder', base_url: 'https://alder.example/v1', api_key: 'secret' },
    created: 201,
    list: 'providers',
    change: { method: 'PUT', body: { is_active: false }, shows: { has_api_key: true } },
  },
  'groups of models': {
    path: '/api/admin/model-groups',
    create: { name: 'Night' },
    created: 201,
    list: 'groups',
    change: { method: 'PUT', body: { description: 'Cheap' }, shows: { name: 'Night' } },
  },
  models: {
    path: '/api/admin/models',
    create: { name: 'Alder Small', model_name: 'alder-small', api_key: 'secret' },
    created: 201,
    list: 'models',
    change: { method: 'PUT', body: { temperature: 0.7 }, shows: { name: 'Alder Small' } },
  },
}

async function listed(visitor: Visitor, { path, list }: Family): Promise<readonly Item[]> {
  const body = await ask<Readonly<Record<string, readonly Item[]>>>(visitor, `GET ${path}`, 200)
  return list === undefined ? (body as unknown as readonly Item[]) : (body[list] ?? [])
}

describe('the administration of the known deployment', () => {
  for (const [name, family] of Object.entries(families)) {
    it(`${name} are created, listed and deleted`, async () => {
      const visitor = await visit()
      const before = await listed(visitor, family)
      expect(before.length).toBeGreaterThanOrEqual(3)
      const made = await ask<Item>(visitor, `POST ${family.path}`, family.created, family.create)
      expect(JSON.stringify(made)).not.toContain('secret')
      expect(await listed(visitor, family)).toContainEqual(made)
      await ask(visitor, `DELETE ${family.path}/${made.id}`, 204)
      await ask(visitor, `DELETE ${family.path}/${made.id}`, 404)
      expect(await listed(visitor, family)).toEqual(before)
    })
  }

  for (const [name, { change, ...family }] of Object.entries(families)) {
    if (change === undefined) continue
    const { method, part = '', body, shows } = change
    it(`${name} are changed, and a change of an unknown id gets 404`, async () => {
      const visitor = await visit()
      const { id } = await ask<Item>(visitor, `POST ${family.path}`, family.created, family.create)
      const changed = await ask<Item>(visitor, `${method} ${family.path}/${id}${part}`, 200, body)
      expect(changed).toMatchObject({ ...body, ...shows })
      const after = (await listed(visitor, family)).find((one) => one.id === id)
      expect(after).toMatchObject(body)
      await ask(visitor, `${method} ${family.path}/${nobody}${part}`, 404, body)
    })
  }

  it('the exported users have the columns of the deployment, with dates without an offset', async () => {
    const visitor = await visit()
    const response = await visitor.open('GET /api/admin/export/users')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, row = ''] = (await response.text()).split('\r\n')
    expect(head).toBe(
      'id,username,email,display_name,is_admin,is_active,created_at,monthly_tokens,token_quota',
    )
    expect(row).toMatch(/,true,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,\d+,\d*$/)
  })

  it('only administrators may call the administrative operations of the profile deployed-0.8', async () => {
    const visitor = await visit('other')
    const paths = Object.values(families).map(({ path }) => path)
    const further = ['/api/admin/workflows', '/api/metrics/overview', '/api/admin/export/users']
    for (const path of [...paths, ...further]) {
      const { status, json } = await visitor.call<Item>(`GET ${path}`)
      expect([path, status, json['error_code']]).toEqual([path, 403, null])
    }
  })
})
