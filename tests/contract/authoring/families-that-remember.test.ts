import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runCommand } from '../../../cli/run-command.ts'
import { loadProfile } from '../../../cli/world-data.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { type JsonSchema, sampleOfSchema } from '../../../contract/sample.ts'
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

/** A list of a document, and the paths that end in an id of one of its records. */
type Resource = { readonly path: string; readonly list: Methods; readonly item: Methods }

/** The lists whose records can be created, read and deleted: these have to remember. */
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

/** A field of a body that may be any text. */
function plainTextOf(document: Document, operation: Operation | undefined): string | undefined {
  const { $ref = '' } = schemaOf(document, operation)
  const { properties = {} } = document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}
  return Object.keys(properties).find((name) => isPlain(properties[name] ?? {}))
}

const objectsIn = (value: unknown): readonly JsonObject[] =>
  typeof value === 'object' && value !== null ? [value as JsonObject] : []

/** The fields that name records, besides `id`. */
const keys: Readonly<Record<string, string>> = {
  '/aisles': 'slug',
  '/pallets': 'pallet_id',
  '/pallets/{pallet_id}/seals': 'number',
}
const keyOf = ({ path }: Resource) => keys[path] ?? 'id'

/** A record, which may be alone in an object. */
const recordIn = (json: unknown, key: string): JsonObject | undefined =>
  objectsIn(json)
    .flatMap((whole) => [whole, ...Object.values(whole).flatMap(objectsIn)])
    .find((one) => key in one)

/** The ids in a list, which may be in an object. */
const idsIn = (json: unknown, key: string): unknown[] =>
  [json, ...Object.values(Object(json) as JsonObject)]
    .filter((value) => Array.isArray(value))
    .flatMap((list: readonly JsonObject[]) => list.map((record) => record[key]))

describeTransports('families of an OpenAPI document', (mount) => {
  it.each([
    ['without types of answers', 'untyped.yaml', 2],
    ['with lists in objects, `allOf`, `oneOf` and records without `id`', 'wrapped.yaml', 6],
    ['with a hundred operations of a public style', 'public.json', 19],
  ])('every resource of a document %s remembers', async (_, name, count) => {
    const file = join(import.meta.dirname, 'documents', name)
    const document = parse(await readFile(file, 'utf8')) as Document
    const out = join(folder, `${name}.profile.yaml`)
    const sink = { write: () => true }
    const stopped = new Promise<void>(() => {})
    const io = { stdout: sink, stderr: sink, stopped }
    expect(await runCommand(['profiles', 'from-openapi', file, '--out', out], io)).toBe(0)
    const visitor = await signIn(await mount({ profile: await loadProfile(out) }))
    const [server] = document.servers ?? []
    const prefix = server === undefined ? '' : new URL(server.url).pathname
    const call = (method: string, path: string, body?: unknown) =>
      visitor.call(`${method} ${prefix}${path}`, { body })
    const resources = resourcesOf(document)
    expect(resources).toHaveLength(count)

    /** Creates a record, and those that its path needs. Returns its list and its id. */
    async function create(resource: Resource) {
      const { path, list } = resource
      const [, above = '', own = path] = /^(.*)\/\{\w+\}(\/[^{]+)$/.exec(path) ?? []
      const parent = resources.find((one) => one.path === above)
      let place = own
      if (parent !== undefined) {
        const made = await create(parent)
        place = `${made.place}/${String(made.id)}${own}`
      }
      const { status, json } = await call('POST', place, bodyOf(document, list.post))
      const record = recordIn(json, keyOf(resource))
      return { status, place, record, id: record?.[keyOf(resource)] }
    }

    /** What a resource forgets, or answers otherwise than it should. */
    async function flawsOf(resource: Resource): Promise<string[]> {
      const { status, place, record = {}, id } = await create(resource)
      const one = `${place}/${String(id)}`
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
})
