import { expect, it } from 'vitest'
import { valuesOf } from '../../../conformance/lives/steps.ts'

it('a short id is replaced where it stands alone, and not in times and versions that contain its digits', () => {
  const record = { id: '7', path: '/api/x/7/runs', at: '2026-11-27T10:17:00Z', version: 'v1.7' }
  expect(valuesOf(record, new Map([['7', '<own id>']]))).toEqual({
    '/id': '"<own id>"',
    '/path': '"/api/x/<own id>/runs"',
    '/at': '"<time>"',
    '/version': '"v1.7"',
  })
})
