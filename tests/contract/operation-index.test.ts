import { describe, expect, it } from 'vitest'
import {
  findOperation,
  operationName,
  requestName,
} from '../../contract/operations/operation-index.ts'
import { apiPath } from '../../contract/operations/path-table.ts'
import { operationIds } from '../../contract/operations.ts'
import { mountInProcess } from '../support/transports.ts'

describe('the index of operations', () => {
  it('the index finds each operation by its method and path', () => {
    const found = operationIds.map((id) => {
      const [method = '', path = ''] = operationName(id).split(' ')
      return findOperation(method, path)
    })
    expect(found).toEqual(operationIds)
  })

  it.each([
    ['GET /api/agents/42?expand=tools#top', 'agents.read'],
    ['GET /api/agents/', 'agents.list'],
    ['GET /api/agents/42/', 'agents.read'],
    ['GET /api/agents//', undefined],
    ['GET /api//agents', undefined],
    ['PUT /api/agents', undefined],
    ['GET /platform/api/agents', 'agents.list'],
    ['GET /a/b/api/agents/api', 'agents.read'],
    ['GET /w/mine/api/agents', 'agents.list'],
    ['GET /w/api/api/agents', 'agents.list'],
    ['GET /platform/w/api/api/agents', 'agents.list'],
    ['GET /agents?of=/api/agents', undefined],
  ])('the index finds the operation of the request %s: %s', (request, id) => {
    const [method = '', path = ''] = request.split(' ')
    expect(findOperation(method, path)).toBe(id)
  })

  it('a fake serves exactly the paths without a prefix that the index finds', async () => {
    const { fake } = mountInProcess()
    const paths = [
      '/api/agents',
      '/api/agents/',
      '/api/agents//',
      '/api//agents',
      '/api/agents/a/b',
    ]
    for (const path of paths) {
      const { status } = await fake.fetch(new Request(`http://fake.test${path}`))
      expect([path, status === 404]).toEqual([path, findOperation('GET', path) === undefined])
    }
  })

  it.each([
    ['PATCH /platform/api/conversations/c1?full=1', 'PATCH /api/conversations/{id}'],
    ['GET /api/skills/7', 'GET /api/skills/{id}'],
    ['GET /api/skills/new', 'GET /api/skills/new'],
  ])('the request %s is named %s', (request, name) => {
    const [method = '', path = ''] = request.split(' ')
    expect(requestName(method, path)).toBe(name)
  })

  it('a path outside of the API is not changed by the search for the API path', () => {
    expect(apiPath('/healthz')).toBe('/healthz')
    expect(apiPath('/platform/apis/agents')).toBe('/platform/apis/agents')
  })
})
