import { describe, expect, it } from 'vitest'
import { check, collectCalls, profileOf, sound } from './imported-profile.ts'
import type { RecordedCall } from '../support/recorded-exchange.ts'
import { mountInProcess } from '../support/transports.ts'
import { signIn } from '../support/visitor.ts'

describe('strange entries of a recording', () => {
  it('an import finds one path with a parameter for ids of several forms', async () => {
    const ids = [
      '7',
      '0f8e2c1d-1b2c-4d3e-8f90-aabbccddeeff',
      '9f86d081884c7d65',
      'ord_8Kd93jX02p',
      'a%20b',
      'x'.repeat(70),
    ]
    const { result } = collectCalls(
      ids.map((id) => ({ call: `GET /api/orders/${id}`, body: { order: { text: 'same' } } })),
    )
    expect(result.operations).toEqual(['GET /api/orders/{}: sends the recorded body'])
    expect(await check(result)).toEqual(sound)
  })

  it('an import skips entries without information, with a reason, and plays the other entries', async () => {
    const strange: readonly RecordedCall[] = [
      { call: 'GET /api/gone', status: 500, body: 'oops', type: 'text/plain' },
      { call: 'GET /api/unread', type: 'application/json' },
      { call: 'HEAD /api/agents' },
      { call: 'GET /api/cut', body: '{"a":', type: 'text/plain' },
      { call: 'GET /api/deep', body: `${'['.repeat(600)}${']'.repeat(600)}`, type: 'text/json' },
      { call: 'GET /api/nothing', body: '', type: 'text/plain' },
      { call: 'GET /api/null', body: null },
      { call: 'GET /api/list', body: [1, 'two', null, [3]] },
      {
        call: 'GET /api/odd',
        body: { 'a b': 1, 'c?': 2, '*': 3, '`': "'", let: '\u0000', nullable: 1 },
      },
      { call: 'GET /api/%7Bbraces%7D/{x}', body: { ok: true } },
      { call: 'POST /api/upload', status: 201, body: { stored: true } },
      { call: 'PUT /api/only-put', sent: [1], body: {} },
      { call: 'DELETE /api/things/12', status: 204 },
      { call: 'GET /api/moved', status: 301, headers: { location: 'not a url with spaces' } },
      { call: 'GET /api/constructor/__proto__', body: { constructor: 1, toString: 2 } },
      { call: 'GET /api/users', body: [{ id: null }, { id: 1 }, 'text'] },
    ]
    const { result, uses, unused } = collectCalls(strange)
    expect(await check(result)).toEqual(sound)
    const seen = [...uses, ...unused].map(({ entry }) => strange[entry]?.call)
    expect(strange.map(({ call }) => call).filter((call) => !seen.includes(call))).toEqual([
      'HEAD /api/agents',
    ])
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const odd = await visitor.call('GET /api/odd')
    expect(odd.json).toEqual({ 'a b': 1, 'c?': 2, '*': 3, '`': "'", let: '\u0000', nullable: 1 })
  })

  it('a recorded 304 does not change how the import answers the operation', () => {
    const calls = ['agents', 'skills'].map((path) => ({
      call: `GET /api/${path}`,
      body: { items: [{ id: '7', name: 'A', level: 1 }], total: 1, page: 1, size: 20, pages: 1 },
    }))
    const unmodified = calls.flatMap((one): RecordedCall[] => [
      { call: one.call, status: 304 },
      { ...one, status: 304 },
    ])
    const { result } = collectCalls([...calls, ...unmodified])
    expect(result).toEqual(collectCalls(calls).result)
  })

  it('two thousand paths without a common structure give a bounded profile, and a note', async () => {
    const calls = Array.from({ length: 2100 }, (_, at) => ({
      call: `GET /api/p${at}-${'abcdefghij'[at % 10]}/q${at}`,
      body: { [`field${at}`]: at },
    }))
    const { result, unused } = collectCalls(calls)
    const families = profileOf(result).operations ?? {}
    expect(Object.keys(families).length).toBeLessThanOrEqual(500)
    expect(unused.length).toBeGreaterThan(1500)
    expect(result.notes).toContain(
      '100 exchanges are left out: at most 2000 different paths are kept',
    )
    expect(result.notes).toContain(
      'a profile has at most 500 families: further operations are left out',
    )
  })

  it('two thousand recorded records at one path become one operation', () => {
    const calls = Array.from({ length: 2100 }, (_, at) => ({
      call: `GET /api/sheets/${'abc'.repeat(at % 3)}sheet-${at}-name`,
      body: { title: `Sheet ${at}`, rows: at, columns: ['a'] },
    }))
    const { result } = collectCalls(calls)
    expect(Object.keys(profileOf(result).operations ?? {}).length).toBeLessThan(5)
  })
})
