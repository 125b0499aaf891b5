import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runCommand } from '../../../cli/run-command.ts'
import { loadProfile } from '../../../cli/world-data.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { exampleId, type JsonSchema, sampleOfSchema } from '../../../contract/sample.ts'
import { describeTransports } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Media = { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }
type Operation = {
  readonly requestBody?: Media & { readonly $ref?: string }
  readonly parameters?: readonly { readonly in?: string; readonly name: string }[]
}
type Methods = Readonly<Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>>
type Document = {
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Methods>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly requestBodies?: Readonly<Record<string, Media>>
  }
}

/** A list of a document, and the paths that end in the id of one of its records. */
type Resource = { readonly path: string; readonly list: Methods; readonly item: Methods }

/** The lists whose records can be created, read and deleted, and so must be stored. */
function resourcesOf({ paths }: Document): Resource[] {
  return Object.entries(paths).flatMap(([given, list]) => {
    const path = given.replace(/\/$/, '')
    const [, item = {}] =
      Object.entries(paths).find(
        ([one]) => one.startsWith(`${path}/{`) && /^[^/]+$/.test(one.slice(path.length + 1)),
      ) ?? []
    return list.get && list.post?.requestBody && item.get && item.delete
      ? [{ path, list, item }]
      : []
  })
}

/** The schema of the body of a creation or a change. */
function schemaOf({ components }: Document, operation: Operation | undefined): JsonSchema {
  const named = operation?.requestBody?.$ref?.split('/').at(-1) ?? ''
  const body = components.requestBodies?.[named] ?? operation?.requestBody
  const [media] = Object.values(body?.content ?? {})
  return media?.schema ?? {}
}

const bodyOf = (document: Document, operation: Operation | undefined) =>
  sampleOfSchema(
    schemaOf(document, operation),
    'required',
    document.components.schemas,
  ) as JsonObject

const isPlain = ({ type, anyOf, ...rest }: JsonSchema) =>
  (type === 'string' || anyOf?.some((one) => one.type === 'string')) &&
  !['pattern', 'enum', 'format'].some((key) => key in rest)

/** A text field of a body without a fixed format. */
function plainTextOf(document: Document, operation: Operation | undefined): string | undefined {
  const { $ref = '' } = schemaOf(document, operation)
  const { properties = {} } = document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}
  return Object.keys(properties).find((name) => isPlain(properties[name] ?? {}))
}

const objectsIn = (value: unknown): readonly JsonObject[] =>
  typeof value === 'object' && value !== null ? [value as JsonObject] : []

/** The fields that identify records, besides `id`. */
const keys: Readonly<Record<string, string>> = {
  '/aisles': 'slug',
  '/pallets': 'pallet_id',
  '/pallets/{pallet_id}/seals': 'number',
}
const keyOf = ({ path }: Resource) => keys[path] ?? 'id'

/** A record, which may be the only field of an object. */
const recordIn = (json: unknown, key: string): JsonObject | undefined =>
  objectsIn(json)
    .flatMap((whole) => [whole, ...Object.values(whole).flatMap(objectsIn)])
    .find((one) => key in one)

/** The ids in a list, which may be inside an object. */
const idsIn = (json: unknown, key: string): string[] =>
  [json, ...Object.values(Object(json) as JsonObject)]
    .filter((value) => Array.isArray(value))
    .flatMap((list: readonly JsonObject[]) => list.map((record) => String(record[key])))

const fileOf = (name: string) => join(import.meta.dirname, 'documents', name)

/** The profile that the command line creates from a document. */
async function profileOf(name: string) {
  const out = join(folder, `${name}.profile.yaml`)
  const sink = { write: () => true }
  const io = { stdout: sink, stderr: sink, stopped: new Promise<void>(() => {}) }
  expect(await runCommand(['profiles', 'from-openapi', fileOf(name), '--out', out], io)).toBe(0)
  return loadProfile(out)
}

/** Resources of `shop.yaml`: accepted and refused input, and a change of a field. */
const shop = [
  {
    list: '/catalogs',
    key: 'catalogId',
    sent: { data: { title: 'Spring', status: 'live', currency: 'EUR' } },
    refused: { data: { title: 'Spring', status: 'live', currency: 'euro' } },
    change: ['PATCH', { data: { status: 'retired' } }],
    shows: { data: { title: 'Spring', status: 'retired', currency: 'EUR' } },
    filter: ['status', 'retired', 'live'],
    removal: ['DELETE', '', ''],
  },
  {
    list: '/catalogs/{}/items',
    key: 'itemId',
    sent: { data: { name: 'Pea', price: { amount: 3, currency: 'EUR' }, category: 'frozen' } },
    refused: { data: { name: 'Pea' } },
    change: ['PATCH', { data: { name: 'Bean' } }],
    shows: { data: { name: 'Bean', price: { amount: 3, currency: 'EUR' } } },
    filter: ['category', 'frozen', 'dry'],
    removal: ['DELETE', '', ''],
  },
  {
    list: '/catalogs/{}/items/{}/variants',
    key: 'variantId',
    sent: { sku: 'ABCD1234', stock: 4 },
    refused: { sku: 'abcd', stock: 4 },
    change: ['PUT', { sku: 'ABCD1234', stock: 5 }],
    shows: { stock: 5 },
    removal: ['DELETE', '/catalogs/{}/items/{}/variants', 'variantIds'],
  },
  {
    list: '/webhooks',
    key: 'id',
    sent: {
      data: { type: 'webhooks', attributes: { url: 'https://a.test', event: 'item.created' } },
    },
    refused: { data: { type: 'webhooks', attributes: { url: 'https://a.test', event: 'no' } } },
    change: [
      'PATCH',
      {
        data: {
          type: 'webhooks',
          id: exampleId,
          attributes: { url: 'https://b.test', event: 'item.deleted' },
        },
      },
    ],
    shows: { data: { attributes: { url: 'https://b.test', event: 'item.deleted' } } },
    removal: ['DELETE', '', ''],
  },
  {
    list: '/coupons',
    key: 'id',
    sent: { code: 'ABCD1234', kind: 'percent' },
    refused: { code: 'x', kind: 'percent' },
    change: ['PUT', { code: 'ABCD1234', kind: 'amount' }],
    shows: { code: 'ABCD1234', kind: 'amount' },
    filter: ['kind', 'amount', 'percent'],
    removal: ['POST', '/coupons/bulk-delete', 'ids'],
  },
  {
    list: '/warehouses',
    key: 'warehouse_code',
    given: 'BER-01',
    sent: { name: 'Berlin', region: 'eu' },
    refused: { name: 'Berlin', region: 'north' },
    change: ['PUT', { name: 'Spree', region: 'eu' }],
    shows: { warehouse_code: 'BER-01', name: 'Spree' },
    filter: ['region', 'eu', 'us'],
    removal: ['DELETE', '', ''],
  },
] as const

describeTransports('families of an OpenAPI document', (mount) => {
  it.each([
    ['without types of answers', 'untyped.yaml', 2],
    ['with lists in objects, `allOf`, `oneOf` and records without `id`', 'wrapped.yaml', 6],
    ['with a hundred operations of a public style', 'public.json', 19],
  ])('every resource of an OpenAPI document %s stores records', async (_, name, count) => {
    const document = parse(await readFile(fileOf(name), 'utf8')) as Document
    const visitor = await signIn(await mount({ profile: await profileOf(name) }))
    const [server] = document.servers ?? []
    const prefix = server === undefined ? '' : new URL(server.url).pathname
    const call = (method: string, path: string, body?: unknown) =>
      visitor.call(`${method} ${prefix}${path}`, { body })
    const resources = resourcesOf(document)
    expect(resources).toHaveLength(count)

    /** Creates a record and the records that its path needs. Returns its list and its id. */
    async function create(resource: Resource) {
      const { path, list } = resource
      const [, above = '', own = path] = /^(.*)\/\{\w+\}(\/[^{]+)$/.exec(path) ?? []
      const parent = resources.find((one) => one.path === above)
      let place = own
      if (parent !== undefined) {
        const made = await create(parent)
        place = `${made.place}/${made.id}${own}`
      }
      const { status, json } = await call('POST', place, bodyOf(document, list.post))
      const record = recordIn(json, keyOf(resource))
      return { status, place, record, id: String(record?.[keyOf(resource)]) }
    }

    /** The faults of a resource: forgotten data or wrong responses. */
    async function flawsOf(resource: Resource): Promise<string[]> {
      const { status, place, record = {}, id } = await create(resource)
      const one = `${place}/${id}`
      const listed = async (query = '') =>
        idsIn((await call('GET', place + query)).json, keyOf(resource))
      const flaws = status === 200 || status === 201 ? [] : [`creation: ${status}`]
      const require = (holds: boolean, flaw: string) => void (holds || flaws.push(flaw))
      require((await listed()).includes(id), 'not in its list')
      for (const { name: field, in: where } of resource.list.get?.parameters ?? []) {
        const value = record[field]
        if (where !== 'query' || typeof value !== 'string') continue
        require((await listed(`?${field}=${encodeURIComponent(value)}`)).includes(
          id,
        ), `lost by ${field}`)
        require(!(await listed(`?${field}=nothing-like-it`)).includes(
          id,
        ), `kept by another ${field}`)
      }
      const { patch, put, post } = resource.item
      const [method, change] = patch ? ['PATCH', patch] : put ? ['PUT', put] : ['POST', post]
      const field = plainTextOf(document, change)
      if (field !== undefined) {
        const sent = { ...bodyOf(document, change), [field]: 'another' }
        require((await call(method, one, sent)).status === 200, 'a change is refused')
        require(recordIn((await call('GET', one)).json, keyOf(resource))?.[field] ===
          'another', 'a change is lost')
      }
      require((await call('DELETE', one)).status < 300, 'a deletion is refused')
      require((await call('GET', one)).status === 404, 'there after its deletion')
      require(!(await listed()).includes(id), 'listed after its deletion')
      return flaws.map((flaw) => `${resource.path}: ${flaw}`)
    }
    const flaws: string[] = []
    for (const resource of resources) flaws.push(...(await flawsOf(resource)))
    expect(flaws).toEqual([])
  })

  it('a resource from an OpenAPI document supports records in `data`, nested records, PUTs and bulk deletions', async () => {
    const visitor = await signIn(await mount({ profile: await profileOf('shop.yaml') }))
    const call = (method: string, path: string, body?: unknown) =>
      visitor.call(`${method} /v2${path}`, { body })
    const parents: string[] = []
    const removals: (() => Promise<void>)[] = []
    const flaws: string[] = []
    const require = (holds: boolean, flaw: string) => void (holds || flaws.push(flaw))
    for (const { key, sent, refused, change, shows, removal, ...resource } of shop) {
      const depth = resource.list.split('{}').length - 1
      parents.length = depth
      const inParents = (path: string) => parents.reduce((left, id) => left.replace('{}', id), path)
      const list = inParents(resource.list)
      const [method, path] =
        'given' in resource ? ['PUT', `${list}/${resource.given}`] : ['POST', list]
      require((await call(method, path, refused)).status ===
        422, `${list}: wrong input is accepted`)
      const { status, json } = await call(method, path, sent)
      require(status === 200 || status === 201, `${list}: creation: ${status}`)
      const id = String(recordIn(json, key)?.[key])
      const one = `${list}/${id}`
      const listed = async (query = '') => idsIn((await call('GET', list + query)).json, key)
      require((await call(change[0], one, change[1])).status ===
        200, `${list}: a change is refused`)
      expect((await call('GET', one)).json).toMatchObject(shows)
      require((await listed()).includes(id), `${list}: not in its list`)
      if ('filter' in resource) {
        const [field, own, other] = resource.filter
        require((await listed(`?${field}=${own}`)).includes(id), `${list}: lost by ${field}`)
        require(!(await listed(`?${field}=${other}`)).includes(id), `${list}: kept by ${field}`)
      }
      expect(JSON.stringify((await call('GET', list)).json)).not.toMatch(/"next\w*":"/i)
      const [deletion, where, ids] = removal
      const place = inParents(where)
      parents.push(id)
      removals.unshift(async () => {
        const deleted = await call(deletion, place || one, ids && { [ids]: [id] })
        require(deleted.status < 300, `${list}: a deletion is refused`)
        require((await call('GET', one)).status === 404, `${list}: there after its deletion`)
        require(!(await listed()).includes(id), `${list}: listed after its deletion`)
      })
    }
    for (const remove of removals) await remove()
    expect(flaws).toEqual([])
  })

  it('a PUT whose record key in the path is invalid in the OpenAPI document creates nothing', async () => {
    const visitor = await signIn(await mount({ profile: await profileOf('shop.yaml') }))
    const before = (await visitor.call('GET /v2/warehouses')).json
    const { status, json } = await visitor.call('PUT /v2/warehouses/berlin', {
      body: { name: 'Berlin', region: 'eu' },
    })
    expect(status).toBe(422)
    expect(json).toMatchObject({
      detail: [
        {
          loc: ['path', 'warehouse_code'],
          msg: 'The key is "berlin", which does not match ^[A-Z]{3}-\\d{2}$',
        },
      ],
    })
    expect((await visitor.call('GET /v2/warehouses')).json).toEqual(before)
  })

  it('ids that an OpenAPI document types as numbers are numbers, and a nested record has the id of its parent', async () => {
    const visitor = await signIn(await mount({ profile: await profileOf('numbered.yaml') }))
    const read = async (path: string) => (await visitor.call(`GET /v1${path}`)).json
    const create = async (path: string, body: object) =>
      (await visitor.call(`POST /v1${path}`, { body })).json
    expect(await create('/projects', { name: 'Second' })).toEqual({ id: 2, name: 'Second' })
    expect(await create('/projects', { name: 'Third' })).toEqual({ id: 3, name: 'Third' })
    // The first task of the profile belongs to its first project.
    const task = { id: 2, title: 'Paint', project_id: 3 }
    expect(await create('/projects/3/tasks', { title: 'Paint' })).toEqual(task)
    expect(await read('/projects/3/tasks')).toEqual([task])
    expect(await read('/projects/3/tasks/2')).toEqual(task)
    expect(await read('/projects/1/tasks')).toMatchObject([{ id: 1, project_id: 1 }])
    const missing = await visitor.call('GET /v1/projects/2/tasks/2')
    expect(missing.status).toBe(404)
    const note = await create('/projects/3/tasks/2/notes', { text: 'Twice' })
    expect(note).toMatchObject({
      text: 'Twice',
      taskId: 2,
      id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(await read('/projects/3/tasks/2/notes')).toEqual([note])
    expect((await visitor.call('DELETE /v1/projects/3')).status).toBe(204)
    expect((await visitor.call('GET /v1/projects/3/tasks/2/notes')).status).toBe(404)
  })
})
