import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readOpenApi } from '../../../contract/authoring/openapi-document.ts'
import { familiesYaml } from '../../../contract/authoring/openapi-families.ts'
import { recordKinds } from '../../../contract/kinds.ts'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/** The profile of a document with these paths. */
function profileWith(paths: object) {
  const document = { openapi: '3.1.0', info: { title: 'Own' }, paths }
  return readProfile(parse(familiesYaml(readOpenApi(JSON.stringify(document))).yaml))
}

/** A schema of records with a generated id and one more field. */
const recordWith = (field: string, type: string) => ({
  type: 'object',
  required: ['id', field],
  properties: { id: { type: 'string', readOnly: true }, [field]: { type } },
})

/** The paths of a list and of its records. */
const listPaths = (
  path: string,
  record: object,
  listed: object,
  query: readonly string[] = [],
) => ({
  [path]: {
    get: {
      parameters: query.map((name) => ({ in: 'query', name })),
      responses: { 200: json(listed) },
    },
    post: { requestBody: json(record), responses: { 201: json(record) } },
  },
  [`${path}/{key}`]: {
    get: { responses: { 200: json(record) } },
    delete: { responses: { 204: {} } },
  },
})

describeTransports('families of an OpenAPI document with names of the platform', (mount) => {
  it('a collection of an OpenAPI document with the name of a record kind of the contract keeps its child records', async () => {
    const record = recordWith('name', 'string')
    const list = { type: 'array', items: record }
    const paths = recordKinds.map((kind) => ({
      ...listPaths(`/own/${kind}`, record, list),
      ...listPaths(`/own/${kind}/{above}/parts`, record, list),
      [`/own/${kind}/{above}/check`]: { post: { responses: { 200: json(record) } } },
    }))
    const profile = profileWith(Object.assign({}, ...paths) as object)
    const visitor = await signIn(await mount({ profile }))
    for (const kind of recordKinds) {
      const create = async (path: string) => {
        const made = await visitor.call<{ readonly id: string }>(`POST ${path}`, {
          body: { name: kind },
        })
        expect([path, made.status]).toEqual([path, 201])
        return `${path}/${made.json.id}`
      }
      const [one, other] = [await create(`/own/${kind}`), await create(`/own/${kind}`)]
      const part = await create(`${one}/parts`)
      expect((await visitor.call(`GET ${one}/parts`)).json).toMatchObject([{ name: kind }])
      expect((await visitor.call(`GET ${other}/parts`)).json).toEqual([])
      expect((await visitor.call(`POST ${one}/check`)).status).toBe(200)
      expect((await visitor.call(`POST ${one}0/check`)).status).toBe(404)
      expect((await visitor.call(`DELETE ${one}`)).status).toBe(204)
      expect((await visitor.call(`GET ${part}`)).status).toBe(404)
    }
  })

  it.each(['integer', 'string'])(
    'a field `size` of the type %s in the records of an OpenAPI document does not filter a paginated list',
    async (type) => {
      const record = recordWith('size', type)
      const listed = {
        type: 'object',
        required: ['items', 'total'],
        properties: { items: { type: 'array', items: record }, total: { type: 'integer' } },
      }
      const paths = listPaths('/own/files', record, listed, ['page', 'size', 'search'])
      const visitor = await signIn(await mount({ profile: profileWith(paths) }))
      const { json: page } = await visitor.call('GET /own/files?page=1&size=20')
      expect(page).toMatchObject({ items: [{ size: expect.anything() }], total: 1, size: 20 })
    },
  )
})
