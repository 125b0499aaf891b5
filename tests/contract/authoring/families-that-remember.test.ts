import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../../cli/run-command.ts'
import { loadProfile } from '../../../cli/world-data.ts'
import { describeTransports } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'))
})
afterAll(() => rm(folder, { recursive: true }))

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object) => ({ responses: { 200: json(schema) } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const color = { in: 'query', name: 'color', schema: { type: 'string' } }
const New = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, color: { type: 'string' } },
}
const Thing = {
  allOf: [ref('New'), { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }],
}
const names = Array.from({ length: 20 }, (_, index) => `parts${index}`)

/** The five operations of some lists, whose answers have the given schemas. */
const crud = (paths: readonly string[], listed: object, one: object) => ({
  openapi: '3.1.0',
  info: { title: 'Things' },
  components: { schemas: { New, Thing } },
  paths: Object.fromEntries(
    paths.flatMap((path) => [
      [
        path,
        {
          get: { parameters: [color], ...ok(listed) },
          post: { requestBody: json(ref('New')), responses: { 201: json(one) } },
        },
      ],
      [
        `${path}/{item_id}`,
        {
          get: ok(one),
          patch: { requestBody: json(ref('New')), ...ok(one) },
          delete: { responses: { 204: {} } },
        },
      ],
    ]),
  ),
})

const things = {
  type: 'object',
  required: ['things', 'total'],
  properties: {
    things: { type: 'array', items: ref('Thing') },
    total: { type: 'integer' },
  },
}

describeTransports('families of an OpenAPI document', (mount) => {
  it.each([
    [
      'as FastAPI makes them, without types of answers',
      ['/tools2', '/teams', '/teams/{team_id}/seats'],
      {},
      {},
    ],
    ['with lists in objects and `allOf`', ['/api/racks', '/api/shelves'], things, ref('Thing')],
    [
      'with 100 operations of a public style',
      names.map((name) => `/v1/${name}`),
      { type: 'array', items: ref('Thing') },
      ref('Thing'),
    ],
  ])('nine of ten resources of a document %s remember', async (_, paths, listed, one) => {
    const [file, out] = [join(folder, 'api.json'), join(folder, 'own.yaml')]
    await writeFile(file, JSON.stringify(crud(paths, listed, one)))
    const sink = { write: () => true }
    const stopped = new Promise<void>(() => {})
    await runCommand(['profiles', 'from-openapi', file, '--out', out], {
      stdout: sink,
      stderr: sink,
      stopped,
    })
    const visitor = await signIn(await mount({ profile: await loadProfile(out) }))
    type Row = { readonly id: string; readonly things?: readonly Row[] }
    const call = (operation: string, body?: unknown) =>
      visitor.call<Row & readonly Row[]>(operation, { body })
    const idsOf = async (path: string) => {
      const { json: found } = await call(`GET ${path}`)
      return (found.things ?? found).map(({ id }) => id)
    }
    const remembers = async (given: string) => {
      const [parent, own] = given.split('/{team_id}')
      const above =
        own === undefined ? '' : (await call(`POST ${parent}`, { name: 'above' })).json.id
      const path = own === undefined ? given : `${parent}/${above}${own}`
      const made = await call(`POST ${path}`, { name: 'a', color: 'red' })
      const { id } = made.json
      const all = await idsOf(path)
      const [red, blue] = [await idsOf(`${path}?color=red`), await idsOf(`${path}?color=blue`)]
      await call(`PATCH ${path}/${id}`, { name: 'b' })
      const changed = await call(`GET ${path}/${id}`)
      await call(`DELETE ${path}/${id}`)
      const gone = await call(`GET ${path}/${id}`)
      return (
        made.status === 201 &&
        [all, red].every((ids) => ids.includes(id)) &&
        !blue.includes(id) &&
        (changed.json as { readonly name?: string }).name === 'b' &&
        gone.status === 404 &&
        !(await idsOf(path)).includes(id)
      )
    }
    const results: boolean[] = []
    for (const path of paths) results.push(await remembers(path).catch(() => false))
    expect(results.filter(Boolean).length).toBeGreaterThanOrEqual(paths.length * 0.9)
  })
})
