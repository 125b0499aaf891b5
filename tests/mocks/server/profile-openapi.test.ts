import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { document } from '../../support/contract-checker.ts'
import { describeTransports } from '../../support/transports.ts'
import { visit } from '../../support/visitor.ts'

const profile = readProfile({
  name: 'with operations',
  operations: {
    tools: {
      kind: 'collection',
      path: '/api/tools',
      scope: 'agents',
      record: { id: 'string', name: 'string len>=1', 'note?': 'string|null' },
      only: ['list', 'create', 'read', 'batch'],
      filters: ['name'],
    },
    theme: {
      kind: 'document',
      path: '/api/theme',
      record: { day: 'string:date', by: 'string:uuid' },
      value: {},
    },
    check: {
      kind: 'action',
      method: 'GET',
      path: '/api/check',
      public: true,
      answer: '{ok: `true`}',
    },
    files: { kind: 'files', path: '/api/files', fields: { purpose: 'string' }, field: 'upload' },
    log: { kind: 'stream', path: '/api/log', script: [{ send: { line: {} } }] },
  },
})

type Document = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
  >
}

describeTransports('the OpenAPI document of a world', (mount) => {
  it('the OpenAPI document has the operations of the profile, and an independent validator accepts it', async () => {
    const fake = visit(await mount({ profile }))
    const { json } = await fake.call<Document>('GET /w/default/openapi.json')
    expect(await new Validator().validate(structuredClone(json))).toEqual({ valid: true })
    const own = Object.entries(json.paths).filter(([path]) => !(path in document.paths))
    expect(own.map(([path, methods]) => [path, Object.keys(methods).join()])).toEqual([
      ['/api/tools', 'get,post'],
      ['/api/tools/{tools_id}', 'get'],
      ['/api/tools/batch', 'post'],
      ['/api/theme', 'get,put'],
      ['/api/check', 'get'],
      ['/api/files', 'get,post'],
      ['/api/files/{files_id}', 'get,delete'],
      ['/api/log', 'get'],
    ])
    const { get: list, post: create } = json.paths['/api/tools'] ?? {}
    expect(list).toMatchObject({
      tags: ['tools'],
      security: [{ bearerAuth: ['agents'] }],
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'name', in: 'query' })]),
    })
    expect(create).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { required: ['name'] } } } },
      responses: { 201: {}, 422: {} },
    })
    expect(json.paths['/api/theme']?.['put']).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: {
                day: { type: 'string', format: 'date' },
                by: { type: 'string', format: 'uuid' },
              },
            },
          },
        },
      },
    })
    expect(json.paths['/api/files']?.['post']).toMatchObject({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              properties: { upload: { format: 'binary' } },
              required: ['purpose', 'upload'],
            },
          },
        },
      },
    })
  })

  it('the OpenAPI document without a world, or of a world without additional operations, equals the contract', async () => {
    const fake = visit(await mount({ profile }))
    const contract = JSON.stringify(document)
    expect((await fake.call('GET /openapi.json')).text === contract).toBe(true)
    await fake.call('POST /__control/worlds', { body: { name: 'plain', profile: 'documented' } })
    expect((await fake.call('GET /w/plain/openapi.json')).text === contract).toBe(true)
  })
})
