import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readOpenApi } from '../../../contract/authoring/openapi-document.ts'
import { familiesYaml } from '../../../contract/authoring/openapi-families.ts'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object) => ({ responses: { 200: json(schema) } })
const made = (sent: object, schema: object) => ({
  requestBody: json(sent),
  responses: { 201: json(schema) },
})
const gone = { responses: { 204: {} } }
const text = { type: 'string' }
const listOf = (items: object) => ({ type: 'array', items })

const familiesOf = (paths: object, more: object = {}) =>
  familiesYaml(
    readOpenApi(JSON.stringify({ openapi: '3.1.0', info: { title: 'Own' }, paths, ...more })),
  )

/** The profile of a document with these paths. */
const profileOf = (paths: object, more?: object) => readProfile(parse(familiesOf(paths, more).yaml))

const newWidget = { type: 'object', required: ['name'], properties: { name: text } }
const widget = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: text },
}

describeTransports('families of OpenAPI documents as frameworks write them', (mount) => {
  it('operations of an OpenAPI document share a record, even if their paths give its parameter different names', async () => {
    const part = { type: 'object', required: ['id', 'size'], properties: { id: text, size: text } }
    const newPart = { type: 'object', required: ['size'], properties: { size: text } }
    const profile = profileOf({
      '/widgets': { get: ok(listOf(widget)), post: made(newWidget, widget) },
      '/widgets/{widget_id}': { get: ok(widget) },
      '/widgets/{id}': { patch: { ...ok(widget), requestBody: json(newWidget) }, delete: gone },
      '/widgets/{id}/parts': { get: ok(listOf(part)), post: made(newPart, part) },
      '/widgets/{widget_id}/parts/{part_id}': { get: ok(part) },
    })
    expect(Object.keys(profile.operations ?? {})).toEqual(['widgets', 'parts'])
    const visitor = await signIn(await mount({ profile }))
    const created = await visitor.call('POST /widgets', { body: { name: 'New' } })
    expect(created).toMatchObject({ status: 201, json: { id: 2, name: 'New' } })
    await visitor.call('PATCH /widgets/2', { body: { name: 'Changed' } })
    expect((await visitor.call('GET /widgets/2')).json).toEqual({ id: 2, name: 'Changed' })
    const { status, json: own } = await visitor.call<{ readonly id: string }>(
      'POST /widgets/2/parts',
      { body: { size: 'L' } },
    )
    expect([status, own]).toMatchObject([201, { size: 'L' }])
    expect((await visitor.call(`GET /widgets/2/parts/${own.id}`)).json).toEqual(own)
    await visitor.call('DELETE /widgets/2')
    expect((await visitor.call('GET /widgets/2')).status).toBe(404)
  })

  it('an operation that an OpenAPI document has twice is played once, and a note names it', () => {
    const { notes, operations } = familiesOf({
      '/jobs': { post: { responses: { 204: {} } } },
      '/jobs/': { post: { responses: { 204: {} } } },
    })
    expect(operations).toBe(1)
    expect(notes).toEqual(['POST /jobs: the document has it twice; the first one is used'])
  })

  it('a public collection of an OpenAPI document shows its records to callers without a credential', async () => {
    const secured = [{ bearer: [] }]
    const paths = {
      '/widgets': {
        get: ok(listOf(widget)),
        post: { ...made(newWidget, widget), security: secured },
      },
      '/widgets/{id}': { get: ok(widget) },
      '/orders': {
        get: { ...ok(listOf(widget)), security: secured },
        post: { ...made(newWidget, widget), security: secured },
      },
      '/orders/{id}': { get: { ...ok(widget), security: secured } },
      '/status': { get: ok({ type: 'object', required: ['up'], properties: { up: text } }) },
    }
    expect(familiesOf(paths).notes).toEqual(['POST /widgets: it needs no credential, as its list'])
    const user = await signIn(await mount({ profile: profileOf(paths) }))
    const anyone = user.as(undefined)
    expect((await anyone.call('GET /status')).status).toBe(200)
    expect((await anyone.call('GET /orders')).status).toBe(401)
    await user.call('POST /widgets', { body: { name: 'Of a user' } })
    const { json: seen } = await anyone.call('GET /widgets')
    expect(seen).toMatchObject([{ id: 2, name: 'Of a user' }, { id: 1 }])
    expect((await anyone.call('GET /widgets/1')).status).toBe(200)
    expect((await user.call('GET /widgets')).json).toEqual(seen)
  })

  it('the operations of an OpenAPI document without any `security` need a credential', async () => {
    const paths = { '/status': { get: ok(text) } }
    const user = await signIn(await mount({ profile: profileOf(paths) }))
    expect((await user.as(undefined).call('GET /status')).status).toBe(401)
    const open = await signIn(await mount({ profile: profileOf(paths, { security: [] }) }))
    expect((await open.as(undefined).call('GET /status')).status).toBe(200)
  })

  it('a new record has every field that its OpenAPI document requires in responses, also lists and objects', async () => {
    const record = {
      type: 'object',
      required: ['id', 'name', 'kind', 'tags', 'owner', 'parent'],
      properties: {
        id: { type: 'integer' },
        name: text,
        kind: { enum: ['plain', 'a default value'] },
        tags: listOf(text),
        owner: { type: 'object', required: ['name'], properties: { name: text, email: text } },
        parent: { anyOf: [newWidget, { type: 'null' }] },
        note: text,
      },
    }
    const sent = {
      type: 'object',
      required: ['name'],
      properties: { name: text, tags: listOf(text) },
    }
    const profile = profileOf({
      '/widgets': { get: ok(listOf(record)), post: made(sent, record) },
      '/widgets/{id}': { get: ok(record), patch: { ...ok(record), requestBody: json(sent) } },
    })
    const visitor = await signIn(await mount({ profile }))
    const whole = { id: 2, kind: 'plain', tags: [], owner: { name: 'text' }, parent: null }
    const created = await visitor.call('POST /widgets', { body: { name: 'New' } })
    expect(created.json).toEqual({ ...whole, name: 'New' })
    expect((await visitor.call('GET /widgets/2')).json).toEqual(created.json)
    await visitor.call('PATCH /widgets/2', { body: { tags: ['a'] } })
    const { json: list } = await visitor.call<readonly object[]>('GET /widgets')
    expect(list[0]).toEqual({ ...whole, name: 'New', tags: ['a'] })
    expect(list[1]).toMatchObject({ id: 1, tags: ['text'] })
  })

  it('a Spring page that an OpenAPI document describes says that it is first and last, and counts the records', async () => {
    const sort = { type: 'object', properties: { empty: { type: 'boolean' } } }
    const [number, flag] = [{ type: 'integer' }, { type: 'boolean' }]
    const page = {
      type: 'object',
      properties: {
        totalPages: number,
        totalElements: number,
        size: number,
        content: listOf(widget),
        number,
        sort,
        first: flag,
        last: flag,
        numberOfElements: number,
        empty: flag,
      },
    }
    const paths = {
      '/widgets': { get: ok(page), post: made(newWidget, widget) },
      '/widgets/{id}': { get: ok(widget), delete: gone },
    }
    const visitor = await signIn(await mount({ profile: profileOf(paths) }))
    const fixed = { totalPages: 1, size: 20, number: 0, first: true, last: true }
    const list = async () => (await visitor.call('GET /widgets')).json
    await visitor.call('POST /widgets', { body: { name: 'New' } })
    const counts = { totalElements: 2, numberOfElements: 2, empty: false }
    expect(await list()).toMatchObject({ ...fixed, ...counts, sort: { empty: false } })
    for (const id of [1, 2]) await visitor.call(`DELETE /widgets/${id}`)
    const none = { totalElements: 0, numberOfElements: 0, empty: true, content: [] }
    expect(await list()).toEqual({ ...fixed, ...none, sort: { empty: false } })
  })
})
