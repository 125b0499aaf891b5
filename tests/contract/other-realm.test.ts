import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { isBytes, isError, messageOf } from '../../contract/realm-safe.ts'
import { describeTransports } from '../support/transports.ts'
import { newConversation, signIn } from '../support/visitor.ts'

afterEach(() => vi.unstubAllGlobals())

it('bytes, promises and errors of another JavaScript realm are recognized', () => {
  expect(isBytes(runInNewContext('new Uint8Array(1)'))).toBe(true)
  expect([isBytes('a'), isBytes([1]), isBytes(undefined)]).toEqual([false, false, false])
  const error: unknown = runInNewContext('new TypeError("broken")')
  expect([isError(error), isError(error, 'TypeError'), isError(error, 'RangeError')]).toEqual([
    true,
    true,
    false,
  ])
  expect([messageOf(error), messageOf('text'), messageOf(undefined)]).toEqual([
    'broken',
    'text',
    'undefined',
  ])
  expect(isError(new DOMException('late', 'TimeoutError'), 'TimeoutError')).toBe(true)
})

describeTransports('streams in a test environment with an own `Uint8Array`', (mount) => {
  it.each([
    ['cut', { cut: { after_event: 2 } }, 'cut'],
    ['cut inside of an event', { cut: { event: 2, inside: 'data' } }, 'cut'],
    ['split', { split: { bytes: 7 } }, 'end'],
    ['malformed', { malform: { event: 2, as: 'utf8' } }, 'end'],
  ] as const)('a stream that is %s is sent and recorded', async (_, stream, state) => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    const control = (path: string, body?: object) =>
      mounted.fetch(
        new Request(`${mounted.baseUrl}/__control/${path}`, {
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
          headers: { 'content-type': 'application/json' },
        }),
      )
    await control('faults', { match: { endpoint: 'chat.react' }, effect: { stream } })
    vi.stubGlobal('Uint8Array', runInNewContext('Uint8Array'))
    const response = await visitor.open('POST /api/react', {
      body: { q: 'Hello', conversation_id },
    })
    const text = await response.text().catch(() => 'broken')
    vi.unstubAllGlobals()
    expect(text).not.toBe('')
    const journal = await (await control('journal?endpoint=chat.react')).json()
    expect(journal).toMatchObject({ entries: [{ stream: { state } }] })
  })
})
