import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import { contractProblems, document } from '../support/contract-checker.ts'
import { goodCall } from '../support/openapi-calls.ts'
import { drawn } from '../support/proving.ts'
import { mountInProcess, shippedScenarios } from '../support/transports.ts'
import { keyOf, signIn, visit } from '../support/visitor.ts'

/** Streams play without pauses, except for operations that cancel. */
const mountFor = (id: OperationId) =>
  mountInProcess({
    scenarios: shippedScenarios,
    speed: id === 'workflow-runs.cancel' ? 1 : Infinity,
  })
const respond = (body: object, status = 200) => Response.json(body, { status })

/** The choices that the document names at an operation. */
const choicesAt = (path: string, method: string) => document.paths[path][method]['x-choices']
const rows = operationIds.map((id) => [id, operations[id]] as const)

describe('the OpenAPI document', () => {
  it('the OpenAPI document is valid according to an independent validator', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  })

  it('the OpenAPI document has every operation by id, with tag, parameters and responses', () => {
    const described = Object.entries<Record<string, Record<string, unknown>>>(
      document.paths,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    )
    expect(described.map((one) => `${one.method.toUpperCase()} ${one.path}`).toSorted()).toEqual(
      rows.map(([, { method, path }]) => `${method} ${path}`).toSorted(),
    )
    expect(described.map((one) => Reflect.get(one, 'operationId')).toSorted()).toEqual(
      operationIds.toSorted(),
    )
    expect(document.paths['/api/admin/users'].get).toMatchObject({
      tags: ['admin'],
      security: [{ bearerAuth: ['admin'] }],
      parameters: [{ name: 'page' }, { name: 'size' }, { name: 'q', in: 'query' }],
    })
  })

  it('the OpenAPI document has no dangling reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
    const lost = references
      .map(([, path = '']) => path.split('/'))
      .filter((path) => path.reduce((inside, part) => inside?.[part], document) === undefined)
    expect(references.length).toBeGreaterThan(100)
    expect(lost).toEqual([])
  })

  it('the OpenAPI document has a schema for every successful response', () => {
    const silent = rows
      .filter(([, { answer }]) => !['empty', 'download', 'stream'].includes(answer))
      .filter(([, { record }]) => record === undefined)
    expect(silent.map(([id]) => id)).toEqual([])
  })

  it('the OpenAPI document allows additional fields, and has no patterns of dates or limits of integers', () => {
    const text = JSON.stringify(document)
    expect(text).not.toMatch(/"additionalProperties":false|9007199254740991|\\\\d\{4\}-/)
  })

  it('the OpenAPI document is served at /openapi.json, also under the prefix of a world', async () => {
    const visitor = visit(mountInProcess())
    for (const path of ['/openapi.json', '/w/elsewhere/openapi.json'])
      expect(await visitor.call(`GET ${path}`)).toMatchObject({ status: 200, json: document })
  })

  it('the OpenAPI document lists the choices that affect an operation', () => {
    expect(choicesAt('/api/me/api-keys', 'post')).toContain('keys.creation-shape')
    expect(choicesAt('/api/agents', 'get')).toContain('lists.envelope')
    expect(choicesAt('/api/agents', 'get')).not.toContain('keys.creation-shape')
    expect(document['x-choices']).toContain('errors.envelope')
  })
})

describe('the response checker', () => {
  it('the response checker finds missing fields, wrong types and undocumented responses', async () => {
    expect(await contractProblems('auth.me', respond({ success: true }))).toEqual([
      expect.stringContaining("'data'"),
    ])
    const page = { items: [], total: '0', page: 1, size: 20, pages: 0 }
    expect(await contractProblems('agents.list', respond(page))).toEqual(['/total must be integer'])
    expect(await contractProblems('agents.list', respond({}, 418))).toHaveLength(1)
    const wrongCode = { success: false, error: 'teapot', message: 'No.' }
    expect(await contractProblems('agents.list', respond(wrongCode, 403))).toHaveLength(1)
    const stream = new Response('event: done\ndata: {"answer":"Yes"}\n\n', {
      headers: { 'content-type': 'text/event-stream' },
    })
    expect(await contractProblems('chat.react', stream)).toContain(
      "done  must have required property 'tokens'",
    )
  })
})

describe.each(drawn(rows, 50))('the operation %s', (id, row) => {
  it('an operation succeeds as the OpenAPI document describes', async () => {
    const visitor = await signIn(mountFor(id))
    const { operation, sent } = await goodCall(visitor, id)
    const response = await visitor.open(operation, sent)
    expect(response.status).toBeLessThan(300)
    expect(await contractProblems(id, response)).toEqual([])
  })

  it('an operation fails as the OpenAPI document describes', async () => {
    const mounted = mountFor(id)
    const visitor = await signIn(mounted)
    const { operation, sent } = await goodCall(visitor, id)
    const lost = operation.replaceAll(/\/[\da-f-]{36}/g, '/unknown')
    const refused = [
      await visit(mounted).open(operation, sent),
      await visit(mounted, keyOf(mounted, 'disabled')).open(operation, sent),
      await visit(mounted, 'nonsense').open(operation, sent),
      await visit(mounted, keyOf(mounted, 'kb')).open(operation, sent),
      await (await signIn(mounted, 'other')).open(operation, sent),
      await visitor.open(lost, sent),
      await visitor.open(`${operation}?page=0&size=0&days=0`, sent),
    ]
    if (row.body !== undefined)
      refused.push(
        await visitor.open(operation, { text: '{' }),
        await visitor.open(operation, { body: 'no object' }),
        await visitor.open(operation, { text: '{}', headers: { 'content-type': 'text/plain' } }),
      )
    const problems = await Promise.all(refused.map((one) => contractProblems(id, one)))
    expect(problems.flat()).toEqual([])
  })
})
